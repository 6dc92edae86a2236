/* The search for hits, and the matches for which nothing is in doubt. Each function that decides corresponds to one in
   Python (the table in kernel.c). It handles some of that function's cases, and returns IN_DOUBT for all others.
   kernel.c includes this file once for each width of a character. */

/* Whether a character is ASCII and in one of the classes. */
static inline int FN(is)(const Kernel *kernel, CH c, unsigned classes)
{
    COUNT_BYTES(sizeof(CH));
    return c < 128 && (kernel->classes[c] & classes);
}

/* Whether a string consists of these characters. */
static int FN(equals)(PyObject *string, const CH *characters, Py_ssize_t length)
{
    if (string == NULL || PyUnicode_GET_LENGTH(string) != length)
        return 0;
    int kind = PyUnicode_KIND(string);
    const void *data = PyUnicode_DATA(string);
    for (Py_ssize_t i = 0; i < length; i++)
        if (PyUnicode_READ(kind, data, i) != characters[i])
            return 0;
    return 1;
}

/* A memo's answer for some characters, as a new reference. */
static PyObject *FN(ask_memo)(Memo *memo, const CH *characters, Py_ssize_t length)
{
    unsigned place = 0;
    for (Py_ssize_t i = 0; i < length; i++)
        place = 31 * place + characters[i];
    place %= RECENT;
    if (FN(equals)(memo->keys[place], characters, length))
        return Py_NewRef(memo->recent[place]);
    PyObject *key = PyUnicode_FromKindAndData(sizeof(CH), characters, length);
    PyObject *answer = key != NULL ? remembered(memo, key) : NULL;
    if (answer == NULL) {
        Py_XDECREF(key);
        return NULL;
    }
    Py_XSETREF(memo->keys[place], key);
    Py_XSETREF(memo->recent[place], Py_NewRef(answer));
    return answer;
}

/* A memo's answer for some characters, if it is a number. */
static long FN(number_of)(Memo *memo, const CH *characters, Py_ssize_t length)
{
    PyObject *answer = FN(ask_memo)(memo, characters, length);
    if (answer == NULL)
        return -1;
    long number = PyLong_AsLong(answer);
    Py_DECREF(answer);
    return number;
}

/* The key of a memo: the characters around a link. */
typedef struct {
    int length;
    CH characters[MOST_IN_KEY];
} FN(Key);

static void FN(add)(FN(Key) *key, CH c)
{
    if (key->length < MOST_IN_KEY)
        key->characters[key->length++] = c;
}

/* Adds the character at a place, or the fact that there is none. */
static void FN(add_at)(FN(Key) *key, Matches *self, const CH *text, Py_ssize_t place)
{
    int is_there = place >= 0 && place < self->length;
    FN(add)(key, is_there);
    FN(add)(key, is_there ? text[place] : 0);
}

/* The start of the run of characters in some classes that ends at a place, or of its last `most` characters. */
static Py_ssize_t FN(run_start)(Matches *self, const CH *text, Py_ssize_t end, Py_ssize_t most, unsigned classes)
{
    Py_ssize_t start = end, low = end > most ? end - most : 0;
    while (start > low && FN(is)(self->kernel, text[start - 1], classes))
        start--;
    self->turn.left -= (end - start) * sizeof(CH);
    return start;
}

/* Whether the last label of a name is a top-level domain; -1 with an error. */
static int FN(completes_name)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    while (end > start && text[end - 1] == '.')
        end--;
    Py_ssize_t label = end;
    while (label > start && text[label - 1] != '.')
        label--;
    return (int)FN(number_of)(&self->kernel->memos[IS_TOP_LEVEL], text + label, end - label);
}

/* Whether the last label of a name, in ASCII, may be or contain the first word of a sentence; -1 with an error. */
static int FN(may_run_into_sentence)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    Py_ssize_t label = end;
    int has_capital = 0;
    for (; label > start && text[label - 1] != '.'; label--)
        has_capital |= text[label - 1] >= 'A' && text[label - 1] <= 'Z';
    if (!has_capital)
        return 0;
    return (int)FN(number_of)(&self->kernel->memos[MAY_RUN_INTO_SENTENCE], text + start, end - start);
}

/* Whether a program matches all of `text[start:end]`; -1 with an error. */
static int FN(matches_all)(Matches *self, const Program *program, const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    int group = 0;
    Py_ssize_t found = FN(run)(&self->turn, program, program->code, text, start, end, &group);
    return found == -2 ? -1 : found == end;
}

/* Whether `text[start:end]` is all ASCII. */
static int FN(is_ascii)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    CH all = 0;
    for (Py_ssize_t place = start; place < end; place++)
        all |= text[place];
    COUNT_BYTES((end - start) * sizeof(CH));
    self->turn.left -= (end - start) * sizeof(CH);
    return all < 128;
}

/* Whether a program matches at a place; -1 with an error. */
static int FN(matches_at)(Matches *self, const Program *program, const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    int group = 0;
    Py_ssize_t found = FN(run)(&self->turn, program, program->code, text, start, end, &group);
    return found == -2 ? -1 : found >= 0;
}

/* The end of the URI `text[start:end]`, which may be the value of an attribute in single quotes. */
static Py_ssize_t FN(value_end)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    Py_ssize_t quote = start;
    if (start == 0 || text[start - 1] != '\'')
        return end;
    while (quote < end && text[quote] != '\'')
        quote++;
    COUNT_BYTES((quote - start) * sizeof(CH));
    self->turn.left -= (quote - start) * sizeof(CH);
    return quote;
}

/* Whether the link `text[start:end]` ends in an asterisk and a slash, which may close a comment of C. */
static int FN(may_close_comment)(const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    return end - start >= 2 && text[end - 1] == '/' && text[end - 2] == '*';
}

/* Whether quotes may open directly before a place. */
static int FN(may_open_quotes)(const Kernel *kernel, const CH *text, Py_ssize_t start)
{
    return start > 0 && (text[start - 1] >= 128 || FN(is)(kernel, text[start - 1], OPENS_QUOTES));
}

/* A memo's answer for the characters around a link that a fast path matched from `start` to `*end`: None if in doubt,
   also if these characters do not suffice. `*end` becomes the end of the link without its final punctuation. */
