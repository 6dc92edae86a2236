/* The kernel: the search for hits and the fast path of plain links, compiled.

   It reads a text once, and runs the triggers' patterns (vm.h) where their literals occur. At each hit, it makes the
   match if nothing is in doubt (scan.h), continues if the hit is certainly not a link, and otherwise asks Python about
   that position. In the rows of a column, it makes no match objects, but adds the links to the buffers of Arrow arrays
   (arrow_links.h). For the output, it also replaces the characters of a text that a format escapes
   (replace_characters.h).

   Python passes the patterns as programs, and the characters and bounds as tables. If a rule decides about a few
   characters, the kernel asks its Python function once and remembers the answer (`Memo`). Only the order of these
   questions is written in C, for twenty decisions. Each decision is also made in Python, where a change has to
   begin; tests compare the two:

   decided by (scan.h)   in Python by
   -------------------   ----------------------------------------------------------------------------------------------
   whole_uri             fast_path.whole_uris.fast_match
   value_end             scan.triggers.value_end
   uri_at_hit            scan.candidates_at_hit.candidates
   opaque                scan.running_text.read_after_scheme
   lacks_host            scan.host_names.may_begin_host
   after_refusal         scan.running_text.candidate_in_text
   in_angles             scan.enclosed.angle_brackets.candidate_in_angles
   address               fast_path.addresses_and_domains.fast_address
   enclosed_address      fast_path.addresses_and_domains.enclosed_address
   lacks_local_part      scan.names.email_addresses.local_part_start, scan.names.email_addresses.is_in_word
   directly_in_angles    scan.enclosed.angle_brackets.candidate_in_angles
   in_quotes             scan.enclosed.quotes.candidate_in_quotes
   plain_name            scan.names.www_names.read_name
   domain                scan.names.bare_domains.start_at, fast_path.addresses_and_domains.fast_domain
   ip_address            scan.names.ip_addresses.address_start
   bare_ipv6             scan.names.ip_addresses.bare_ipv6
   plain_text            scan.running_text.candidate_in_text, scan.names.www_names.candidate_of_name
   completes_name        scan.host_names.completes_name
   may_run_into_sentence scan.host_names.may_run_into_sentence
   around_link           fast_path.whole_uris.without_punctuation

   All of this code runs with the GIL held, which also protects the memos of a kernel. Signal handlers and other threads
   run at a checkpoint (`Turn`), and whenever Python is asked. They may use the same kernel, but not the same search
   (`Matches.running`).

   A function that returns a pointer returns NULL if it sets an exception; one that returns a number then returns -1,
   unless its comment says otherwise. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

/* ---- Checkpoints ------------------------------------------------------------------------------------------------- */

#define TURN 32768       /* the number of bytes of text that are read between two checkpoints */
#define PIECE (TURN / 2) /* the most bytes read in one step, so that never more than twice as many are read */
#define READ_AT_HIT 16   /* the number of characters that a hit counts as, so at most 2,048 hits are between two checkpoints */
#define READ_IN_STEP 8   /* the number of characters that a repeatable step of a program counts as */

/* The number of bytes left to read until the next checkpoint, and the Python function that is called there. The
   function does nothing, but when it is called, the interpreter handles signals and lets other threads run. */
typedef struct {
    Py_ssize_t left;
    PyObject *checkpoint;
} Turn;

#ifdef LINKSIFT_COUNTED /* a build for tests, which counts the work between two checkpoints; `since` is the unfinished count */
static struct {
    Py_ssize_t bytes, matches, checkpoints;
} since, most;
#define COUNT_BYTES(count) (since.bytes += (count))
#define COUNT_MATCH() (since.matches++)

static void count_checkpoint(void)
{
    most.bytes = since.bytes > most.bytes ? since.bytes : most.bytes;
    most.matches = since.matches > most.matches ? since.matches : most.matches;
    most.checkpoints++;
    since.bytes = since.matches = 0;
}

/* The most bytes and matches between two checkpoints, and the number of checkpoints, since the last call. */
static PyObject *counted(PyObject *module, PyObject *none)
{
    count_checkpoint();
    PyObject *counts = Py_BuildValue("nnn", most.bytes, most.matches, most.checkpoints - 1);
    most.bytes = most.matches = most.checkpoints = 0;
    return counts;
}
#else
#define COUNT_BYTES(count) ((void)0)
#define COUNT_MATCH() ((void)0)
#define count_checkpoint() ((void)0)
#endif

/* Begins another turn. Returns -1 if an exception is set, which a signal handler may have raised. */
static int next_turn(Turn *turn)
{
    turn->left = TURN;
    count_checkpoint();
    PyObject *nothing = PyObject_CallNoArgs(turn->checkpoint);
    Py_XDECREF(nothing);
    return nothing != NULL ? 0 : -1;
}

/* Subtracts the bytes that were read from a turn, and begins the next turn if none are left. */
static inline int spend(Turn *turn, Py_ssize_t bytes)
{
    turn->left -= bytes;
    return turn->left > 0 ? 0 : next_turn(turn);
}

/* ---- Programs: see regex_compiler.py ----------------------------------------------------------------------------- */

enum { OP_MATCH, OP_CHAR, OP_SET, OP_SPAN, OP_RUN, OP_SPLIT, OP_JUMP, OP_LOOK, OP_ATOMIC, OP_GROUP, OP_END, OP_FAIL, OP_PEEK,
       OP_TEXT };

typedef struct {
    int kind;
    Py_UCS4 first, last;
} Beyond;

typedef struct {
    unsigned char ascii[128];
    int negated;
    int count;
    Beyond *beyond;
} Set;

typedef struct {
    int *code;
    Set *sets;
    int set_count;
} Program;

