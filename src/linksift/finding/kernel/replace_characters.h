/* Replaces some ASCII characters of a text by strings. kernel.c includes this once for each width of a character. */

/* The number of times that a character occurs. Runs are so short that their counts fit into a character, which lets
   compilers compare many characters at once. */
static Py_ssize_t FN(occurrences)(const CH *text, Py_ssize_t length, CH sought)
{
    Py_ssize_t all = 0;
    for (Py_ssize_t run; length > 0; text += run, length -= run) {
        CH some = 0;
        run = length < 255 ? length : 255;
        for (Py_ssize_t i = 0; i < run; i++)
            some += text[i] == sought;
        all += some;
    }
    return all;
}

/* The number of characters at the start, a multiple of 32, that certainly do not change. */
static Py_ssize_t FN(unchanged)(const CH *text, Py_ssize_t length, const Replacement *by, int count)
{
    for (Py_ssize_t at = 0;; at += 32) {
        if (length - at < 32)
            return at;
        for (int i = 0; i < count; i++)
            if (FN(occurrences)(text + at, 32, by[i].character) > 0)
                return at;
    }
}

/* The text with its replacements, or the text itself if it contains none of the characters. */
static PyObject *FN(replaced)(PyObject *text, const Replacement *by, int count)
{
    const CH *from = PyUnicode_DATA(text);
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), grown = length, changes = 0;
    unsigned char numbers[128] = {0};
    for (int i = 0; i < count; i++) {
        Py_ssize_t times = FN(occurrences)(from, length, by[i].character);
        /* with 32-bit sizes, the length of the result may overflow */
        if (by[i].length > 1 && times > (PY_SSIZE_T_MAX - grown) / (by[i].length - 1))
            return PyErr_NoMemory();
        grown += times * (by[i].length - 1);
        changes += times;
        numbers[by[i].character] = (unsigned char)(i + 1);
    }
    PyObject *made = changes > 0 ? PyUnicode_New(grown, PyUnicode_MAX_CHAR_VALUE(text)) : Py_NewRef(text);
    if (made == NULL || changes == 0)
        return made;
    CH *to = PyUnicode_DATA(made);
    for (const CH *run = from, *end = from + length;; run = ++from) {
        from += FN(unchanged)(from, end - from, by, count);
        while (from < end && (*from >= 128 || numbers[*from] == 0))
            from++;
        memcpy(to, run, (from - run) * sizeof(CH));
        to += from - run;
        if (from == end)
            return made;
        const Replacement *one = &by[numbers[*from] - 1];
        for (Py_ssize_t i = 0; i < one->length; i++)
            *to++ = one->characters[i];
    }
}