static PyObject *FN(around_link)(Matches *self, Memo *memo, const CH *text, Py_ssize_t start, Py_ssize_t *end, int ending)
{
    const Kernel *kernel = self->kernel;
    FN(Key) key;
    key.length = 0;
    Py_ssize_t stem = *end;
    if (ending == TAIL) {
        while (stem > start && *end - stem <= kernel->numbers[MOST_IN_TAIL] && FN(is)(kernel, text[stem - 1], PUNCTUATION))
            stem--;
        if (stem < *end && FN(value_end)(self, text, start, *end) == stem) {
            *end = stem; /* single quotes close there */
            ending = DELIMITER;
        } else if (*end - stem > kernel->numbers[MOST_IN_TAIL] || (start > 0 && FN(is)(kernel, text[start - 1], DOUBTFUL_BEFORE)))
            Py_RETURN_NONE;
    }
    if (FN(may_close_comment)(text, start, stem))
        Py_RETURN_NONE;
    if ((ending == TAIL || ending == MARK) && stem > start && FN(is)(kernel, text[stem - 1], ENDS_EMPHASIS))
        Py_RETURN_NONE;
    FN(add)(&key, ending);
    FN(add_at)(&key, self, text, ending != MARK ? *end : -1);
    FN(add_at)(&key, self, text, start - 1);
    for (Py_ssize_t place = stem; place < *end; place++) {
        if (FN(is)(kernel, text[place], DOUBTFUL_IN_TAIL))
            Py_RETURN_NONE;
        FN(add)(&key, text[place]);
    }
    *end = stem;
    return FN(ask_memo)(memo, key.characters, key.length);
}

/* The first place at which a name without a scheme may begin. */
static Py_ssize_t FN(first_name)(const Matches *self)
{
    return self->position > self->names_from ? self->position : self->names_from;
}

/* `text[start:end]`, all ASCII, as a string. */
static PyObject *FN(ascii_string)(const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    PyObject *string = PyUnicode_New(end - start, 127);
    if (string == NULL)
        return NULL;
    Py_UCS1 *characters = PyUnicode_1BYTE_DATA(string);
    for (Py_ssize_t i = 0; i < end - start; i++)
        characters[i] = (Py_UCS1)text[start + i];
    return string;
}

/* Adds the link `text[start:end]`, all ASCII, to the links of its row. */
static int FN(add_link)(
    Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end, PyObject *prefix, PyObject *kind, PyObject *enclosure)
{
    const Py_ssize_t span[2] = {start, end}, added = PyUnicode_GET_LENGTH(prefix);
    char *uri = add_string(self->links, LINK_URI, added + end - start);
    char *written = uri != NULL ? add_string(self->links, LINK_TEXT, end - start) : NULL;
    if (written == NULL)
        return FAILED;
    memcpy(uri, PyUnicode_DATA(prefix), added);
    for (Py_ssize_t i = 0; i < end - start; i++)
        uri[added + i] = written[i] = (char)text[start + i];
    if (add_text(self->links, LINK_KIND, kind) < 0 || add_text(self->links, LINK_ENCLOSURE, enclosure) < 0)
        return FAILED;
    return add_span(self->links, self, span) < 0 ? FAILED : FOUND;
}

/* Makes the match of `text[start:end]`, all ASCII, with a prefix added, or adds the link to those of its row. Returns
   FOUND, or NOTHING if its host is judged and the match is not wanted. */
static int FN(match)(
    Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end, PyObject *prefix, PyObject *kind, PyObject *around,
    int is_judged, PyObject **found)
{
    self->position = end;
    is_judged = is_judged && self->kernel->is_usable != Py_None;
    if (self->links != NULL && !is_judged)
        return FN(add_link)(self, text, start, end, prefix, kind, PyTuple_GET_ITEM(around, 0));
    PyObject *written = FN(ascii_string)(text, start, end);
    PyObject *uri = written != NULL && PyUnicode_GET_LENGTH(prefix) ? PyUnicode_Concat(prefix, written) : Py_XNewRef(written);
    int step = uri != NULL ? is_judged ? is_wanted(self->kernel, uri) : FOUND : FAILED;
    if (step == FOUND && self->links != NULL)
        step = FN(add_link)(self, text, start, end, prefix, kind, PyTuple_GET_ITEM(around, 0));
    else if (step == FOUND && (*found = match_of(self, start, end, uri, written, kind, around)) == NULL)
        step = FAILED;
    Py_XDECREF(uri);
    Py_XDECREF(written);
    return step;
}

/* The match of the name or address `text[start:end]`, unless `around` (a reference that it takes over) is None or the
   name begins in text that was already read. */
static int FN(named_match)(
    Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end, const Trigger *trigger, PyObject *around, int is_judged,
    PyObject **found)
{
    if (around == NULL)
        return FAILED;
    int step = IN_DOUBT;
    if (PyTuple_Check(around) && start >= FN(first_name)(self))
        step = FN(match)(self, text, start, end, trigger->prefix, trigger->kind, around, is_judged, found);
    Py_DECREF(around);
    return step;
}

/* The match that a memo makes of `text[start:end]`, which alone decides the match; NOTHING if the memo says False. */
static int FN(remembered_match)(
    Matches *self, const CH *text, int memo, Py_ssize_t start, Py_ssize_t end, int is_judged, PyObject **found)
{
    PyObject *made = FN(ask_memo)(&self->kernel->memos[memo], text + start, end - start);
    if (made == NULL)
        return FAILED;
    int step = made == Py_False ? NOTHING : IN_DOUBT;
    if (Py_IS_TYPE(made, self->kernel->match_type))
        step = moved_match(self, made, start, is_judged, found);
    Py_DECREF(made);
    return step;
}

/* The URI at `start`, directly after an angle bracket, up to the closing bracket. */
static int FN(directly_in_angles)(Matches *self, const CH *text, Py_ssize_t start, PyObject **found)
{
    Kernel *kernel = self->kernel;
    const Program *closed = kernel->programs[CLOSED_ANGLES], *content = kernel->programs[CONTENT_AND_CLOSER];
    Py_ssize_t most = kernel->numbers[MAX_LENGTH];
    int group = 0;
    Py_ssize_t end = FN(run)(&self->turn, closed, closed->code, text, start - 1, self->length, &group) - 1;
    if (end >= 0 && end - start <= most)
        return FN(match)(self, text, start, end, kernel->no_text, kernel->uri_kind, kernel->around_angles, 1, found);
    if (end == -3 || kernel->numbers[JOINS_LINES])
        return end == -3 ? FAILED : IN_DOUBT;
    Py_ssize_t limit = self->length - start <= LONGEST_REMEMBERED ? self->length : start + LONGEST_REMEMBERED;
    end = FN(run)(&self->turn, content, content->code, text, start, limit, &group);
    if (end < 0)
        return end == -2 ? FAILED : IN_DOUBT;
    return FN(remembered_match)(self, text, PLAIN_IN_ANGLES, start, end, 1, found);
}