static int is_kind(const Beyond *beyond, Py_UCS4 c)
{
    switch (beyond->kind) {
    case 1:
        return Py_UNICODE_ISSPACE(c);
    case 2:
        return !Py_UNICODE_ISSPACE(c);
    case 3:
        return Py_UNICODE_ISALNUM(c);
    case 4:
        return !Py_UNICODE_ISALNUM(c);
    case 5:
        return Py_UNICODE_ISDECIMAL(c);
    case 6:
        return !Py_UNICODE_ISDECIMAL(c);
    default:
        return beyond->first <= c && c <= beyond->last;
    }
}

static int beyond_ascii(const Set *set, Py_UCS4 c)
{
    for (int i = 0; i < set->count; i++)
        if (is_kind(&set->beyond[i], c))
            return !set->negated;
    return set->negated;
}

/* The places to which a program can backtrack: a repeated character that may end earlier, or another alternative. */
typedef struct {
    const int *pc;
    Py_ssize_t pos, least;
    int group;
} Choice;

#define INLINE_CHOICES 24

typedef struct {
    int used, room;
    Choice *frames;
    Choice inside[INLINE_CHOICES];
} Choices;

/* Adds a choice. */
static int push(Choices *choices, const int *pc, Py_ssize_t pos, Py_ssize_t least, int group)
{
    if (choices->used == choices->room) {
        int room = 2 * choices->room;
        Choice *grown = PyMem_Malloc(room * sizeof(Choice));
        if (grown == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        memcpy(grown, choices->frames, choices->used * sizeof(Choice));
        if (choices->frames != choices->inside)
            PyMem_Free(choices->frames);
        choices->frames = grown;
        choices->room = room;
    }
    choices->frames[choices->used++] = (Choice){pc, pos, least, group};
    return 0;
}

/* ---- The parts of a kernel --------------------------------------------------------------------------------------- */

#define RECENT 256

/* The remembered answers of a Python function of a short string. Recent keys are found without making a string. */
typedef struct {
    PyObject *function, *answers;
    PyObject *keys[RECENT], *recent[RECENT];
} Memo;

#define MOST_REMEMBERED 16384
#define MOST_IN_KEY 48         /* the maximum number of characters around a link in the key of a memo */
#define LONGEST_REMEMBERED 512 /* the maximum length of the content of angle brackets or quotes, with its closer, in the key of a memo */

/* What kernel_setup.py gives, each by its name in C. */
#define CONSTANT(name) name,
#define TEXT(name) #name,

/* Classes of characters, as bits. */
#define EACH_CLASS(X) \
    X(IN_SCHEME) X(NOT_FIRST_IN_SCHEME) X(ENDS_ESCAPE) X(PUNCTUATION) X(DOUBTFUL_BEFORE) X(DOUBTFUL_IN_TAIL) \
    X(IN_LOCAL_PART) X(IN_NAME) X(NOT_BEFORE_NAME) X(DOUBTFUL_BEFORE_NAME) X(IN_ENCLOSED_LOCAL_PART) \
    X(BEFORE_ANGLES) X(BEFORE_PATH) X(ENDS_OPAQUE_PART) X(GLUE) X(OPENS_QUOTES) X(ENDS_EMPHASIS) \
    X(NEVER_IN_LOCAL_PART) X(NOT_BEFORE_ADDRESS) X(IN_PREFIX) X(DIGIT) X(LETTER) X(LEADS_TO_NUMBER) \
    X(ALWAYS_TRIMMED) X(IN_IPV6) X(TELLS_SCHEME)
#define PLACE(name) PLACE_OF_##name,
#define BIT(name) name = 1u << PLACE_OF_##name,
enum { EACH_CLASS(PLACE) CLASSES };
enum { EACH_CLASS(BIT) };
static const char *const CLASS_NAMES[] = {EACH_CLASS(TEXT)};

#define EACH_PROGRAM(X) \
    X(FAST_PATH) X(OPAQUE) X(HOST) X(LOCAL_PART) X(LOCAL_PART_IN_ANGLES) X(LINE_ENDS) X(PATH) X(VARIABLE) \
    X(URL_PREFIX) X(CLOSED_ANGLES) X(BROKEN_SCHEME) X(DESIGNATOR) X(USER) X(WORD) X(CONTENT_AND_CLOSER) \
    X(QUOTED_LINES) X(PLAIN_HOST) X(AFTER_PLAIN_HOST) X(FOUR_NUMBERS) X(HEADING) X(NUMBER_AFTER_ADDRESS) \
    X(SOME_USER) X(ENCLOSED_WORD)
enum { EACH_PROGRAM(CONSTANT) PROGRAMS };
static const char *const PROGRAM_NAMES[] = {EACH_PROGRAM(TEXT)};

#define EACH_MEMO(X) \
    X(SCHEME) X(NEEDED) X(IS_TOP_LEVEL) X(READS_AS) X(IN_ANGLES) X(IS_BROKEN_SCHEME) X(MAY_BEGIN_HOST) \
    X(MAY_BE_IN_NAME) X(MAY_RUN_INTO_SENTENCE) X(AROUND_LINK) X(AROUND_ADDRESS) X(AROUND_NAME) X(AROUND_DOMAIN) \
    X(AROUND_PLAIN) X(IS_PLAIN_HOST) X(INTRODUCES) X(ENCLOSED_ADDRESS) X(PLAIN_IN_ANGLES) X(PLAIN_IN_QUOTES) \
    X(BARE_IPV6)
enum { EACH_MEMO(CONSTANT) MEMOS };
static const char *const MEMO_NAMES[] = {EACH_MEMO(TEXT)};

#define EACH_NUMBER(X) \
    X(MOST_IN_SCHEME) X(MOST_IN_LOCAL_PART) X(MOST_IN_HOST) X(MOST_IN_TAIL) X(MAX_LENGTH) X(ANGLE_DISTANCE) \
    X(URL_DISTANCE) X(LONGEST_ESCAPE) X(FARTHEST_NEEDED) X(FARTHEST_AHEAD) X(LONGEST_PREFIX) X(LONGEST_NUMBER) \
    X(LONGEST_IPV6) X(FARTHEST_BEFORE_NUMBER) X(JOINS_LINES) X(HAS_TEMPLATES)
enum { EACH_NUMBER(CONSTANT) NUMBERS };
static const char *const NUMBER_NAMES[] = {EACH_NUMBER(TEXT)};

/* How matches are made at the hits of a trigger. */
#define EACH_RECIPE(X) \
    X(ASK) X(URIS) X(ANGLES) X(ADDRESSES) X(SUFFIXES) X(DOMAINS) X(IP_ADDRESSES) X(BARE_IPV6_ADDRESSES)
enum { EACH_RECIPE(CONSTANT) RECIPES };
static const char *const RECIPE_NAMES[] = {EACH_RECIPE(TEXT)};

/* The facts about a scheme: see kernel_setup.py. If a scheme may be any word, the kernel asks Python. */
enum { MAY_BE_ANY = 1, BEFORE_SLASHES = 2, TRIED = 4, GOES_WITHOUT = 8, ROOTED = 16, NEEDS_HOST = 32, IS_KNOWN = 64, NAMED_BY_DNS = 128, SCHEME_BITS = 8 };

enum { NO_DOMAIN, SOMETHING_ELSE, PLAIN }; /* the readings of a name: see kernel_setup.py */

enum { BLANK = 1, DELIMITER, TAIL, MARK }; /* the groups of a fast path: see triggers.py */
enum { AUTHORITY_END = 2, QUERY, BEFORE_NUMBER }; /* the parts in which plain text ends: see `plain_window` */

enum { ANY_NUMBER, OTHER_NUMBER, LINE }; /* what a text introduces: see ip_addresses.py */

#define MOST_TRIGGERS 16
#define LONGEST_LITERAL 4

typedef struct {
    Program *program;
    int length, recipe; /* `length` is the length of the trigger's literal */
    PyObject *prefix, *kind;
} Trigger;

typedef struct {
    PyObject_HEAD
    PyTypeObject *match_type, *matches_type;
    Py_ssize_t slots[7];
    Program *programs[PROGRAMS];
    Memo memos[MEMOS];
    Py_ssize_t numbers[NUMBERS];
    unsigned classes[128];
    Trigger triggers[MOST_TRIGGERS];
    int trigger_count;
    int longest_literal;
    unsigned is_last[128];        /* the triggers, as bits, whose literals end in this character */
    unsigned is_before_last[128]; /* those whose literals may have it before their last character */
    unsigned has_one;             /* those with literals of one character */
    unsigned char is_stop[128];   /* the characters in `is_last` */
    PyObject *checkpoint;
    PyObject *is_usable;        /* None, or the function that says whether a match is wanted */
    PyObject *uri_kind;
    PyObject *no_text;
    PyObject *around_angles; /* the enclosure of a URI in angle brackets, without details */
} Kernel;

typedef struct Links Links;

/* A search: an iterator over the matches of a text. */
typedef struct {
    PyObject_HEAD
    Kernel *kernel;
    PyObject *text;    /* NULL for a row of ASCII until Python needs it */
    Links *links;      /* NULL, or the buffers that receive the links of a row instead of matches */
    PyObject *asked;   /* the object that answers in Python; NULL until `ask_for` makes it for the text, if it does */
    PyObject *ask_for;
    const void *data;
    Py_ssize_t length;
    Py_ssize_t at;         /* where the search continues */
    unsigned waiting;      /* the triggers, as bits, that may have a hit whose literal ends there */
    Py_ssize_t from;       /* hits begin here or later */
    Py_ssize_t limit;      /* and before this */
    Py_ssize_t position;   /* matches begin here or later */
    Py_ssize_t names_from; /* and names without a scheme here or later */
    Py_ssize_t whole_end;  /* the end of the last URI that the scheme trigger matched as a whole */
    Py_ssize_t next_uri;   /* where that trigger continues */
    Py_ssize_t word_end;   /* the end of the last word in which a host broke off */
    Py_ssize_t user;       /* the start of the text examined last as a possible user or local part */
    Py_ssize_t user_end;   /* and its end */
    Py_ssize_t angle;      /* the last angle bracket; -1 if none is near */
    Turn turn;
    int is_fast, running;
} Matches;

/* ---- Memos and matches ------------------------------------------------------------------------------------------- */

/* The answer for a key, as a new reference. */
static PyObject *remembered(Memo *memo, PyObject *key)
{
    PyObject *answer = PyDict_GetItemWithError(memo->answers, key);
    if (answer != NULL || PyErr_Occurred())
        return Py_XNewRef(answer);
    answer = PyObject_CallOneArg(memo->function, key);
    if (answer != NULL && PyDict_GET_SIZE(memo->answers) >= MOST_REMEMBERED)
        PyDict_Clear(memo->answers);
    if (answer != NULL && PyDict_SetItem(memo->answers, key, answer) < 0)
        Py_CLEAR(answer);
    return answer;
}

static void set_slot(PyObject *match, Py_ssize_t offset, PyObject *value)
{
    *(PyObject **)((char *)match + offset) = value;
}

static PyObject *slot_of(PyObject *match, Py_ssize_t offset)
{
    return *(PyObject **)((char *)match + offset);
}

/* The text of a search, as a borrowed reference. */
static PyObject *text_of(Matches *self)
{
    if (self->text == NULL)
        self->text = PyUnicode_DecodeASCII(self->data, self->length, NULL);
    return self->text;
}

/* A match with this URI and text, enclosure and details. */
static PyObject *match_of(
    Matches *self, Py_ssize_t start, Py_ssize_t end, PyObject *uri, PyObject *text, PyObject *kind, PyObject *around)
{
    const Py_ssize_t *slots = self->kernel->slots;
    PyTypeObject *type = self->kernel->match_type;
    PyObject *first = PyLong_FromSsize_t(start), *last = PyLong_FromSsize_t(end);
    PyObject *match = first != NULL && last != NULL ? type->tp_alloc(type, 0) : NULL;
    if (match == NULL) {
        Py_XDECREF(first);
        Py_XDECREF(last);
        return NULL;
    }
    set_slot(match, slots[0], Py_NewRef(uri));
    set_slot(match, slots[1], first);
    set_slot(match, slots[2], last);
    set_slot(match, slots[3], Py_NewRef(text));
    set_slot(match, slots[4], Py_NewRef(kind));
    set_slot(match, slots[5], Py_NewRef(PyTuple_GET_ITEM(around, 0)));
    set_slot(match, slots[6], Py_NewRef(PyTuple_GET_ITEM(around, 1)));
    PyObject_GC_UnTrack(match); /* it holds strings, numbers and records, and none of them refers back to it */
    return match;
}

/* Whether a match is wanted, although browsers may refuse its host: 1, 0 or -1. */
static int is_wanted(Kernel *kernel, PyObject *uri)
{
    if (kernel->is_usable == Py_None)
        return 1;
    PyObject *answer = PyObject_CallOneArg(kernel->is_usable, uri);
    if (answer == NULL)
        return -1;
    int yes = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return yes;
}

/* The result of a step of the search. */
enum { FAILED = -1, NOTHING, FOUND, IN_DOUBT };

/* The object that answers in Python, as a borrowed reference. */
static PyObject *asked(Matches *self)
{
    if (self->asked == NULL && text_of(self) != NULL)
        self->asked = PyObject_CallOneArg(self->ask_for, self->text);
    return self->asked;
}

/* Asks Python about the hit of a trigger at `start`. */
static int ask_python(Matches *self, int trigger, Py_ssize_t start, PyObject **found)
{
    if (asked(self) == NULL)
        return FAILED;
    PyObject *answer = PyObject_CallMethod(self->asked, "answer", "innn", trigger, start, self->position, self->names_from);
    PyObject *match;
    if (answer == NULL)
        return FAILED;
    if (!PyArg_ParseTuple(answer, "Onn", &match, &self->position, &self->names_from)) {
        Py_DECREF(answer);
        return FAILED;
    }
    if (match != Py_None)
        *found = Py_NewRef(match);
    Py_DECREF(answer);
    return match != Py_None ? FOUND : NOTHING;
}

/* Lets Python make the details of a match, for which it reads the text up to `end` again. Returns FOUND or FAILED. */
static int read_again_later(Matches *self, PyObject **found, Py_ssize_t end, PyObject *prefix)
{
    const Py_ssize_t *slots = self->kernel->slots;
    PyObject *details = NULL;
    if (asked(self) != NULL)
        details = PyObject_CallMethod(
            self->asked, "details", "OnOO", slot_of(*found, slots[1]), end, slot_of(*found, slots[4]), prefix);
    if (details == NULL) {
        Py_CLEAR(*found);
        return FAILED;
    }
    PyObject *before = slot_of(*found, slots[6]);
    set_slot(*found, slots[6], details);
    Py_DECREF(before);
    return FOUND;
}

/* The match that Python makes of plain text beyond ASCII; its details are read again up to `end`
   (`HitSearch.encoded_match`). */
static int encoded_match(
    Matches *self, Py_ssize_t start, Py_ssize_t path, Py_ssize_t stem, Py_ssize_t end, PyObject *kind, PyObject *prefix,
    PyObject *enclosure, PyObject **found)
{
    if (asked(self) == NULL)
        return FAILED;
    PyObject *match =
        PyObject_CallMethod(self->asked, "encoded_match", "nnnnOOO", start, path, stem, end, kind, prefix, enclosure);
    int step = match == NULL ? FAILED : IN_DOUBT;
    if (match != NULL && Py_IS_TYPE(match, self->kernel->match_type)) {
        step = is_wanted(self->kernel, slot_of(match, self->kernel->slots[0]));
        self->position = stem;
    }
    if (step == FOUND)
        *found = match;
    else
        Py_XDECREF(match);
    return step;
}

#include "arrow_links.h"

/* The match that a memo made in a part of the text that begins at `start`: FOUND, or NOTHING if it is not wanted. */
static int moved_match(Matches *self, PyObject *made, Py_ssize_t start, int is_judged, PyObject **found)
{
    const Kernel *kernel = self->kernel;
    self->position = start + PyLong_AsSsize_t(slot_of(made, kernel->slots[2]));
    int wanted = is_judged ? is_wanted(self->kernel, slot_of(made, kernel->slots[0])) : 1;
    if (wanted < 1)
        return wanted;
    if (self->links != NULL)
        return add_match(self->links, self, made, start) < 0 ? FAILED : FOUND;
    *found = PyObject_CallMethod(made, "shifted", "n", start);
    return *found != NULL ? FOUND : FAILED;
}

#define MOST_REPLACED 8

/* An ASCII character, and the ASCII string that replaces it. */
typedef struct {
    Py_UCS1 character;
    const Py_UCS1 *characters;
    Py_ssize_t length;
} Replacement;

#define CH Py_UCS1
#define FN(name) name##_1
#include "vm.h"
#include "scan.h"
#include "replace_characters.h"
#undef CH
#undef FN
#define CH Py_UCS2
#define FN(name) name##_2
#include "vm.h"
#include "scan.h"
#include "replace_characters.h"
#undef CH
#undef FN
#define CH Py_UCS4
#define FN(name) name##_4
#include "vm.h"
#include "scan.h"
#include "replace_characters.h"
#undef CH
#undef FN

/* ---- The iterator ------------------------------------------------------------------------------------------------ */

/* Makes the next match: FOUND, or NOTHING at the end, or FAILED. */
static int next_match(Matches *self, PyObject **found)
{
    switch (self->text != NULL ? PyUnicode_KIND(self->text) : PyUnicode_1BYTE_KIND) {
    case PyUnicode_1BYTE_KIND:
        return next_1(self, self->data, found);
    case PyUnicode_2BYTE_KIND:
        return next_2(self, self->data, found);
    default:
        return next_4(self, self->data, found);
    }
}

static PyObject *matches_next(Matches *self)
{
    PyObject *found = NULL;
    if (self->running) {
        PyErr_SetString(PyExc_ValueError, "the search is running already");
        return NULL;
    }
    self->running = 1;
    int step = next_match(self, &found);
    if (step == FAILED) { /* an interrupted search has ended, like a generator */
        self->at = self->length;
        self->waiting = 0;
    }
    self->running = 0;
    if (step != FOUND)
        return NULL;
    COUNT_MATCH();
    return found;
}

/* Neither type needs `tp_clear`: the objects that they hold are older than they are, so each cycle contains something
   else that can be cleared. */
static int matches_traverse(Matches *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->kernel);
    Py_VISIT(self->asked);
    return 0;
}

