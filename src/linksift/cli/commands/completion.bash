# The completion of linksift in bash. To load it: eval "$(linksift completion bash)"

# Offer the words after a beginning, as far as they fit what is typed.
_linksift_offer() {
    local beginning=$1 word
    shift
    for word; do
        if [[ $word == *[!A-Za-z0-9_=.+-]* && $typed != [\"\']* ]]; then
            printf -v word %q "$word"
        fi
        [[ $beginning$word == "$typed"* ]] && COMPREPLY+=("$beginning$word")
        [[ $word == *= ]] && compopt -o nospace
    done
}

# Offer the words.
_linksift_words() {
    _linksift_offer "" "$@"
}

# Offer the words after those of the comma-separated list that is typed.
_linksift_list() {
    local word listed="" words=()
    [[ $typed == *,* ]] && listed=${typed%,*},
    for word; do
        [[ ,$listed == *,"$word",* ]] || words+=("$word")
    done
    compopt -o nospace
    _linksift_offer "$listed" "${words[@]}"
}

# Offer the columns of the CSV and TSV files in the line.
_linksift_columns() {
    local file header columns
    for file in "${COMP_WORDS[@]}"; do
        [[ $file == *.[ct]sv && -r $file ]] || continue
        IFS= read -r header <"$file"
        IFS=$',\t' read -ra columns <<<"${header//[\"$'\r']/}"
        _linksift_words "${columns[@]}"
    done
}

_linksift() {
    COMPREPLY=()
    local IFS=$' \t\n' words=() last=-1 index word
    # bash takes "--format=csv" for three words, unless "=" was removed from COMP_WORDBREAKS.
    for ((index = 1; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $last -ge 0 && ($word == "=" || (${COMP_WORDS[index - 1]} == "=" && $index -gt 1)) ]]; then
            words[last]+=$word
        else
            words[++last]=$word
        fi
    done
    local typed=${words[last]} command="" option="" only_arguments=""
    for ((index = 0; index < last; index++)); do
        word=${words[index]}
        if [[ $word == -- ]]; then
            only_arguments=1
        elif [[ -z $command && $word != -* ]]; then
            command=$word
        fi
    done
    if [[ -n $only_arguments ]]; then
        option=""
    elif [[ $typed == --*=* ]]; then
        option=${typed%%=*}
        typed=${typed#*=}
    elif ((last > 0)) && [[ ${words[last - 1]} == -* ]]; then
        option=${words[last - 1]}
    fi
    case $command:$option in
%(values)s
        *) option="" ;;
    esac
    if [[ -z $option ]]; then
        case $command:$typed:$only_arguments in
%(options)s
            :*) _linksift_words %(commands)s ;;
%(arguments)s
        esac
    fi
    # What readline replaces is what comes after the last "=".
    local kept=${COMP_WORDS[COMP_CWORD]}
    [[ $kept == "=" ]] && kept=""
    kept=${typed%"$kept"}
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}

complete -F _linksift linksift