/* The URI at `start`, directly after quotes, across line ends up to the closing quote. */
static int FN(in_quotes)(Matches *self, const CH *text, Py_ssize_t start, PyObject **found)
{
    const Program *quoted = self->kernel->programs[QUOTED_LINES];
    int group = 0;
    if (self->kernel->numbers[JOINS_LINES] || !FN(may_open_quotes)(self->kernel, text, start))
        return IN_DOUBT; /* evidence decides whether a hyphen before a line end was added */
    Py_ssize_t limit = self->length - start <= LONGEST_REMEMBERED ? self->length : start + LONGEST_REMEMBERED;
    Py_ssize_t end = FN(run)(&self->turn, quoted, quoted->code, text, start, limit, &group);
    if (end < 0)
        return end == -2 ? FAILED : IN_DOUBT;
    return FN(remembered_match)(self, text, PLAIN_IN_QUOTES, start - 1, end, 1, found);
}

/* Makes the match of the URI `text[start:end]`. */
static int FN(uri)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end, PyObject *around, PyObject **found)
{
    return FN(match)(self, text, start, end, self->kernel->no_text, self->kernel->uri_kind, around, 1, found);
}

/* Whether an angle bracket, perhaps with `URL:`, opens directly before `start`: 1, 0, or -1 with an error. */
static int FN(is_in_angles)(Matches *self, const CH *text, Py_ssize_t start)
{
    if (start == 0 || self->angle < 0 || self->angle < start - self->kernel->numbers[URL_DISTANCE])
        return 0;
    return self->angle == start - 1 ? 1 : FN(matches_all)(self, self->kernel->programs[URL_PREFIX], text, self->angle, start);
}

/* Whether a URI without `//` contains one of some characters between two places, not too far from the first. */
static int FN(has_any_of)(Matches *self, const CH *text, PyObject *characters, Py_ssize_t place, Py_ssize_t end)
{
    Py_ssize_t most = self->kernel->numbers[FARTHEST_NEEDED];
    self->turn.left -= (end - place > most ? most : end - place) * sizeof(CH);
    for (end = end - place > most ? place + most : end; place < end; place++) {
        if (text[place] < 128 ? FN(is)(self->kernel, text[place], ENDS_OPAQUE_PART) : Py_UNICODE_ISSPACE(text[place]))
            return 0;
        if (PyUnicode_FindChar(characters, text[place], 0, PyUnicode_GET_LENGTH(characters), 1) >= 0)
            return 1;
    }
    return 0;
}

/* The end of the link that begins at `start`, if a program matches the rest of it, which begins at `rest`. Returns -1
   if the program does not match, or if the link is too long or may continue on the next line, and -2 with an error. */
static Py_ssize_t FN(link_end)(
    Matches *self, const CH *text, const Program *program, Py_ssize_t start, Py_ssize_t rest, int *group)
{
    Py_ssize_t most = self->kernel->numbers[MAX_LENGTH], limit = self->length - start <= most ? self->length : start + most + 1;
    Py_ssize_t end = FN(run)(&self->turn, program, program->code, text, rest, limit, group);
    int is_cut = limit < self->length && end + self->kernel->numbers[FARTHEST_AHEAD] > limit; /* it looks that far */
    if (end < 0 || end - start > most || is_cut)
        return end == -2 ? -2 : -1;
    int ends_line = FN(matches_at)(self, self->kernel->programs[LINE_ENDS], text, end, self->length);
    return ends_line ? ends_line < 0 ? -2 : -1 : end;
}

/* The URI that begins at `start`, if the program matches the rest of it, which begins at `rest`. */
static int FN(plain_rest)(
    Matches *self, const CH *text, const Program *program, Py_ssize_t start, Py_ssize_t rest, PyObject *needed, PyObject **found)
{
    Kernel *kernel = self->kernel;
    int group = 0;
    Py_ssize_t end = FN(link_end)(self, text, program, start, rest, &group);
    if (end < 0)
        return end == -2 ? FAILED : IN_DOUBT;
    PyObject *around = FN(around_link)(self, &kernel->memos[AROUND_LINK], text, start, &end, group);
    if (around == NULL)
        return FAILED;
    int has_needed = end > rest && (PyUnicode_GET_LENGTH(needed) == 0 || FN(has_any_of)(self, text, needed, rest, end));
    int step = PyTuple_Check(around) && has_needed ? FN(uri)(self, text, start, end, around, found) : IN_DOUBT;
    Py_DECREF(around);
    return step;
}

/* The URI of the scheme `text[start:colon]`, without `//`. */
static int FN(opaque)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t colon, PyObject **found)
{
    Kernel *kernel = self->kernel;
    PyObject *needed = FN(ask_memo)(&kernel->memos[NEEDED], text + start, colon - start);
    if (needed == NULL)
        return FAILED;
    int step = NOTHING;
    if (PyUnicode_GET_LENGTH(needed) == 0 || FN(has_any_of)(self, text, needed, colon + 1, self->length))
        step = FN(plain_rest)(self, text, kernel->programs[OPAQUE], start, colon + 1, needed, found);
    Py_DECREF(needed);
    return step;
}

/* Whether a broken scheme after an angle bracket ends at a colon: 1, 0, or -1 with an error. */
static int FN(is_broken)(Matches *self, const CH *text, Py_ssize_t colon)
{
    Kernel *kernel = self->kernel;
    if (self->angle < 0 || self->angle < colon - kernel->numbers[ANGLE_DISTANCE])
        return 0;
    int is_one = FN(matches_all)(self, kernel->programs[BROKEN_SCHEME], text, self->angle, colon);
    return is_one == 1 ? (int)FN(number_of)(&kernel->memos[IS_BROKEN_SCHEME], text + self->angle, colon - self->angle) : is_one;
}

/* Whether the text at a place may be a user or local part, and an `@` ends it: 1, 0, or -1 with an error. */
static int FN(user_follows)(Matches *self, const CH *text, Py_ssize_t place)
{
    const Program *user = self->kernel->programs[USER];
    int group = 0;
    if (place < self->user || place > self->user_end) {
        self->user = place;
        self->user_end = FN(run)(&self->turn, user, user->code, text, place, self->length, &group);
    }
    return self->user_end < 0 ? -1 : self->user_end < self->length && text[self->user_end] == '@';
}

/* Whether the host after the slashes of a scheme that needs one is certainly empty: 1, 0, or -1 with an error. */
static int FN(lacks_host)(Matches *self, const CH *text, Py_ssize_t start)
{
    Kernel *kernel = self->kernel;
    long may_begin = FN(number_of)(&kernel->memos[MAY_BEGIN_HOST], text + start, 1);
    if (may_begin || kernel->numbers[HAS_TEMPLATES])
        return may_begin < 0 ? -1 : 0;
    int has_user = FN(user_follows)(self, text, start);
    return has_user < 0 ? -1 : !has_user;
}

