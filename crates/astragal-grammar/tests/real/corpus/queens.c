/* How many ways there are to place queens on a board, and a knight's tour by Warnsdorff's rule. */

int printf(const char *, ...);

static int columns[12], up[24], down[24];

static long place(int row, int size)
{
    long ways = 0;
    int column;
    if (row == size) return 1L;
    for (column = 0; column < size; column++) {
        if (columns[column] || up[row + column] || down[row - column + size]) continue;
        columns[column] = up[row + column] = down[row - column + size] = 1;
        ways += place(row + 1, size);
        columns[column] = up[row + column] = down[row - column + size] = 0;
    }
    return ways;
}

enum { SIZE = 6 };

static const signed char moves[8][2] = {
    { 1, 2 }, { 2, 1 }, { 2, -1 }, { 1, -2 }, { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 }
};

static int board[SIZE][SIZE];

static int is_free(int x, int y)
{
    return x >= 0 && x < SIZE && y >= 0 && y < SIZE && !board[x][y];
}

static int exits(int x, int y)
{
    int i, count;
    for (i = count = 0; i < 8; i++)
        if (is_free(x + moves[i][0], y + moves[i][1]))
            count++;
    return count;
}

static int tour(int x, int y)
{
    int step = 1;
    board[x][y] = step;
    while (step < SIZE * SIZE) {
        int best = -1, fewest = 9, i;
        for (i = 0; i < 8; i++) {
            int nx = x + moves[i][0], ny = y + moves[i][1];
            if (is_free(nx, ny)) {
                int count = exits(nx, ny);
                if (count < fewest)
                    fewest = count, best = i;
            }
        }
        if (best < 0)
            break;
        x += moves[best][0], y += moves[best][1];
        board[x][y] = ++step;
    }
    return step;
}

int main(void)
{
    int size;
    for (size = 1; size <= 8; ++size)
        printf("%d: %ld\n", size, place(0, size));
    printf("%d of %d\n", tour(0, 0), SIZE * SIZE);
    return 0;
}