static void matches_dealloc(Matches *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->kernel);
    Py_XDECREF(self->text);
    Py_XDECREF(self->asked);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

static PyMemberDef matches_members[] = {
    {"position", T_PYSSIZET, offsetof(Matches, position), READONLY, "where the next match may begin"},
    {"names", T_PYSSIZET, offsetof(Matches, names_from), READONLY, "where the next name may begin"},
    {NULL}};

static PyType_Slot matches_slots[] = {
    {Py_tp_dealloc, matches_dealloc},
    {Py_tp_traverse, matches_traverse},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, matches_next},
    {Py_tp_members, matches_members},
    {0, NULL}};

static PyType_Spec matches_spec = {
    .name = "linksift.finding.kernel._kernel.Matches",
    .basicsize = sizeof(Matches),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = matches_slots,
};

/* ---- The kernel -------------------------------------------------------------------------------------------------- */

static void free_program(Program *program)
{
    if (program == NULL)
        return;
    for (int i = 0; i < program->set_count; i++)
        PyMem_Free(program->sets[i].beyond);
    PyMem_Free(program->sets);
    PyMem_Free(program->code);
    PyMem_Free(program);
}

/* A set, as regex_compiler.py describes it. */
static int read_set(Set *set, PyObject *described)
{
    const char *ascii;
    Py_ssize_t length;
    PyObject *beyond;
    if (!PyArg_ParseTuple(described, "y#pO!", &ascii, &length, &set->negated, &PyTuple_Type, &beyond))
        return -1;
    if (length != 128) {
        PyErr_SetString(PyExc_ValueError, "a set needs 128 bytes");
        return -1;
    }
    memcpy(set->ascii, ascii, 128);
    set->beyond = PyMem_Calloc(PyTuple_GET_SIZE(beyond) + 1, sizeof(Beyond));
    if (set->beyond == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (; set->count < PyTuple_GET_SIZE(beyond); set->count++) {
        Beyond *one = &set->beyond[set->count];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(beyond, set->count), "iII", &one->kind, &one->first, &one->last))
            return -1;
    }
    return 0;
}

