/* The links in the rows of a column, as the buffers of Arrow arrays: a match object is made only in doubtful cases. */

typedef struct {
    char *bytes;
    Py_ssize_t used, room;
} Buffer;

/* Makes room for some bytes, and returns its address, or NULL with an exception set. */
static char *extend(Buffer *buffer, Py_ssize_t bytes)
{
    if (bytes >= buffer->room - buffer->used) { /* zero bytes need an address, too */
        char *grown = NULL;
        Py_ssize_t room = 64;
        if (bytes <= PY_SSIZE_T_MAX / 4 && buffer->room <= PY_SSIZE_T_MAX / 4)
            grown = PyMem_Realloc(buffer->bytes, room += 2 * buffer->room + bytes);
        if (grown == NULL)
            return (char *)PyErr_NoMemory();
        buffer->bytes = grown;
        buffer->room = room;
    }
    buffer->used += bytes;
    return buffer->bytes + buffer->used - bytes;
}

/* Adds an offset of Arrow's strings and lists, a 32-bit number. Returns -1 and sets an exception on failure. */
static int add_offset(Buffer *offsets, Py_ssize_t offset)
{
    if (offset > INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "the links of a batch need more than an Arrow array may have");
        return -1;
    }
    int32_t value = (int32_t)offset;
    char *place = extend(offsets, sizeof value);
    if (place != NULL)
        memcpy(place, &value, sizeof value);
    return place != NULL ? 0 : -1;
}

enum { LINK_URI, LINK_KIND, LINK_TEXT, LINK_ENCLOSURE, LINK_STRINGS }; /* "" means no enclosure */
enum { CODE_POINTS, BYTES, UTF_16 };                                   /* the units of `frames/found_links.py` */

struct Links {
    Buffer lists;    /* where the links of each row end */
    Buffer spans[2]; /* the starts and the ends of the links */
    struct {
        Buffer ends, bytes;
    } strings[LINK_STRINGS];
    Py_ssize_t count;
    int unit;
    Py_ssize_t place, converted; /* a place in the row, in code points and in the unit */
};

/* Makes room for a string of this length in a column of strings. Returns NULL with an exception set on failure. */
static char *add_string(Links *links, int column, Py_ssize_t length)
{
    Buffer *bytes = &links->strings[column].bytes;
    char *place = extend(bytes, length);
    return place != NULL && add_offset(&links->strings[column].ends, bytes->used) == 0 ? place : NULL;
}

/* The length of a character in a unit. A surrogate represents a byte that is not UTF-8. */
static int length_in(int unit, Py_UCS4 c)
{
    if (unit == UTF_16)
        return c > 0xffff ? 2 : 1;
    return c < 0x80 || (0xd800 <= c && c < 0xe000) ? 1 : c < 0x800 ? 2 : c <= 0xffff ? 3 : 4;
}

/* Adds a string as UTF-8, with U+FFFD in place of surrogates, and None as "". Returns -1 with an exception set on
   failure. */
static int add_text(Links *links, int column, PyObject *text)
{
    Py_ssize_t length = text != Py_None ? PyUnicode_GET_LENGTH(text) : 0, bytes = 0;
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 c = PyUnicode_READ_CHAR(text, i);
        bytes += 0xd800 <= c && c < 0xe000 ? 3 : length_in(BYTES, c);
    }
    char *place = add_string(links, column, bytes);
    if (place == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 c = PyUnicode_READ_CHAR(text, i);
        if (0xd800 <= c && c < 0xe000)
            c = 0xfffd;
        int more = length_in(BYTES, c) - 1;
        *place++ = (char)(more == 0 ? c : (0xff00 >> (more + 1)) | (c >> 6 * more));
        while (more-- > 0)
            *place++ = (char)(0x80 | ((c >> 6 * more) & 0x3f));
    }
    return 0;
}

/* Adds the span of a link, in the unit. The links of a row are added in order. Returns -1 with an exception set on
   failure. */
static int add_span(Links *links, const Matches *search, const Py_ssize_t span[2])
{
    int is_as_it_is = links->unit == CODE_POINTS || search->text == NULL || PyUnicode_IS_ASCII(search->text);
    for (int side = 0; side < 2; side++) {
        while (!is_as_it_is && links->place < span[side])
            links->converted += length_in(links->unit, PyUnicode_READ_CHAR(search->text, links->place++));
        int64_t value = is_as_it_is ? span[side] : links->converted;
        char *place = extend(&links->spans[side], sizeof value);
        if (place == NULL)
            return -1;
        memcpy(place, &value, sizeof value);
    }
    links->count++;
    return 0;
}

/* Adds a match that Python made, moved by `by` characters. Returns -1 with an exception set on failure. */
static int add_match(Links *links, const Matches *search, PyObject *match, Py_ssize_t by)
{
    const Py_ssize_t *slots = search->kernel->slots;
    static const int columns[] = {LINK_URI, LINK_TEXT, LINK_KIND, LINK_ENCLOSURE}, places[] = {0, 3, 4, 5};
    if (!Py_IS_TYPE(match, search->kernel->match_type)) {
        PyErr_SetString(PyExc_TypeError, "not a match");
        return -1;
    }
    Py_ssize_t span[2] = {PyLong_AsSsize_t(slot_of(match, slots[1])), PyLong_AsSsize_t(slot_of(match, slots[2]))};
    if (PyErr_Occurred())
        return -1;
    span[0] += by;
    span[1] += by;
    for (int i = 0; i < LINK_STRINGS; i++)
        if (add_text(links, columns[i], slot_of(match, slots[places[i]])) < 0)
            return -1;
    return add_span(links, search, span);
}

/* The buffers as bytes: the lists, the starts, the ends, and the offsets and bytes of each column of strings. */
static PyObject *buffers_of(const Links *links)
{
    const Buffer *all[3 + 2 * LINK_STRINGS] = {&links->lists, &links->spans[0], &links->spans[1]};
    for (int i = 0; i < LINK_STRINGS; i++) {
        all[3 + 2 * i] = &links->strings[i].ends;
        all[4 + 2 * i] = &links->strings[i].bytes;
    }
    PyObject *made = PyTuple_New(3 + 2 * LINK_STRINGS);
    for (int i = 0; made != NULL && i < 3 + 2 * LINK_STRINGS; i++) {
        PyObject *bytes = PyBytes_FromStringAndSize(all[i]->bytes, all[i]->used);
        if (bytes != NULL)
            PyTuple_SET_ITEM(made, i, bytes);
        else
            Py_CLEAR(made);
    }
    return made;
}

static void free_links(Links *links)
{
    PyMem_Free(links->lists.bytes);
    for (int side = 0; side < 2; side++)
        PyMem_Free(links->spans[side].bytes);
    for (int i = 0; i < LINK_STRINGS; i++) {
        PyMem_Free(links->strings[i].ends.bytes);
        PyMem_Free(links->strings[i].bytes.bytes);
    }
}
