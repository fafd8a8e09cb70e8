/* Evaluates arithmetic by recursive descent. */

int printf(const char *format, ...);

static const char *input;
static int failed;

static double expression(void);

static int is_digit(int c) { return '0' <= c && c <= '9'; }

static void skip(void)
{
    while (*input == ' ' || *input == '\t')
        ++input;
}

static double number(void)
{
    double value = 0., scale = 1.0;
    while (is_digit(*input))
        value = value * 10 + (*input++ - '0');
    if (*input == '.') {
        input++;
        while (is_digit(*input)) {
            scale /= 1e1;
            value += (*input++ - '0') * scale;
        }
    }
    skip();
    return value;
}

static double factor(void)
{
    double value;
    switch (*input) {
    case '-':
        ++input;
        skip();
        return -factor();
    case '+':
        ++input;
        skip();
        return +factor();
    case '(':
        input++;
        skip();
        value = expression();
        if (*input != ')')
            failed = 1;
        else
            input++;
        skip();
        return value;
    default:
        if (!is_digit(*input)) {
            failed = 1;
            return .0;
        }
        return number();
    }
}

static double term(void)
{
    double value = factor();
    for (;;)
        if (*input == '*') {
            ++input, skip();
            value *= factor();
        } else if (*input == '/') {
            double by;
            ++input, skip();
            by = factor();
            if (by == 0) {
                failed = 1;
                return 0;
            }
            value /= by;
        } else
            return value;
}

static double expression(void)
{
    double value = term();
    while (*input == '+' || *input == '-') {
        char sign = *input++;
        skip();
        sign == '+' ? (value += term()) : (value -= term());
    }
    return value;
}

int main(void)
{
    static const char *const texts[] = {
        "1 + 2 * 3",
        "(1 + 2) * 3",
        "-4 / (1 - .5e)",
        "2 * (3 - -1) / 8"
    };
    int i;
    for (i = 0; i < (int)(sizeof texts / sizeof *texts); ++i) {
        double value;
        input = texts[i];
        failed = 0;
        skip();
        value = expression();
        if (*input)
            failed = 1;
        if (failed)
            printf("%s: error at \"%s\"\n", texts[i], input);
        else
            printf("%s = %g\n", texts[i], value);
    }
    return 0;
}
