/* Declarations in every form that the syntax has. */

struct opaque;
struct tagged { int a; };
struct tagged tagged_one, *tagged_pointer, tagged_array[2];
union shape { struct { float radius; } circle; struct { float width, height; } box; };
enum color { RED, GREEN = 5, BLUE = GREEN + 1 };
enum { UNNAMED };
enum color const color = BLUE;

typedef int integer_t, *pointer_t, array_t[4], function_t(int), (nested_t), (*to_function_t)(void);
typedef pointer_t *to_pointer_t;
int typedef trailing_t;
const typedef unsigned typedef_between_t;
unsigned typedef long int word_t;
struct tagged typedef tagged_t;
const integer_t typedef constant_t;
tagged_t typedef volatile volatile_tagged_t;
typedef const volatile long int unsigned register_t;
typedef struct pair { tagged_t first, second; } const pair_t;
typedef int volatile (*(*complex_t)(char))[3];
static typedef_between_t between = 1;

long unsigned int first = 1, second = 2;
int static third;
short signed fourth;
int const volatile static fifth = 5;
volatile struct tagged extern sixth;
pointer_t const seventh = 0;
const pointer_t static eighth = 0;
array_t ninth = { 1, 2, 3, 4 };
function_t declared_function;

int (plain), ((nested)), *(pointer_nested), (*(nested_pointer)), (array_nested[3]), (*pointer_to_array)[3];
int *array_of_pointers[3], *(*pointer_to_array_of_pointers)[3], **const pointer_pointer = 0;
char matrix[2][3], *volatile *const volatile *pointers;
char ((matrix_nested)[2])[3], (*(*chain)[2])[3];

int no_parameters(), void_parameters(void), named(int a, char *b), variadic(const char *format, ...);
int (parenthesized)(int), *returns_pointer(int), (*function_pointer)(int), (*returns_function(int a))(char);
int (*array_of_functions[2])(void), (*(*function_pointer_pointer)(void))(int), ((*nested_function)(int));
int abstract(int, int *, int [], int [3], int (*)[3], int (*)(void), int *(*)(int, ...), int (int), int (*(*)(void))[2]);
int abstract_too(const, register int, int (), int *(), int *[3], int (*const)(int), integer_t, pointer_t *);
int parameters(register int a, const int b, int c[], int d[2][3], int (*e)[3], int (*f)(int), int g(int), int (h));
int typed(integer_t, integer_t a, to_function_t b, function_t *c, const integer_t *const d, struct tagged, enum color e);
void array_parameters(int (*(a)), int ((*b))[2], char *(*c)[2], int *(d[2]), int (*(*)(int (*)(void)))[2]);

struct members {
    int a, *b, c[3], (*d)(int), (*e)[2];
    const int f : 3;
    int : 4, g : 1;
    unsigned : 0;
    struct { int h; union { int i; float j; } k; } l;
    enum { INSIDE } m;
    struct members *next;
    integer_t n;
    const volatile pointer_t o;
    tagged_t volatile p;
    unsigned const long q;
    volatile const r, *s;
} members = { 1, 0, { 1, 2, 3, }, 0, 0, 1, 1, { 1, { 1 } }, INSIDE, }, *member_pointer = &members;

int initialized[] = { 1, 2, 3, }, also[2][2] = { { 1, 2 }, { 3, 4 }, }, flat[2][2] = { 1, 2, 3, 4 };
char text[] = "text", *texts[] = { "one", "two" "three", };

extern int defined_later[];
int defined_later[2];

static int *(*defined(int a, int (*f)(int)))[3]
{
    static int *values[3];
    static int *(*result)[3] = &values;
    int (*g)(int) = f, b = g ? g(a) : (*f)(a);
    extern int outside;
    register const integer_t c = b;
    typedef int local_t;
    local_t d = (local_t)c;
    struct tagged { local_t inner; } inner;
    inner.inner = d;
    (void)inner, (void)(int (*)(int))g, (void)(const volatile int *const *)0, (void)(struct tagged *)0;
    (void)sizeof(int (*)[3]), (void)sizeof(int *[3]), (void)sizeof(enum color), (void)sizeof(unsigned long const);
    (void)(int (*(*)(int))(char))0, (void)(local_t const *)0, (void)(const volatile)a, (void)(int (*)())0;
    return result;
}

int ((simply)(int a)) { return a; }

int *(*(twice(void)))[3] { return defined(1, simply); }

static unsigned long const int *volatile *const *starred(void) { return 0; }

int (*returns_pointer_too(int a)) { return 0; }

int (((*returns_array(void))))[3] { return 0; }

int (((*returns_matrix(int a))[2]))[3], (*returns_matrix_too(void))[][3];

int (((*returns_matrix(int a))[2]))[3] { return 0; }

int (*returns_function(int a))(char)
{
    const static tagged_t static_tagged, *pointer = &static_tagged;
    tagged_t static volatile qualified;
    const extern int outside_too;
    volatile register stored = 1;
    (void)pointer, (void)qualified, (void)stored, (void)outside_too;
    return 0;
}