static Program *read_program(PyObject *described)
{
    const char *code;
    Py_ssize_t length;
    PyObject *literal, *sets;
    Program *program = PyMem_Calloc(1, sizeof(Program));
    if (program == NULL)
        return (Program *)PyErr_NoMemory();
    if (!PyTuple_Check(described) || !PyArg_ParseTuple(described, "y#UO!", &code, &length, &literal, &PyTuple_Type, &sets))
        goto failed;
    program->code = PyMem_Malloc(length + sizeof(int));
    program->sets = PyMem_Calloc(PyTuple_GET_SIZE(sets) + 1, sizeof(Set));
    if (program->code == NULL || program->sets == NULL) {
        PyErr_NoMemory();
        goto failed;
    }
    memcpy(program->code, code, length);
    program->set_count = (int)PyTuple_GET_SIZE(sets);
    for (int i = 0; i < program->set_count; i++)
        if (read_set(&program->sets[i], PyTuple_GET_ITEM(sets, i)) < 0)
            goto failed;
    return program;
failed:
    free_program(program);
    return NULL;
}

static int kernel_traverse(Kernel *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->match_type);
    Py_VISIT(self->matches_type);
    Py_VISIT(self->checkpoint);
    Py_VISIT(self->is_usable);
    for (int i = 0; i < MEMOS; i++) {
        Py_VISIT(self->memos[i].function);
        Py_VISIT(self->memos[i].answers);
        for (int place = 0; place < RECENT; place++)
            Py_VISIT(self->memos[i].recent[place]);
    }
    return 0;
}