/* The match of the plain text `text[start:end]`, whose authority ends at `path`, if the characters around it certainly
   end it. The text is read again when its details are requested. */
static int FN(plain_match)(
    Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t path, Py_ssize_t end, int part, int is_ascii,
    PyObject *prefix, PyObject *kind, PyObject **found)
{
    Kernel *kernel = self->kernel;
    Py_ssize_t stem = FN(run_start)(self, text, end, end - path, ALWAYS_TRIMMED);
    if ((start > 0 && FN(is)(kernel, text[start - 1], ENDS_EMPHASIS)) || FN(may_close_comment)(text, path, stem))
        return IN_DOUBT;
    FN(Key) key;
    key.length = 0;
    FN(add)(&key, part);
    FN(add_at)(&key, self, text, end);
    FN(add_at)(&key, self, text, start - 1);
    FN(add)(&key, text[end - 1]);
    FN(add)(&key, text[stem - 1]);
    FN(add)(&key, is_ascii);
    if (end < self->length && (text[end] == '&' || text[end] == '[')) /* a character reference or label, if it fits */
        for (Py_ssize_t place = end + 1; place < self->length && key.length < MOST_IN_KEY; place++) {
            FN(add)(&key, text[place]);
            if (text[place] == ';' || Py_UNICODE_ISSPACE(text[place]))
                break;
        }
    if (end + 1 < self->length && text[end] == '\\') /* an escape */
        FN(add)(&key, text[end + 1]);
    PyObject *around = FN(ask_memo)(&kernel->memos[AROUND_PLAIN], key.characters, key.length);
    if (around == NULL)
        return FAILED;
    int step = IN_DOUBT;
    if (PyTuple_Check(around) && is_ascii) {
        step = FN(match)(self, text, start, stem, prefix, kind, around, 1, found);
        if (step == FOUND && *found != NULL)
            step = read_again_later(self, found, end, prefix);
    } else if (PyTuple_Check(around))
        step = encoded_match(self, start, path, stem, end, kind, prefix, PyTuple_GET_ITEM(around, 0), found);
    Py_DECREF(around);
    return step;
}

/* The URI or name at `start`, whose host begins at `rest`, if it is plain text before a character that certainly ends
   it. */
static int FN(plain_text)(
    Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t rest, PyObject *prefix, PyObject *kind, PyObject **found)
{
    Kernel *kernel = self->kernel;
    const Program *host = kernel->programs[PLAIN_HOST], *after = kernel->programs[AFTER_PLAIN_HOST];
    int group = 0;
    Py_ssize_t farthest = rest + 2 * kernel->numbers[MOST_IN_HOST]; /* names may follow each other without a space */
    Py_ssize_t host_end = FN(run)(&self->turn, host, host->code, text, rest, Py_MIN(farthest, self->length), &group);
    if (host_end < 0 || host_end - rest > kernel->numbers[MOST_IN_HOST] || host_end - start > kernel->numbers[MAX_LENGTH])
        return host_end == -2 ? FAILED : IN_DOUBT;
    Py_ssize_t end = FN(link_end)(self, text, after, start, host_end, &group);
    if (end < 0)
        return end == -2 ? FAILED : IN_DOUBT;
    int is_ascii = FN(is_ascii)(self, text, start, end);
    if (group != QUERY || rest == start || text[rest] == '[' || !is_ascii) {
        long is_plain = FN(number_of)(&kernel->memos[IS_PLAIN_HOST], text + rest, host_end - rest);
        int has_user = is_plain == 1 && group != QUERY ? FN(user_follows)(self, text, end) : 0;
        if (is_plain < 1 || has_user)
            return is_plain < 0 || has_user < 0 ? FAILED : IN_DOUBT;
    }
    return FN(plain_match)(self, text, start, host_end, end, group, is_ascii, prefix, kind, found);
}

/* The URI that the scheme trigger matched as a whole, from its colon on, if the next line does not continue it. */
static int FN(whole_uri)(Matches *self, const CH *text, Py_ssize_t colon, Py_ssize_t end, int group, PyObject **found)
{
    Kernel *kernel = self->kernel;
    Py_ssize_t start = colon - (text[colon - 1] == 's' ? 5 : 4), link_end = end;
    int ending = (group - 1) % MARK + 1;
    if (end - colon > kernel->numbers[MAX_LENGTH] - 5 || start < self->position)
        return IN_DOUBT;
    int ends_line = FN(matches_at)(self, kernel->programs[LINE_ENDS], text, end, self->length);
    if (ends_line)
        return ends_line < 0 ? FAILED : IN_DOUBT;
    PyObject *around = FN(around_link)(self, &kernel->memos[AROUND_LINK], text, start, &link_end, ending);
    if (around == NULL)
        return FAILED;
    if (!PyTuple_Check(around)) {
        Py_DECREF(around);
        if (!self->is_fast || start == 0)
            return IN_DOUBT;
        return text[start - 1] == '<' ? FN(directly_in_angles)(self, text, start, found)
                                      : FN(in_quotes)(self, text, start, found);
    }
    int step = FN(match)(self, text, start, link_end, kernel->no_text, kernel->uri_kind, around, group > MARK, found);
    self->position = end;
    Py_DECREF(around);
    return step;
}

/* Continues after the scheme of a URI without a host; if a host broke off, names may begin only after its word. */
static int FN(after_refusal)(Matches *self, const CH *text, Py_ssize_t colon, int broke_off)
{
    const Program *word = self->kernel->programs[WORD];
    Py_ssize_t farthest = colon + 1 + self->kernel->numbers[MAX_LENGTH];
    int group = 0;
    if (self->position <= colon)
        self->position = colon + 1;
    if (!broke_off)
        return NOTHING;
    if (self->word_end <= colon)
        self->word_end = FN(run)(&self->turn, word, word->code, text, colon + 1, self->length, &group);
    if (self->word_end == -2)
        return FAILED;
    if (farthest > self->word_end)
        farthest = self->word_end;
    if (self->names_from < farthest)
        self->names_from = farthest;
    return NOTHING;
}

/* Whether only a prefix precedes `start` on its line. */
static int FN(begins_line)(Kernel *kernel, const CH *text, Py_ssize_t start)
{
    Py_ssize_t low = Py_MAX(0, start - kernel->numbers[LONGEST_PREFIX]);
    while (start > low && FN(is)(kernel, text[start - 1], IN_PREFIX))
        start--;
    return start > 0 && text[start - 1] == '\n';
}

