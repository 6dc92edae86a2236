#compdef linksift
# The completion of linksift in zsh. To load it: eval "$(linksift completion zsh)"
# Or save it as _linksift in a folder of $fpath.

# The columns of the CSV and TSV files in the line.
_linksift_columns() {
    local file header
    local -a columns
    for file in ${(Q)words}; do
        [[ $file == *.[ct]sv && -r $file ]] || continue
        IFS= read -r header <$file
        columns+=(${(s:,:)${${header//[$'\r"']/}//$'\t'/,}})
    done
    compadd -a columns
}

_linksift() {
    local curcontext="$curcontext" state line ret=1
    local -a commands
    local -A opt_args
    _arguments -C \
%(options)s \
        '1: :->command' \
        '*:: :->arguments' && ret=0
    case $state in
        command)
            commands=(
%(summaries)s
            )
            _describe -t commands command commands && ret=0
            ;;
        arguments)
            case $words[1] in
%(commands)s
            esac
            ;;
    esac
    return ret
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _linksift "$@"
else
    compdef _linksift linksift
fi