static void kernel_dealloc(Kernel *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->match_type);
    Py_XDECREF(self->matches_type);
    for (int i = 0; i < PROGRAMS; i++)
        free_program(self->programs[i]);
    for (int i = 0; i < MEMOS; i++) {
        Py_XDECREF(self->memos[i].function);
        Py_XDECREF(self->memos[i].answers);
        for (int place = 0; place < RECENT; place++) {
            Py_XDECREF(self->memos[i].keys[place]);
            Py_XDECREF(self->memos[i].recent[place]);
        }
    }
    for (int i = 0; i < self->trigger_count; i++) {
        free_program(self->triggers[i].program);
        Py_XDECREF(self->triggers[i].prefix);
        Py_XDECREF(self->triggers[i].kind);
    }
    Py_XDECREF(self->checkpoint);
    Py_XDECREF(self->is_usable);
    Py_XDECREF(self->uri_kind);
    Py_XDECREF(self->no_text);
    Py_XDECREF(self->around_angles);
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* The value of a name in a dictionary, as a borrowed reference. */
static PyObject *named(PyObject *values, const char *name)
{
    PyObject *key = PyUnicode_FromString(name);
    PyObject *value = key != NULL ? PyDict_GetItemWithError(values, key) : NULL;
    if (value == NULL && !PyErr_Occurred())
        PyErr_SetObject(PyExc_KeyError, key);
    Py_XDECREF(key);
    return value;
}