/* The result for a colon after which the trigger did not match a whole URI. */
static int FN(uri_at_hit)(Matches *self, const CH *text, Py_ssize_t colon, PyObject **found)
{
    Kernel *kernel = self->kernel;
    Py_ssize_t start = FN(run_start)(self, text, colon, kernel->numbers[MOST_IN_SCHEME], IN_SCHEME), low;
    start = Py_MAX(start, Py_MIN(self->position, colon)); /* where an earlier match ended */
    while (start < colon && FN(is)(kernel, text[start], NOT_FIRST_IN_SCHEME))
        start++;
    low = start;
    if (start > self->position && FN(is)(kernel, text[start - 1], ENDS_ESCAPE))
        low = Py_MAX(start - kernel->numbers[LONGEST_ESCAPE], 0);
    else if (start > self->position && FN(is)(kernel, text[start - 1], TELLS_SCHEME)) /* a name or the mark of a subfield runs into it */
        low = start - 1;
    long scheme = FN(number_of)(&kernel->memos[SCHEME], text + low, colon - low);
    if (scheme < 0)
        return FAILED;
    Py_UCS4 next = colon + 1 < self->length ? text[colon + 1] : ' ';
    int has_slashes = next == '/' && colon + 2 < self->length && text[colon + 2] == '/';
    if (scheme == 0) {
        int is_broken = FN(is_broken)(self, text, colon);
        if (is_broken)
            return is_broken < 0 ? FAILED : IN_DOUBT;
        int is_quoted = FN(may_open_quotes)(kernel, text, start);
        int may_be_cut = has_slashes && kernel->numbers[JOINS_LINES] && FN(begins_line)(kernel, text, start);
        return has_slashes && (is_quoted || may_be_cut) ? IN_DOUBT : NOTHING;
    }
    start = colon - (scheme >> SCHEME_BITS);
    if ((scheme & MAY_BE_ANY) || start < self->position || (start > 1 && text[start - 2] == '$')) /* a subfield may end it */
        return IN_DOUBT;
    int refused = kernel->numbers[JOINS_LINES] ? IN_DOUBT : NOTHING; /* the next line may complete it */
    if (start >= 2 && FN(is)(kernel, text[start - 1], LETTER) && FN(is)(kernel, text[start - 2], LETTER)) /* a word runs into it */
        return IN_DOUBT;
    if (start >= 3 && text[start - 3] == ':' && text[start - 2] == '/' && text[start - 1] == '/')
        return IN_DOUBT;
    int is_enclosed = FN(is_in_angles)(self, text, start);
    if (is_enclosed == 1 && text[start - 1] == '<' && (has_slashes || (scheme & GOES_WITHOUT)))
        return FN(directly_in_angles)(self, text, start, found);
    if (is_enclosed)
        return is_enclosed < 0 ? FAILED : IN_DOUBT;
    if (has_slashes) {
        if (colon + 3 >= self->length || Py_UNICODE_ISSPACE(text[colon + 3]))
            return refused;
        int was_tried = (scheme & TRIED) && !(start > 0 && FN(is)(kernel, text[start - 1], GLUE));
        int lacks_host = scheme & NEEDS_HOST ? FN(lacks_host)(self, text, colon + 3) : 0;
        if (lacks_host)
            return lacks_host < 0 ? FAILED : refused == IN_DOUBT ? IN_DOUBT : FN(after_refusal)(self, text, colon, (scheme & NAMED_BY_DNS) != 0);
        if (!was_tried && !(scheme & BEFORE_SLASHES))
            return IN_DOUBT;
        int has_host = text[colon + 3] != '/' || (scheme & NEEDS_HOST);
        const Program *program = kernel->programs[has_host ? FAST_PATH : OPAQUE];
        int step = was_tried ? FN(in_quotes)(self, text, start, found)
                             : FN(plain_rest)(self, text, program, start, colon + 3, kernel->no_text, found);
        if (step != IN_DOUBT)
            return step;
        const Program *user = kernel->programs[SOME_USER];
        Py_ssize_t host = FN(run)(&self->turn, user, user->code, text, colon + 3, self->length, &(int){0});
        return host < 0 ? FAILED : FN(plain_text)(self, text, start, host, kernel->no_text, kernel->uri_kind, found);
    }
    if (scheme & (next == '/' ? ROOTED : GOES_WITHOUT)) {
        if (start > 0 && text[start - 1] >= 128) /* it may be an accented letter of a word */
            return IN_DOUBT;
        int step = FN(opaque)(self, text, start, colon, found);
        return step == NOTHING ? refused : step;
    }
    return refused;
}

/* The URI after the angle bracket at `opener`; its scheme ends before `colon`. */
static int FN(in_angles)(Matches *self, const CH *text, Py_ssize_t opener, Py_ssize_t colon, PyObject **found)
{
    Kernel *kernel = self->kernel;
    Py_ssize_t start = FN(run_start)(self, text, colon, kernel->numbers[MOST_IN_SCHEME], IN_SCHEME);
    int group = 0, has_slashes = colon + 2 < self->length && text[colon + 1] == '/' && text[colon + 2] == '/';
    long scheme = FN(number_of)(&kernel->memos[IN_ANGLES], text + start, colon - start);
    if (scheme < 0)
        return FAILED;
    int is_glued = opener > 0 && !FN(is)(kernel, text[opener - 1], BEFORE_ANGLES);
    if (!(scheme & IS_KNOWN)) {
        if (is_glued && text[opener - 1] < 128 && !has_slashes)
            return NOTHING;
        if (scheme & MAY_BE_ANY)
            return IN_DOUBT;
        int is_designator = FN(matches_at)(self, kernel->programs[DESIGNATOR], text, opener, self->length);
        return is_designator < 0 ? FAILED : is_designator ? NOTHING : IN_DOUBT;
    }
    const Program *program = kernel->programs[CLOSED_ANGLES];
    Py_ssize_t end = FN(run)(&self->turn, program, program->code, text, opener, self->length, &group) - 1;
    if (end < 0 || end - start > kernel->numbers[MAX_LENGTH]) {
        if (end == -3 || opener != start - 1 || !(has_slashes || (scheme & GOES_WITHOUT)))
            return end == -3 ? FAILED : IN_DOUBT;
        return FN(directly_in_angles)(self, text, start, found);
    }
    if (!has_slashes && ((scheme & NEEDS_HOST) || (is_glued && !(scheme & GOES_WITHOUT))))
        return IN_DOUBT;
    return FN(uri)(self, text, start, end, kernel->around_angles, found);
}

