/* A hash table from words to counts, which grows. */

typedef unsigned long size_t;

void *calloc(size_t count, size_t size);
void free(void *memory);
int printf(const char *format, ...);
int strcmp(const char *, const char *);

typedef struct entry {
    const char *key;
    int value;
    struct entry *next;
} entry_t;

typedef struct {
    entry_t **buckets;
    size_t size, used;
} table_t;

static size_t hash(const char *key)
{
    size_t value = 5381ul;
    while (*key)
        value = value * 33 ^ (unsigned char)*key++;
    return value;
}

static entry_t **find(const table_t *table, const char *key)
{
    entry_t **at = &table->buckets[hash(key) % table->size];
    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

static int grow(table_t *table)
{
    table_t larger;
    size_t i;
    larger.size = table->size ? table->size * 2 : 2;
    larger.used = table->used;
    if ((larger.buckets = (entry_t **)calloc(larger.size, sizeof(entry_t *))) == 0)
        return 0;
    for (i = 0; i < table->size; i++) {
        entry_t *entry = table->buckets[i];
        while (entry) {
            entry_t *next = entry->next, **at = find(&larger, entry->key);
            entry->next = *at;
            *at = entry;
            entry = next;
        }
    }
    free(table->buckets);
    *table = larger;
    return 1;
}

static int *count(table_t *table, const char *key)
{
    entry_t **at;
    if (table->used >= table->size && !grow(table))
        return 0;
    at = find(table, key);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            return 0;
        (*at)->key = key;
        table->used++;
    }
    return &(*at)->value;
}

int main(void)
{
    static const char *words[] = { "to", "be", "or", "not", "to", "be", 0 };
    table_t table = { 0 };
    size_t i;
    for (i = 0; words[i]; i++) {
        int *n = count(&table, words[i]);
        if (n) ++*n;
    }
    for (i = 0; i < table.size; i++) {
        entry_t *entry, *next;
        for (entry = table.buckets[i]; entry; entry = next) {
            printf("%s %d\n", entry->key, entry->value);
            next = entry->next;
            free(entry);
        }
    }
    free(table.buckets);
    return 0;
}
