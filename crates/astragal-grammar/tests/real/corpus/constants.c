/* Constants in every form, and operators of every level. */

int printf(const char *format, ...);

static const int decimals[] = { 0, 1, 10, 1234567890 };
static const int octals[] = { 00, 01, 0777, 01234567 };
static const long hexadecimals[] = { 0x0, 0xF, 0Xabc, 0xABCDEF, 0x1e };
static const unsigned long suffixed[] = {
    1u, 1U, 1l, 1L, 1ul, 1uL, 1Ul, 1UL, 1lu, 1lU, 1Lu, 1LU, 0u, 07L, 0xFUL
};
static const double doubles[] = { 0., .0, 0.0, 1.5, 1e5, 1E5, 1e+5, 1.e-5, .5e1, 09.5, 1.5e0 };
static const float floats[] = { 1.f, .5F, 1e5f, 1.5e-5F };
static const long double longs[] = { 1.l, .5L, 1e5l, 1.5e+5L };
static const char characters[] = {
    'a', ' ', '"', '\'', '\\', '\?', '?', '\a', '\b', '\f', '\n', '\r', '\t', '\v', '\0', '\7', '\12', '\123', '\x1', '\x7F'
};
static const int wide[] = { L'a', L'\n', L'\x41' };
static const char *const strings[] = {
    "", "a", "\"", "'", "\\", "\?\?!", "what?", "\0\1\12\123\x41", "a" "b" "c", "/*", "*/", "//", "tab\there"
};

static int levels(int a, int b, int c, int *p)
{
    int array[3] = { 0, 1, 2 };
    struct { int x; struct { int y; } z; } s, *q = &s;
    q->z.y = s.x = 1;
    a = b, b = c, c = a;
    a = b = c += 1;
    a *= b, a /= 2, a %= 7, a += 1, a -= 1, a <<= 1, a >>= 1, a &= 15, a ^= 3, a |= 4;
    a = b ? c : a ? b : c;
    a = b || c && a | b ^ c & a;
    a = a == b != c < a > b <= c >= a;
    a = a << 1 >> 1 + 2 - 3 * 4 / 5 % 6;
    a = (int)(char)-1 + -(int)1u;
    a = ++a - --b + c++ - c--;
    a = &array[2] - array + *p + +a - -b + ~a + !a;
    a = sizeof a + sizeof(a) + sizeof(int) + sizeof(int[3]) + sizeof array[0] + sizeof &a;
    a = array[array[1]] + 1[array] + q->x + q->z.y + s.z.y + (&s)->x + (*q).x;
    a += levels ? (a, b) : (b, a);
    return ((a)) - (b) * (c) + a / *p;
}

int main(void)
{
    int one = 1;
    printf("%d %d %lx %lu\n", decimals[3], octals[2], hexadecimals[4], suffixed[14]);
    printf("%g %g %Lg %c %d %s\n", doubles[10], floats[1], longs[3], characters[0], wide[1], strings[8]);
    return levels(1, 2, 3, &one) == -1;
}