/* Whether a name contains a hyphen, before which it may end. */
static int FN(has_hyphen)(const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    while (start < end && text[start] != '-')
        start++;
    return start < end;
}

/* The address around the `@` at a place, if nothing else is in the angle brackets. */
static int FN(enclosed_address)(Matches *self, const CH *text, Py_ssize_t at, PyObject **found)
{
    const Program *enclosed = self->kernel->programs[ENCLOSED_WORD];
    Py_ssize_t start = self->angle + 1, after = at + 1;
    if (start <= FN(first_name)(self) || at - start > self->kernel->numbers[MOST_IN_LOCAL_PART])
        return IN_DOUBT;
    Py_ssize_t end = FN(run)(&self->turn, enclosed, enclosed->code, text, start, self->length, &(int){0}) - 1;
    while (after < end && text[after] != '@')
        after++;
    if (end < 0 || after != end || end - start > self->kernel->numbers[MAX_LENGTH])
        return end == -3 ? FAILED : IN_DOUBT;
    return FN(remembered_match)(self, text, ENCLOSED_ADDRESS, start, end, 0, found);
}

/* Whether the `@` at a place certainly belongs to no address: no local part can end there, or the one at `start` is too
   long or inside a word, and does not continue text that was already read. In angle brackets, more characters may be in
   a local part, and the escape of a character may precede one: `\njoe@a.example`. */
static int FN(lacks_local_part)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t at)
{
    if (self->angle >= 0 && self->angle >= at - self->kernel->numbers[MOST_IN_LOCAL_PART] - 1)
        return 0;
    if (start == at)
        return FN(is)(self->kernel, text[at - 1], NEVER_IN_LOCAL_PART);
    if (FN(first_name)(self) >= start - 1)
        return 0;
    int is_too_long = at - start > self->kernel->numbers[MOST_IN_LOCAL_PART] && FN(is)(self->kernel, text[start], DIGIT | LETTER);
    return (is_too_long && text[start - 1] != '\\') || FN(is)(self->kernel, text[start - 1], NOT_BEFORE_ADDRESS);
}

/* The address whose `@` and domain are `text[at:end]`. */
static int FN(address)(Matches *self, const CH *text, const Trigger *trigger, Py_ssize_t at, Py_ssize_t end, PyObject **found)
{
    Kernel *kernel = self->kernel;
    if (end == at + 1)
        return IN_DOUBT;
    int has_word = FN(may_run_into_sentence)(self, text, at + 1, end);
    if (has_word)
        return has_word < 0 ? FAILED : IN_DOUBT;
    int known = FN(completes_name)(self, text, at + 1, end);
    if (known < 1)
        return known == NOTHING && FN(has_hyphen)(text, at + 1, end) ? IN_DOUBT : known;
    Py_ssize_t start = FN(run_start)(self, text, at, kernel->numbers[MOST_IN_LOCAL_PART] + 1, IN_LOCAL_PART);
    if (start > 0 && text[start - 1] == '/') /* the owner of a mailing list may precede its name: `~joe/list@a.example` */
        return IN_DOUBT;
    if (FN(lacks_local_part)(self, text, start, at))
        return NOTHING;
    if (end - at > kernel->numbers[MOST_IN_HOST])
        return IN_DOUBT;
    if (start > 0 && FN(is)(kernel, text[start - 1], IN_ENCLOSED_LOCAL_PART) && self->angle >= 0 &&
        self->angle >= at - kernel->numbers[MOST_IN_LOCAL_PART] - 1) {
        int is_enclosed = FN(matches_all)(self, kernel->programs[LOCAL_PART_IN_ANGLES], text, self->angle, at);
        if (is_enclosed)
            return is_enclosed < 0 ? FAILED : IN_DOUBT;
    }
    if (start == at || at - start > kernel->numbers[MOST_IN_LOCAL_PART] || end - start >= kernel->numbers[MAX_LENGTH])
        return IN_DOUBT;
    int is_plain = FN(matches_all)(self, kernel->programs[LOCAL_PART], text, start, at);
    if (is_plain < 1)
        return is_plain < 0 ? FAILED : IN_DOUBT;
    if (start > 1 && text[start - 1] == '\'' && Py_UNICODE_ISALNUM(text[start - 2]))
        return IN_DOUBT;
    Py_ssize_t before = start - 1; /* or the line end, if only blanks and quote marks precede the address on its line */
    while (before > 0 && (text[before] == ' ' || text[before] == '\t' || text[before] == '>'))
        before--;
    if (before < 0 || text[before] != '\n')
        before = start - 1;
    FN(Key) key;
    key.length = 0;
    FN(add_at)(&key, self, text, before);
    if (end < self->length)
        FN(add)(&key, text[end]);
    if (end + 1 < self->length && text[end] == '.')
        FN(add)(&key, text[end + 1]);
    return FN(named_match)(self, text, start, end, trigger, FN(ask_memo)(&kernel->memos[AROUND_ADDRESS], key.characters, key.length), 0, found);
}

/* The name or IP address at `start`, with its port, path and so on; its host has already been accepted. */
static int FN(with_path)(Matches *self, const CH *text, const Trigger *trigger, Py_ssize_t start, PyObject **found)
{
    Kernel *kernel = self->kernel;
    int group = 0;
    Py_ssize_t end = FN(link_end)(self, text, kernel->programs[FAST_PATH], start, start, &group);
    if (end < 0)
        return end == -2 ? FAILED : IN_DOUBT;
    PyObject *around = FN(around_link)(self, &kernel->memos[AROUND_NAME], text, start, &end, group);
    return FN(named_match)(self, text, start, end, trigger, around, 1, found);
}

/* Whether a name or address may begin at a place that is not in angle brackets: 1, 0, or -1 with an error. */
static int FN(may_begin_name)(Matches *self, const CH *text, Py_ssize_t start)
{
    if (start < FN(first_name)(self) || (start > 0 && FN(is)(self->kernel, text[start - 1], DOUBTFUL_BEFORE_NAME)))
        return 0;
    int is_enclosed = self->angle == start - 1 ? 0 : FN(is_in_angles)(self, text, start);
    return is_enclosed < 0 ? -1 : !is_enclosed;
}

