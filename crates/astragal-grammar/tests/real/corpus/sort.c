/* Sorts numbers in three ways, and compares the results. */

int printf(const char *format, ...);

enum { COUNT = 12 };

static int compare_count;

static int less(int a, int b)
{
    ++compare_count;
    return a < b;
}

static void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void insertion_sort(int values[], int count)
{
    int i, j;
    for (i = 1; i < count; i++)
        for (j = i; j > 0 && less(values[j], values[j - 1]); j--)
            swap(&values[j], values + (j - 1));
}

static void quick_sort(int *first, int *last)
{
    int pivot, *low = first, *high = last;
    if (last - first < 1)
        return;
    pivot = first[(last - first) / 2];
    do {
        while (less(*low, pivot))
            low++;
        while (less(pivot, *high))
            high--;
        if (low <= high)
            swap(low++, high--);
    } while (low <= high);
    quick_sort(first, high);
    quick_sort(low, last);
}

static void sift(int *heap, int at, int end)
{
    for (;;) {
        int child = 2 * at + 1;
        if (child >= end)
            break;
        if (child + 1 < end && less(heap[child], heap[child + 1]))
            child += 1;
        if (!less(heap[at], heap[child]))
            break;
        swap(heap + at, heap + child);
        at = child;
    }
}

static void heap_sort(int *values, int count)
{
    int at = count / 2;
    while (at-- > 0)
        sift(values, at, count);
    for (at = count - 1; at > 0; at--) {
        swap(values, &values[at]);
        sift(values, 0, at);
    }
}

static int is_sorted(const int *values, int count)
{
    while (--count > 0)
        if (values[count] < values[count - 1])
            return 0;
    return 1;
}

int main(void)
{
    int samples[3][COUNT], round, i;
    unsigned long seed = 12345ul;
    for (i = 0; i < COUNT; i++) {
        seed = (seed * 1103515245ul + 12345ul) % 2147483648ul;
        samples[0][i] = samples[1][i] = samples[2][i] = (int)(seed % 100);
    }
    for (round = 0; round < 3; ++round) {
        int *values = samples[round];
        compare_count = 0;
        switch (round) {
        case 0:
            insertion_sort(values, COUNT);
            break;
        case 1:
            quick_sort(values, values + COUNT - 1);
            break;
        default:
            heap_sort(values, COUNT);
        }
        printf("%d comparisons: %s\n", compare_count, is_sorted(values, COUNT) ? "sorted" : "not sorted");
    }
    return 0;
}