/* Adds a character at which the search stops for the triggers with these bits. */
static void add_stop(Kernel *self, Py_UCS1 c, unsigned triggers)
{
    self->is_stop[c] = 1;
    self->is_last[c] |= triggers;
}

static int read_trigger(Kernel *self, PyObject *described)
{
    PyObject *program, *literal, *prefix, *kind;
    const char *recipe;
    Trigger *trigger = &self->triggers[self->trigger_count];
    if (self->trigger_count == MOST_TRIGGERS) {
        PyErr_SetString(PyExc_ValueError, "too many triggers");
        return -1;
    }
    if (!PyArg_ParseTuple(described, "OUsUU", &program, &literal, &recipe, &prefix, &kind))
        return -1;
    trigger->length = (int)PyUnicode_GET_LENGTH(literal);
    if (trigger->length < 1 || trigger->length > LONGEST_LITERAL) {
        PyErr_SetString(PyExc_ValueError, "a trigger needs a literal of 1 to 4 characters");
        return -1;
    }
    if (!PyUnicode_IS_ASCII(literal)) {
        PyErr_SetString(PyExc_ValueError, "the literal of a trigger needs to be ASCII");
        return -1;
    }
    while (trigger->recipe < RECIPES && strcmp(recipe, RECIPE_NAMES[trigger->recipe]) != 0)
        trigger->recipe++;
    trigger->program = read_program(program);
    if (trigger->program == NULL)
        return -1;
    trigger->prefix = Py_NewRef(prefix);
    trigger->kind = Py_NewRef(kind);
    unsigned bit = 1u << self->trigger_count;
    const Py_UCS1 *last = PyUnicode_1BYTE_DATA(literal) + trigger->length - 1;
    add_stop(self, *last, bit);
    for (int c = 0; c < 128; c++)
        if (trigger->length == 1 || c == last[-1])
            self->is_before_last[c] |= bit;
    if (trigger->length == 1)
        self->has_one |= bit;
    if (self->longest_literal < trigger->length)
        self->longest_literal = trigger->length;
    self->trigger_count++;
    return 0;
}

static int read_tables(Kernel *self, PyObject *programs, PyObject *memos, PyObject *characters, PyObject *numbers)
{
    PyObject *value;
    for (int i = 0; i < PROGRAMS; i++)
        if ((value = named(programs, PROGRAM_NAMES[i])) == NULL || (self->programs[i] = read_program(value)) == NULL)
            return -1;
    for (int i = 0; i < MEMOS; i++) {
        if ((value = named(memos, MEMO_NAMES[i])) == NULL)
            return -1;
        self->memos[i].function = Py_NewRef(value);
        if ((self->memos[i].answers = PyDict_New()) == NULL)
            return -1;
    }
    for (int i = 0; i < CLASSES; i++) {
        if ((value = named(characters, CLASS_NAMES[i])) == NULL)
            return -1;
        for (Py_ssize_t k = 0; k < PyUnicode_GetLength(value); k++) {
            Py_UCS4 c = PyUnicode_READ_CHAR(value, k);
            if (c < 128)
                self->classes[c] |= 1u << i;
        }
    }
    for (int i = 0; i < NUMBERS; i++) {
        if ((value = named(numbers, NUMBER_NAMES[i])) == NULL)
            return -1;
        self->numbers[i] = PyLong_AsSsize_t(value);
        if (self->numbers[i] == -1 && PyErr_Occurred())
            return -1;
    }
    return 0;
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"match_type", "slots", "triggers", "programs", "memos", "characters", "numbers", "is_usable", "checkpoint", NULL};
    PyObject *match_type, *slots, *triggers, *programs, *memos, *characters, *numbers, *is_usable, *checkpoint;
    if (!PyArg_ParseTupleAndKeywords(
            arguments, keywords, "O!O!O!O!O!O!O!OO", names, &PyType_Type, &match_type, &PyTuple_Type, &slots, &PyList_Type,
            &triggers, &PyDict_Type, &programs, &PyDict_Type, &memos, &PyDict_Type, &characters, &PyDict_Type, &numbers,
            &is_usable, &checkpoint))
        return NULL;
    PyTypeObject **matches_type = PyType_GetModuleState(type);
    if (matches_type == NULL)
        return NULL;
    Kernel *self = (Kernel *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->match_type = (PyTypeObject *)Py_NewRef(match_type);
    self->matches_type = (PyTypeObject *)Py_NewRef(*matches_type);
    self->is_usable = Py_NewRef(is_usable);
    self->checkpoint = Py_NewRef(checkpoint);
    self->uri_kind = PyUnicode_InternFromString("uri");
    self->around_angles = Py_BuildValue("(sO)", "angle", Py_None);
    self->no_text = PyUnicode_FromString("");
    if (self->uri_kind == NULL || self->no_text == NULL || self->around_angles == NULL || PyTuple_GET_SIZE(slots) != 7)
        goto failed;
    for (int i = 0; i < 7; i++) {
        PyObject *slot = PyTuple_GET_ITEM(slots, i);
        if (!Py_IS_TYPE(slot, &PyMemberDescr_Type) || ((PyMemberDescrObject *)slot)->d_member->type != T_OBJECT_EX)
            goto failed;
        self->slots[i] = ((PyMemberDescrObject *)slot)->d_member->offset;
    }
    if (read_tables(self, programs, memos, characters, numbers) < 0)
        goto failed;
    add_stop(self, '<', 1u << MOST_TRIGGERS); /* `Matches.angle` needs every one */
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(triggers); i++)
        if (read_trigger(self, PyList_GET_ITEM(triggers, i)) < 0)
            goto failed;
    return (PyObject *)self;
