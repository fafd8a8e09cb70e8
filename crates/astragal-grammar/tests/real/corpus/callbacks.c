/* Functions as values: tables, callbacks, functions that return functions. */

extern int printf(const char *format, ...);

typedef int (*operation_t)(int, int);
typedef int compare_t(const void *, const void *);
typedef void (*handler_t)(int code, void *data);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

static int (*choose(char symbol))(int, int)
{
    return symbol == '+' ? add : symbol == '-' ? &subtract : (operation_t)0;
}

static operation_t (*chooser)(char) = choose;

static int fold(int (*f)(int, int), const int *values, int count)
{
    int result = *values;
    while (--count > 0)
        result = (*f)(result, *++values);
    return result;
}

static void *maximum(void *base, unsigned count, unsigned size, compare_t *compare)
{
    char *best = base, *at;
    for (at = best; count-- > 0; at += size)
        if (compare(at, best) > 0)
            best = at;
    return best;
}

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static struct event {
    const char *name;
    handler_t handler;
    void *data;
} events[4];

static unsigned event_count;

static void on(const char *name, void (*handler)(int, void *), void *data)
{
    struct event *event = events + event_count++;
    event->name = name;
    (*event).handler = handler;
    event->data = data;
}

static void emit(int code)
{
    unsigned i;
    for (i = 0; i < event_count; i++)
        (events[i].handler)(code, events[i].data);
}

static void tally(int code, void *data)
{
    *(int *)data += code;
}

int main(void)
{
    int values[] = { 3, 1, 4, 1, 5 }, total = 0;
    int (*table[2])(int, int);
    table[0] = add, table[1] = chooser('-');
    on("first", tally, &total);
    on("second", &tally, &total);
    emit(21);
    printf("%d %d %d %d\n", fold(table[0], values, 5), fold(*table[1], values, 5),
           *(int *)maximum(values, 5, sizeof *values, compare_int), total);
    return chooser('*') == 0 ? 0 : 1;
}
