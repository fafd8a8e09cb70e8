/* A doubly linked list, and a tree that is made of it. */

typedef unsigned long size_t;

extern void *malloc(size_t size);
extern void free(void *);
extern int printf(const char *, ...);

typedef struct node node_t;
typedef struct list { node_t *first, *last; size_t length; } list_t;

struct node {
    node_t *next;
    node_t *previous;
    int value;
};

static list_t *list_new(void)
{
    list_t *list = (list_t *)malloc(sizeof(list_t));
    if (list != (void *)0) {
        list->first = list->last = 0;
        list->length = 0;
    }
    return list;
}

static void list_append(list_t *list, int value)
{
    node_t *const node = malloc(sizeof *node);
    if (!node)
        return;
    node->value = value, node->next = 0;
    node->previous = list->last;
    *(list->last ? &list->last->next : &list->first) = node;
    list->last = node;
    list->length++;
}

static void list_reverse(list_t *list)
{
    node_t *node = list->first;
    while (node) {
        node_t *next = node->next;
        node->next = node->previous;
        node->previous = next;
        node = next;
    }
    node = list->first, list->first = list->last, list->last = node;
}

static void list_free(list_t *list)
{
    node_t *node, *next;
    for (node = list->first; node; node = next) {
        next = node->next;
        free(node);
    }
    free((void *)list);
}

typedef struct tree {
    int key;
    struct tree *left, *right;
} *tree_t;

static tree_t tree_insert(tree_t tree, int key)
{
    if (tree == 0) {
        tree = (tree_t)malloc(sizeof(struct tree));
        tree->key = key;
        tree->left = tree->right = 0;
    } else if (key < tree->key)
        tree->left = tree_insert(tree->left, key);
    else if (key > tree->key)
        tree->right = tree_insert(tree->right, key);
    return tree;
}

static void tree_walk(const tree_t tree, list_t *into)
{
    if (!tree)
        return;
    tree_walk(tree->left, into);
    list_append(into, (*tree).key);
    tree_walk(tree->right, into);
}

int main()
{
    static const int keys[] = { 5, 2, 8, 1, 9, 2, 5, 7, };
    list_t *list = list_new();
    tree_t tree = 0;
    const node_t *node;
    size_t i;
    for (i = 0; i < sizeof keys / sizeof keys[0]; i++)
        tree = tree_insert(tree, keys[i]);
    tree_walk(tree, list);
    list_reverse(list);
    for (node = list->first; node != 0; node = node->next)
        printf("%d%s", node->value, node->next ? ", " : "\n");
    list_free(list);
    return 0;
}