failed:
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "not the slots of a match");
    Py_DECREF(self);
    return NULL;
}

static PyObject *kernel_matches(Kernel *self, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 7 || !PyUnicode_CheckExact(arguments[0])) {
        PyErr_SetString(PyExc_TypeError, "matches() takes a str and 6 more arguments");
        return NULL;
    }
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(arguments[0]) < 0)
        return NULL;
#endif
    Matches *found = PyObject_GC_New(Matches, self->matches_type);
    if (found == NULL)
        return NULL;
    found->kernel = (Kernel *)Py_NewRef((PyObject *)self);
    found->text = Py_NewRef(arguments[0]);
    found->asked = Py_NewRef(arguments[1]);
    found->ask_for = NULL;
    found->links = NULL;
    found->data = PyUnicode_DATA(found->text);
    found->length = PyUnicode_GET_LENGTH(found->text);
    found->from = PyLong_AsSsize_t(arguments[2]);
    found->limit = PyLong_AsSsize_t(arguments[3]);
    found->position = PyLong_AsSsize_t(arguments[4]);
    found->names_from = PyLong_AsSsize_t(arguments[5]);
    found->is_fast = arguments[6] == Py_True;
    found->at = found->next_uri = found->from;
    found->word_end = found->user = found->user_end = found->whole_end = found->waiting = found->running = 0;
    found->turn = (Turn){TURN, self->checkpoint};
    if (PyErr_Occurred()) {
        Py_DECREF(found);
        return NULL;
    }
    Py_ssize_t place = found->from < found->length ? found->from : found->length;
    Py_ssize_t farthest = place - self->numbers[ANGLE_DISTANCE];
    for (found->angle = -1, place--; place >= 0 && place >= farthest && found->angle < 0; place--)
        if (PyUnicode_READ(PyUnicode_KIND(found->text), found->data, place) == '<')
            found->angle = place;
    PyObject_GC_Track(found);
    return (PyObject *)found;
}

/* All matches in a whole text, or as many as the third argument says, as a list. The search is not an object: it lives
   as long as this call, and nobody else can reach it. */
static PyObject *kernel_find(Kernel *self, PyObject *const *arguments, Py_ssize_t count)
{
    if (count < 2 || count > 3 || !PyUnicode_CheckExact(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "find() takes a function, a str and perhaps a number");
        return NULL;
    }
    Py_ssize_t most = count > 2 ? PyLong_AsSsize_t(arguments[2]) : PY_SSIZE_T_MAX;
    if (most == -1 && PyErr_Occurred())
        return NULL;
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(arguments[1]) < 0)
        return NULL;
#endif
    PyObject *matches = PyList_New(0), *found = NULL;
    if (matches == NULL)
        return NULL;
    Py_ssize_t length = PyUnicode_GET_LENGTH(arguments[1]);
    Matches search = {
        .kernel = self,
        .text = arguments[1],
        .ask_for = arguments[0],
        .data = PyUnicode_DATA(arguments[1]),
        .length = length,
        .limit = length + 1,
        .angle = -1,
        .turn = {TURN, self->checkpoint},
        .is_fast = 1,
    };
    int step = FOUND;
    while (PyList_GET_SIZE(matches) < most && (step = next_match(&search, &found)) == FOUND) {
        COUNT_MATCH();
        if (PyList_Append(matches, found) < 0)
            step = FAILED;
        Py_CLEAR(found);
        if (step == FAILED)
            break;
    }
    Py_XDECREF(search.asked);
    if (step == FAILED)
        Py_CLEAR(matches);
    return matches;
}

/* Adds the links of a row, given as bytes of UTF-8, and the place where they end. */
static int find_in_row(Kernel *self, Links *links, PyObject *ask_for, Turn *turn, const char *bytes, Py_ssize_t length)
{
    PyObject *found = NULL;
    unsigned char all = 0;
    for (Py_ssize_t i = 0; i < length; i++)
        all |= (unsigned char)bytes[i];
    Matches search = {
        .kernel = self,
        .links = links,
        .ask_for = ask_for,
        .data = bytes,
        .length = length,
        .angle = -1,
        .turn = *turn,
        .is_fast = 1,
    };
    if (all >= 128) {
        search.text = PyUnicode_DecodeUTF8(bytes, length, "surrogateescape");
        if (search.text == NULL)
            return -1;
        search.data = PyUnicode_DATA(search.text);
        search.length = PyUnicode_GET_LENGTH(search.text);
    }
    search.limit = search.length + 1;
    links->place = links->converted = 0;
    int step = spend(&search.turn, READ_AT_HIT + length / 8) < 0 ? FAILED : FOUND;
    while (step == FOUND && (step = next_match(&search, &found)) == FOUND) {
        COUNT_MATCH();
        if (found != NULL && add_match(links, &search, found, 0) < 0)
            step = FAILED;
        Py_CLEAR(found);
    }
    *turn = search.turn;
    Py_XDECREF(search.asked);
    Py_XDECREF(search.text);
    return step != FAILED ? add_offset(&links->lists, links->count) : -1;
}

