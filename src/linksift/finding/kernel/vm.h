/* Runs the programs that regex_compiler.py makes of patterns, in the way that `re` runs the patterns: depth first, in
   the order of their alternatives. kernel.c includes this file once for each width of a character: CH is its type, and
   FN names a function. */

/* Whether a set contains a character. */
static inline int FN(has)(const Set *set, CH c)
{
    COUNT_BYTES(sizeof(CH));
    return c < 128 ? set->ascii[c] : beyond_ascii(set, c);
}

/* Whether a set contains all of four characters, which must be ASCII. Long runs are read four characters at a time. */
static inline int FN(has_four)(const Set *set, const CH *text)
{
    COUNT_BYTES(4 * sizeof(CH));
    Py_UCS4 a = text[0], b = text[1], c = text[2], d = text[3];
    return (a | b | c | d) < 128 && (set->ascii[a] & set->ascii[b] & set->ascii[c] & set->ascii[d]);
}

/* Whether an instruction that reads one character fails at a place; 0 for other instructions. */
static inline int FN(fails)(const Program *program, const int *pc, const CH *text, Py_ssize_t pos, Py_ssize_t end)
{
    switch (*pc) {
    case OP_CHAR:
        COUNT_BYTES(sizeof(CH));
        return pos >= end || (Py_UCS4)text[pos] != (Py_UCS4)pc[1];
    case OP_TEXT:
        COUNT_BYTES(sizeof(CH));
        return pos >= end || (Py_UCS4)text[pos] != (Py_UCS4)pc[2];
    case OP_SET:
        return pos >= end || !FN(has)(&program->sets[pc[1]], text[pos]);
    case OP_PEEK:
        pos -= pc[3];
        return (pos >= 0 && pos < end && FN(has)(&program->sets[pc[1]], text[pos])) == pc[2];
    default:
        return 0;
    }
}

/* The end of the match of a program that begins at `pos`; -1 if there is none, and -2 with an exception set. Nothing at
   or after `end` is read. `group` becomes the number of the last group that was closed, like `re.Match.lastindex`. */
static Py_ssize_t FN(run)(
    Turn *turn, const Program *program, const int *pc, const CH *text, Py_ssize_t pos, Py_ssize_t end, int *group)
{
    Choices choices; /* its frames need no initial value */
    Py_ssize_t result = -1;
    int last_group = *group;
    choices.used = 0;
    choices.room = INLINE_CHOICES;
    choices.frames = choices.inside;
    for (;;) {
        switch (*pc) {
        case OP_MATCH:
            result = pos;
            *group = last_group;
            goto done;
        case OP_CHAR:
            COUNT_BYTES(sizeof(CH));
            if (pos >= end || (Py_UCS4)text[pos] != (Py_UCS4)pc[1])
                goto fail;
            pos++;
            pc += 2;
            continue;
        case OP_TEXT: {
            const int *last = pc + 1 + pc[1];
            COUNT_BYTES(pc[1] * sizeof(CH));
            if (end - pos < pc[1])
                goto fail;
            for (pc += 2; pc <= last; pc++)
                if ((Py_UCS4)text[pos++] != (Py_UCS4)*pc)
                    goto fail;
            continue;
        }
        case OP_SET:
            if (pos >= end || !FN(has)(&program->sets[pc[1]], text[pos]))
                goto fail;
            pos++;
            pc += 2;
            continue;
        case OP_PEEK:
            if (FN(fails)(program, pc, text, pos, end))
                goto fail;
            pc += 4;
            continue;
        case OP_SPAN:
        case OP_RUN: {
            const Set *set = &program->sets[pc[1]];
            Py_ssize_t least = pos + pc[2];
            Py_ssize_t most = pc[3] < 0 || pc[3] > end - pos ? end : pos + pc[3];
            for (;;) {
                Py_ssize_t begun = pos;
                Py_ssize_t stop = most - pos > PIECE / (Py_ssize_t)sizeof(CH) ? pos + PIECE / (Py_ssize_t)sizeof(CH) : most;
                while (stop - pos >= 4 && FN(has_four)(set, text + pos))
                    pos += 4;
                while (pos < stop && FN(has)(set, text[pos]))
                    pos++;
                if (spend(turn, (pos - begun) * sizeof(CH)) < 0)
                    goto failed;
                if (pos < stop || stop == most)
                    break;
            }
            if (pos < least)
                goto fail;
            int gives_back = *pc == OP_SPAN && pos > least;
            pc += 4;
            if (gives_back && push(&choices, pc, pos, least, last_group) < 0)
                goto failed;
            continue;
        }
        case OP_SPLIT: /* most alternatives fail at once */
            if (FN(fails)(program, pc + 2, text, pos, end)) {
                pc = program->code + pc[1];
                continue;
            }
            if (push(&choices, program->code + pc[1], pos, pos, last_group) < 0)
                goto failed;
            pc += 2;
            continue;
        case OP_JUMP:
            if (spend(turn, READ_IN_STEP * sizeof(CH)) < 0)
                goto failed;
            pc = program->code + pc[1];
            continue;
        case OP_LOOK: {
            Py_ssize_t found = -1;
            int inner = last_group;
            if (pos >= pc[2] && !FN(fails)(program, pc + 4, text, pos - pc[2], end))
                found = FN(run)(turn, program, pc + 4, text, pos - pc[2], end, &inner);
            if (found == -2)
                goto failed;
            if ((found >= 0) == pc[1])
                goto fail;
            if (!pc[1])
                last_group = inner;
            pc = program->code + pc[3];
            continue;
        }
        case OP_ATOMIC: {
            Py_ssize_t found = FN(run)(turn, program, pc + 2, text, pos, end, &last_group);
            if (found == -2)
                goto failed;
            if (found < 0)
                goto fail;
            pos = found;
            pc = program->code + pc[1];
            continue;
        }
        case OP_GROUP:
            last_group = pc[1];
            pc += 2;
            continue;
        case OP_END:
            if (pos != end)
                goto fail;
            pc++;
            continue;
        case OP_FAIL:
            goto fail;
        default:
            Py_UNREACHABLE();
        }
    fail:
        if (choices.used == 0)
            goto done;
        if (spend(turn, READ_IN_STEP * sizeof(CH)) < 0)
            goto failed;
        Choice *choice = &choices.frames[choices.used - 1];
        pc = choice->pc;
        last_group = choice->group;
        if (choice->pos > choice->least) {
            pos = --choice->pos;
            if (choice->pos == choice->least)
                choices.used--;
        } else {
            pos = choice->pos;
            choices.used--;
        }
    }
failed:
    result = -2;
done:
    if (choices.frames != choices.inside)
        PyMem_Free(choices.frames);
    return result;
}
