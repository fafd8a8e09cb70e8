/* Strings: counting, searching, escaping, comparing. */

int printf(const char *format, ...);
int putchar(int);

typedef unsigned char byte_t;
typedef unsigned size_t;

static size_t length(const char *text)
{
    const char *end = text;
    while (*end) end++;
    return end - text;
}

static const char *find(const char *text, const char *part)
{
    for (; *text; ++text) {
        const char *a = text, *b = part;
        while (*b && *a == *b)
            a++, b++;
        if (!*b)
            return text;
    }
    return 0;
}

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++) != '\0')
        ;
}

static void escaped(const char *text)
{
    static const char digits[] = "0123456789abcdef";
    putchar('"');
    for (; *text; text++)
        switch (*text) {
        case '\a': printf("\\a"); break;
        case '\b': printf("\\b"); break;
        case '\f': printf("\\f"); break;
        case '\n': printf("\\n"); break;
        case '\r': printf("\\r"); break;
        case '\t': printf("\\t"); break;
        case '\v': printf("\\v"); break;
        case '\\': case '"': case '\'': case '\?':
            putchar('\\');
            /* and then itself */
        default:
            if (*text >= ' ' && *text <= '~')
                putchar(*text);
            else {
                putchar('\\'), putchar('x');
                putchar(digits[(byte_t)*text >> 4 & 0xf]);
                putchar(digits[(byte_t)*text & 017]);
            }
        }
    printf("\"\n");
}

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        ++a, ++b;
    return *a == *b ? 0 : (byte_t)*a < (byte_t)*b ? -1 : 1;
}

int main(void)
{
    char buffer[32];
    const char *where = find("a needle in a haystack", "needle");
    copy(buffer, "two " "parts" " and \"three\"?");
    escaped(buffer);
    escaped("\a\b\f\n\r\t\v\\\'\"\?\1\12\123\x7f/* no comment */");
    printf("%u %s %d%d%d\n", length(buffer), where ? where : "?", compare("a", "b"), compare("b", "a"), compare("", ""));
    return L'a' == 'a' && sizeof L"wide" L"?" != 0 ? '\0' : 'ab';
}