/* The name at `start` with its port, path and so on. */
static int FN(plain_name)(Matches *self, const CH *text, const Trigger *trigger, Py_ssize_t start, PyObject **found)
{
    Kernel *kernel = self->kernel;
    const Program *host = kernel->programs[HOST];
    int group = 0, may_begin = FN(may_begin_name)(self, text, start);
    if (may_begin < 1)
        return may_begin < 0 ? FAILED : IN_DOUBT;
    Py_ssize_t room = self->length - start, most = kernel->numbers[MOST_IN_HOST];
    Py_ssize_t host_end = FN(run)(&self->turn, host, host->code, text, start, start + Py_MIN(room, most), &group);
    if (host_end == -2)
        return FAILED;
    int known = FN(completes_name)(self, text, start, host_end);
    int has_word = known == 1 ? FN(may_run_into_sentence)(self, text, start, host_end) : 0;
    if (known < 1 || has_word)
        return known < 0 || has_word < 0 ? FAILED : IN_DOUBT;
    int step = FN(with_path)(self, text, trigger, start, found);
    return step == IN_DOUBT ? FN(plain_text)(self, text, start, start, trigger->prefix, trigger->kind, found) : step;
}

/* FOUND if the four numbers `text[start:end]` are an address, NOTHING if they are another kind of number. */
static int FN(four_numbers)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t end)
{
    Kernel *kernel = self->kernel;
    int is_address = FN(matches_all)(self, kernel->programs[FOUR_NUMBERS], text, start, end);
    if (is_address < 1)
        return is_address;
    /* The text that may introduce another number: a word, the characters between it and the number, and the one before
       it. */
    Py_ssize_t most = kernel->numbers[FARTHEST_BEFORE_NUMBER];
    Py_ssize_t before = FN(run_start)(self, text, start, most, LEADS_TO_NUMBER);
    before = FN(run_start)(self, text, before, most - (start - before), LETTER);
    if (before > 0 && start - before < most)
        before--;
    if (before < start && (text[before] >= 128 || text[before] == '\\'))
        return IN_DOUBT; /* a word before the escape of a line end may introduce the number */
    long introduced = FN(number_of)(&kernel->memos[INTRODUCES], text + before, start - before);
    int is_other = introduced == LINE ? FN(matches_at)(self, kernel->programs[HEADING], text, start, self->length) : (int)introduced;
    return is_other < 0 ? FAILED : is_other ? NOTHING : FOUND;
}

/* The IP address that ends at `end`; `hit` is its opening bracket or its first dot. */
static int FN(ip_address)(Matches *self, const CH *text, const Trigger *trigger, Py_ssize_t hit, Py_ssize_t end, PyObject **found)
{
    Kernel *kernel = self->kernel;
    Py_ssize_t start = FN(run_start)(self, text, hit, text[hit] == '[' ? 0 : kernel->numbers[LONGEST_NUMBER], DIGIT);
    int is_address = text[hit] != '[' ? FN(four_numbers)(self, text, start, end)
                                      : (int)FN(number_of)(&kernel->memos[IS_PLAIN_HOST], text + start, end - start);
    if (is_address != FOUND)
        return is_address;
    int may_begin = FN(may_begin_name)(self, text, start);
    if (may_begin < 1 || (start > 0 && text[start - 1] == '/'))
        return may_begin < 0 ? FAILED : IN_DOUBT; /* after a slash, the address may be part of a device's name */
    int has_number = FN(matches_at)(self, kernel->programs[NUMBER_AFTER_ADDRESS], text, end, self->length);
    if (has_number < 0 || end - start >= kernel->numbers[MAX_LENGTH])
        return has_number < 0 ? FAILED : IN_DOUBT;
    if (has_number)
        return FN(plain_match)(self, text, start, end, end, BEFORE_NUMBER, 1, trigger->prefix, trigger->kind, found);
    int step = FN(with_path)(self, text, trigger, start, found);
    return step == IN_DOUBT ? FN(plain_text)(self, text, start, start, trigger->prefix, trigger->kind, found) : step;
}

/* The IPv6 address without brackets around a colon. The character before it, and the five after it (a prefix length such
   as `/128`, and the next character), decide. */
static int FN(bare_ipv6)(Matches *self, const CH *text, Py_ssize_t colon, PyObject **found)
{
    Py_ssize_t most = self->kernel->numbers[LONGEST_IPV6], start = FN(run_start)(self, text, colon, most, IN_IPV6), end = colon;
    if (colon - start == most)
        return IN_DOUBT;
    if (start < FN(first_name)(self))
        return IN_DOUBT;
    while (end < self->length && end - start <= most && (text[end] == '.' || FN(is)(self->kernel, text[end], IN_IPV6)))
        end++;
    start -= start > 0;
    return FN(remembered_match)(self, text, BARE_IPV6, start, Py_MIN(end + 5, self->length), 1, found);
}

/* The result for characters beyond ASCII before a domain or in its last label: FOUND if none of them belongs to it; the
   label then ends before them. */
static int FN(beyond_ascii)(Matches *self, const CH *text, Py_ssize_t start, Py_ssize_t dot, Py_ssize_t *end)
{
    Memo *memos = self->kernel->memos;
    int is_after = start > 0 && text[start - 1] >= 128;
    Py_ssize_t label_end = dot + 1;
    while (label_end < *end && text[label_end] < 128)
        label_end++;
    if (label_end == *end && !is_after)
        return FOUND;
    long goes_on = label_end < *end ? FN(number_of)(&memos[MAY_BE_IN_NAME], text + label_end, 1) : 0;
    if (goes_on)
        return goes_on < 0 ? FAILED : IN_DOUBT;
    int known = FN(completes_name)(self, text, dot, label_end);
    if (known < 1) /* a capitalized word may begin a sentence */
        return known == NOTHING && FN(is)(self->kernel, text[dot + 1], LETTER) && text[dot + 1] < 'a' ? IN_DOUBT : known;
    long is_longer = is_after ? FN(number_of)(&memos[MAY_BE_IN_NAME], text + start - 1, 1) : 0;
    if (is_longer < 0)
        return FAILED;
    *end = label_end;
    return is_longer || text[start] == '_' ? IN_DOUBT : FOUND;
}

