/* C as it was before prototypes: types are left out, parameters are declared behind the list. */

extern printf();

static count;
static const limit = 100;
extern int shared[], *cursor;
int shared[3], *cursor = shared;

main(argc, argv)
char **argv;
{
    register i;
    for (i = 1; i <= limit; i++)
        if (is_prime(i))
            count++;
    printf("%d primes, %d arguments\n", count, argc);
    return auto_test() != 3;
}

int is_prime(n)
int n;
{
    int divisor = 2;
    if (n < 2)
        return 0;
    while (divisor * divisor <= n)
        if (n % divisor++ == 0)
            return 0;
    return 1;
}

static long power(base, exponent)
long base;
register unsigned int exponent;
{
    long result = 1L;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result *= base;
        base *= base;
    }
    return result;
}

char *last_word(text, length)
const char *text;
int *length;
{
    const char *word = text;
    while (*text)
        if (*text++ == ' ')
            word = text;
    *length = text - word;
    return (char *)word;
}

*pointer_to_first(values) int values[]; { return values; }

apply(f, x, y) int (*f)(), x, *y; { return (*f)(x, *y); }

first(a) { return a; }

auto_test()
{
    auto int a = 1, b;
    auto c;
    b = 2;
    c = apply(first, a, &b);
    cursor = pointer_to_first(shared);
    last_word("two words", &b);
    return c + (int)power(2L, 1u);
}