/* The links in the rows of a column, whose texts are between 64-bit offsets in a buffer of UTF-8: see `buffers_of`. */
static PyObject *kernel_find_in_rows(Kernel *self, PyObject *arguments)
{
    PyObject *ask_for, *made = NULL;
    Py_buffer offsets, octets;
    Py_ssize_t first, count;
    Links links = {.count = 0};
    Turn turn = {TURN, self->checkpoint};
    if (!PyArg_ParseTuple(arguments, "Oy*y*nni", &ask_for, &offsets, &octets, &first, &count, &links.unit))
        return NULL;
    if (first < 0 || count < 0 || first >= offsets.len / (Py_ssize_t)sizeof(int64_t) - count) {
        PyErr_SetString(PyExc_ValueError, "fewer offsets than rows");
        goto done;
    }
    if (add_offset(&links.lists, 0) < 0)
        goto done;
    for (int i = 0; i < LINK_STRINGS; i++)
        if (add_offset(&links.strings[i].ends, 0) < 0)
            goto done;
    for (Py_ssize_t row = first; row < first + count; row++) {
        int64_t begin, end;
        memcpy(&begin, (char *)offsets.buf + row * sizeof begin, sizeof begin);
        memcpy(&end, (char *)offsets.buf + (row + 1) * sizeof end, sizeof end);
        if (begin < 0 || begin > end || end > octets.len) {
            PyErr_SetString(PyExc_ValueError, "a row outside its buffer");
            goto done;
        }
        if (find_in_row(self, &links, ask_for, &turn, (char *)octets.buf + begin, (Py_ssize_t)(end - begin)) < 0)
            goto done;
    }
    made = buffers_of(&links);
done:
    free_links(&links);
    PyBuffer_Release(&offsets);
    PyBuffer_Release(&octets);
    return made;
}

/* For tests: where the match of a trigger's program that begins at a place ends, and the number of its last group. */
static PyObject *run_program(PyObject *module, PyObject *arguments)
{
    PyObject *described, *text;
    Py_ssize_t pos, end, found;
    int group = 0;
    Turn turn = {PY_SSIZE_T_MAX, NULL};
    if (!PyArg_ParseTuple(arguments, "OUnn", &described, &text, &pos, &end))
        return NULL;
    if (pos < 0 || pos > end || end > PyUnicode_GET_LENGTH(text)) {
        PyErr_SetString(PyExc_IndexError, "no such place in the text");
        return NULL;
    }
    Program *program = read_program(described);
    if (program == NULL)
        return NULL;
    switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND:
        found = run_1(&turn, program, program->code, PyUnicode_1BYTE_DATA(text), pos, end, &group);
        break;
    case PyUnicode_2BYTE_KIND:
        found = run_2(&turn, program, program->code, PyUnicode_2BYTE_DATA(text), pos, end, &group);
        break;
    default:
        found = run_4(&turn, program, program->code, PyUnicode_4BYTE_DATA(text), pos, end, &group);
    }
    free_program(program);
    return found != -2 ? Py_BuildValue("ni", found, group) : NULL;
}

static PyMethodDef kernel_methods[] = {
    {"matches", (PyCFunction)(void (*)(void))kernel_matches, METH_FASTCALL, "an iterator over the matches in a text"},
    {"find", (PyCFunction)(void (*)(void))kernel_find, METH_FASTCALL, "all matches in a text"},
    {"find_in_rows", (PyCFunction)kernel_find_in_rows, METH_VARARGS, "all links in the rows of a column, as Arrow's buffers"},
    {NULL}};

static PyType_Slot kernel_slots[] = {
    {Py_tp_new, kernel_new},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_traverse, kernel_traverse},
    {Py_tp_methods, kernel_methods},
    {0, NULL}};

static PyType_Spec kernel_spec = {
    .name = "linksift.finding.kernel._kernel.Kernel",
    .basicsize = sizeof(Kernel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = kernel_slots,
};

/* ---- The module: each interpreter has its own; its state is the type of searches --------------------------------- */

static int module_exec(PyObject *module)
{
    PyTypeObject **matches_type = PyModule_GetState(module);
    *matches_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &matches_spec, NULL);
    PyObject *kernel_type = *matches_type != NULL ? PyType_FromModuleAndSpec(module, &kernel_spec, NULL) : NULL;
    int failed = kernel_type != NULL ? PyModule_AddObjectRef(module, "Kernel", kernel_type) : -1;
    Py_XDECREF(kernel_type);
    return failed;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    PyTypeObject **matches_type = PyModule_GetState(module);
    Py_VISIT(*matches_type);
    return 0;
}

static int module_clear(PyObject *module)
{
    PyTypeObject **matches_type = PyModule_GetState(module);
    Py_CLEAR(*matches_type);
    return 0;
}

/* A text with some ASCII characters replaced, as in `replace_in_python`. */
static PyObject *replace_characters(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !PyDict_Check(arguments[0]) || !PyUnicode_Check(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "replace_characters() takes a dict and a str");
        return NULL;
    }
    PyObject *text = arguments[1], *character, *string;
    Replacement by[MOST_REPLACED];
    int replacements = 0;
    for (Py_ssize_t place = 0; PyDict_Next(arguments[0], &place, &character, &string);) {
        if (replacements == MOST_REPLACED || !PyUnicode_Check(character) || !PyUnicode_IS_ASCII(character) ||
            PyUnicode_GET_LENGTH(character) != 1 || !PyUnicode_Check(string) || !PyUnicode_IS_ASCII(string)) {
            PyErr_SetString(PyExc_ValueError, "at most 8 ASCII characters are replaced by ASCII strings");
            return NULL;
        }
        by[replacements++] = (Replacement){
            *PyUnicode_1BYTE_DATA(character), PyUnicode_1BYTE_DATA(string), PyUnicode_GET_LENGTH(string)};
    }
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0)
        return NULL;
#endif
    switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND:
        return replaced_1(text, by, replacements);
    case PyUnicode_2BYTE_KIND:
        return replaced_2(text, by, replacements);
    default:
        return replaced_4(text, by, replacements);
    }
}

static PyMethodDef functions[] = {
    {"replace_characters", (PyCFunction)(void (*)(void))replace_characters, METH_FASTCALL, "a text with some characters replaced"},
    {"run", run_program, METH_VARARGS, "where a program's match ends, and its last group"},
#ifdef LINKSIFT_COUNTED
    {"counted", counted, METH_NOARGS, "the most bytes and matches between two checkpoints, and their number"},
#endif
    {NULL}};

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED}, /* only constants are shared */
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_USED}, /* it protects the memos */
#endif
    {0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_size = sizeof(PyTypeObject *),
    .m_methods = functions,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&module);
}