/* The bare domain whose last dot and label are `text[dot:end]`. */
static int FN(domain)(Matches *self, const CH *text, const Trigger *trigger, Py_ssize_t dot, Py_ssize_t end, PyObject **found)
{
    Kernel *kernel = self->kernel;
    Py_ssize_t start = FN(run_start)(self, text, dot, kernel->numbers[MOST_IN_HOST] + 1, IN_NAME);
    Py_UCS4 before = start > 0 ? text[start - 1] : ' ';
    if (before == '\\' && (text[start] == 'n' || text[start] == 'r' || (start > 1 && text[start - 2] == '\\')))
        return IN_DOUBT; /* another name begins after the escape of a line end, and may begin after two backslashes */
    if (Py_UNICODE_ISSPACE(text[dot + 1]) || FN(is)(kernel, (CH)before, NOT_BEFORE_NAME))
        return NOTHING;
    int step = FN(beyond_ascii)(self, text, start, dot, &end);
    if (step != FOUND)
        return step;
    long reading = FN(number_of)(&kernel->memos[READS_AS], text + start, end - start);
    if (reading < 0)
        return FAILED;
    int goes_on = end < self->length && FN(is)(kernel, text[end], BEFORE_PATH);
    if (reading == NO_DOMAIN || (reading == SOMETHING_ELSE && !goes_on))
        return NOTHING;
    if (reading == SOMETHING_ELSE) {
        int has_path = FN(matches_at)(self, kernel->programs[PATH], text, end, self->length);
        return has_path < 0 ? FAILED : has_path ? IN_DOUBT : NOTHING;
    }
    int is_variable = FN(matches_at)(self, kernel->programs[VARIABLE], text, start, self->length);
    if (is_variable < 0)
        return FAILED;
    if (reading != PLAIN || is_variable || (goes_on && (text[end] == '_' || (end + 1 < self->length && text[end + 1] >= 128))))
        return IN_DOUBT;
    FN(Key) key;
    key.length = 0;
    FN(add_at)(&key, self, text, start - 1);
    for (Py_ssize_t place = end; place < end + 2 && place < self->length; place++)
        FN(add)(&key, text[place]);
    PyObject *around = FN(ask_memo)(&kernel->memos[AROUND_DOMAIN], key.characters, key.length);
    if (around == NULL || (around != Py_None && end - start < kernel->numbers[MAX_LENGTH]))
        return FN(named_match)(self, text, start, end, trigger, around, 1, found);
    Py_DECREF(around);
    return FN(plain_name)(self, text, trigger, start, found);
}

/* The result for the hit of a trigger whose literal ends where the search continues. */
static int FN(hit)(Matches *self, const CH *text, int number, PyObject **found)
{
    const Trigger *trigger = &self->kernel->triggers[number];
    Py_ssize_t start = self->at - trigger->length, end;
    int group = 0, step = IN_DOUBT;
    if (start < self->from || start >= self->limit)
        return NOTHING;
    if (trigger->recipe == URIS ? start < self->next_uri : start < self->whole_end || start < self->position)
        return NOTHING;
    end = FN(run)(&self->turn, trigger->program, trigger->program->code, text, start, self->length, &group);
    if (end == -2)
        return FAILED;
    if (end < 0)
        return NOTHING;
    if (trigger->recipe == URIS) {
        Py_ssize_t longest = self->kernel->numbers[MAX_LENGTH] - 5;
        self->next_uri = end;
        if (group) {
            Py_ssize_t begun = start - (text[start - 1] == 's' ? 5 : 4);
            self->next_uri = FN(value_end)(self, text, begun, end);
            if (begun < self->position && self->position < end) /* inside text that was read and refused */
                self->next_uri = self->position > start ? self->position : start + 1;
            else if (self->next_uri - start > longest)
                self->next_uri = start + longest;
            else
                self->whole_end = self->next_uri;
        }
        if (start < self->position)
            return NOTHING;
        if (group)
            step = FN(whole_uri)(self, text, start, end, group, found);
        else if (self->is_fast)
            step = FN(uri_at_hit)(self, text, start, found);
    } else if (self->is_fast) {
        if (trigger->recipe == ANGLES)
            step = FN(in_angles)(self, text, start, end - 1, found);
        else if (trigger->recipe == ADDRESSES)
            step = FN(address)(self, text, trigger, start, end, found);
        else if (trigger->recipe == SUFFIXES)
            step = start >= 2 ? FN(plain_name)(self, text, trigger, start - 2, found) : IN_DOUBT;
        else if (trigger->recipe == DOMAINS)
            step = FN(domain)(self, text, trigger, start, end, found);
        else if (trigger->recipe == IP_ADDRESSES)
            step = FN(ip_address)(self, text, trigger, start, end, found);
        else if (trigger->recipe == BARE_IPV6_ADDRESSES)
            step = FN(bare_ipv6)(self, text, start, found);
        if (step == IN_DOUBT && trigger->recipe == ADDRESSES)
            step = FN(enclosed_address)(self, text, start, found);
    }
    return step == IN_DOUBT ? ask_python(self, number, start, found) : step;
}

/* Whether the search may have to stop at a character; this is also true of some characters beyond ASCII. */
static inline int FN(may_stop)(const Kernel *kernel, CH c)
{
    COUNT_BYTES(sizeof(CH));
    return kernel->is_stop[c & 127];
}

/* The next place at which the search stops, which is the last character of a literal; `last` if there is none before
   it. */
static Py_ssize_t FN(next_stop)(const Kernel *kernel, const CH *text, Py_ssize_t at, Py_ssize_t last)
{
    for (;; at++) {
        while (last - at >= 4 && !(FN(may_stop)(kernel, text[at]) | FN(may_stop)(kernel, text[at + 1]) |
                                   FN(may_stop)(kernel, text[at + 2]) | FN(may_stop)(kernel, text[at + 3])))
            at += 4;
        while (at < last && !FN(may_stop)(kernel, text[at]))
            at++;
        if (at >= last || text[at] < 128)
            return at;
    }
}

/* The next match: FOUND, or NOTHING at the end, or FAILED. */
static int FN(next)(Matches *self, const CH *text, PyObject **found)
{
    const Kernel *kernel = self->kernel;
    Py_ssize_t last = self->limit + kernel->longest_literal - 1;
    if (last > self->length)
        last = self->length;
    for (;;) {
        while (self->waiting) {
            int number = 0;
            for (unsigned bits = self->waiting; !(bits & 1); bits >>= 1)
                number++;
            self->waiting &= self->waiting - 1;
            if (spend(&self->turn, READ_AT_HIT * sizeof(CH)) < 0)
                return FAILED;
            int step = FN(hit)(self, text, number, found);
            if (step != NOTHING)
                return step;
        }
        Py_ssize_t begun = self->at < self->whole_end ? self->whole_end : self->at;
        Py_ssize_t end = last - begun > PIECE / (Py_ssize_t)sizeof(CH) ? begun + PIECE / (Py_ssize_t)sizeof(CH) : last;
        Py_ssize_t at = self->at = FN(next_stop)(kernel, text, begun, end);
        if (spend(&self->turn, (at - begun + 4) * sizeof(CH)) < 0)
            return FAILED;
        if (at >= last)
            return NOTHING;
        if (at >= end)
            continue;
        if (text[at] == '<')
            self->angle = at;
        unsigned before = at > 0 && text[at - 1] < 128 ? kernel->is_before_last[text[at - 1]] : kernel->has_one;
        self->waiting = kernel->is_last[text[at]] & before;
        self->at = at + 1;
    }
}
