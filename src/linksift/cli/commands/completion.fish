# The completion of linksift in fish. To load it: linksift completion fish | source
# Or save it as ~/.config/fish/completions/linksift.fish

# Whether the command line has this command; without one: whether it has none yet.
function __linksift_command
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; and continue
        test "$word" = "$argv[1]"
        return
    end
    test -z "$argv[1]"
end

# The words, after the ones of the comma-separated list that is typed.
function __linksift_list
    set -l typed (string replace -r -- '^(--[^=]*=)?["\']?' '' (commandline -ct))
    set -l listed (string match -r -- '^.*,' $typed)
    for word in $argv
        contains -- $word (string split , -- $listed); or echo "$listed$word"
    end
end

# The columns of the CSV and TSV files in the line.
function __linksift_columns
    for file in (commandline -o)
        string match -qr -- '\.[ct]sv$' $file; and test -r $file; or continue
        head -n 1 $file | string replace -ar '["\r]' '' | string split \t | string split ,
    end
end

complete -c linksift -f
%(rows)s
