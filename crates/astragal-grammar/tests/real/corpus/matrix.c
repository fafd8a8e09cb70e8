/* Linear algebra: products, transposes, Gaussian elimination. */

extern int printf(const char *, ...);

typedef double real_t;
typedef real_t row_t[3];
typedef row_t matrix_t[3];

static real_t absolute(register real_t x) { return x < 0.0 ? -x : x; }

static void multiply(matrix_t product, matrix_t a, matrix_t b)
{
    int i, j, k;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            for (product[i][j] = 0, k = 0; k < 3; k++)
                product[i][j] += a[i][k] * b[k][j];
}

static void transpose(real_t (*matrix)[3])
{
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < i; j++) {
            real_t kept = matrix[i][j];
            matrix[i][j] = matrix[j][i];
            matrix[j][i] = kept;
        }
}

static int solve(matrix_t a, row_t b, real_t x[3])
{
    int i, j, k;
    for (i = 0; i < 3; i++) {
        int best = i;
        for (j = i + 1; j < 3; j++)
            if (absolute(a[j][i]) > absolute(a[best][i]))
                best = j;
        if (absolute(a[best][i]) < 1.0e-9)
            return 0;
        if (best != i) {
            for (k = 0; k < 3; k++) {
                real_t kept = a[i][k];
                a[i][k] = a[best][k], a[best][k] = kept;
            }
            x[0] = b[i], b[i] = b[best], b[best] = x[0];
        }
        for (j = i + 1; j < 3; j++) {
            const real_t factor = a[j][i] / a[i][i];
            for (k = i; k < 3; k++)
                a[j][k] -= factor * a[i][k];
            b[j] -= factor * b[i];
        }
    }
    for (i = 2; i >= 0; i--) {
        x[i] = b[i];
        for (k = i + 1; k < 3; k++)
            x[i] -= a[i][k] * x[k];
        x[i] /= a[i][i];
    }
    return !0;
}

int main(void)
{
    matrix_t a = { { 2, 1, -1 }, { -3, -1, 2 }, { -2, 1, 2 } }, b = { { 1 }, { 0, 1 }, { 0, 0, 1.f } }, c;
    row_t right = { 8.0L, -11., -3e0 }, x;
    float sum = 0.F;
    int i;
    multiply(c, a, b);
    transpose(c);
    transpose(c);
    if (!solve(c, right, x)) {
        printf("singular\n");
        return 1;
    }
    for (i = 0; i < 3; i++)
        sum += (float)x[i];
    printf("%g %g %g, %g\n", x[0], x[1], x[2], sum);
    return 0;
}
