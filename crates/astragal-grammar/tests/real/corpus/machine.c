/* A virtual machine: instructions, a stack, a loop of `switch` and `goto`. */

int printf(const char *, ...);

enum operation { HALT, PUSH, ADD, SUBTRACT, MULTIPLY, DUPLICATE, DROP, SWAP, JUMP, JUMP_IF = JUMP + 1, PRINT };

struct instruction {
    enum operation operation;
    int argument;
};

typedef enum { RUNNING, STOPPED, CRASHED } status_t;

static struct {
    int stack[16], *top;
    struct instruction *next;
    status_t status;
    long steps;
} machine;

static status_t run(struct instruction *program)
{
    register int a, b;
    machine.top = machine.stack;
    machine.next = program;
    machine.status = RUNNING;
again:
    if (++machine.steps > 1000l)
        goto crash;
    switch (machine.next->operation) {
        int unused;
    case PUSH:
        if (machine.top == machine.stack + 16)
            goto crash;
        *machine.top++ = machine.next->argument;
        break;
    case ADD: case SUBTRACT: case MULTIPLY:
        if (machine.top - machine.stack < 2) {
        crash:
            return machine.status = CRASHED;
        }
        b = *--machine.top;
        a = *--machine.top;
        *machine.top++ = machine.next->operation == ADD ? a + b : machine.next->operation == SUBTRACT ? a - b : a * b;
        break;
    case DUPLICATE:
        a = machine.top[-1];
        *machine.top++ = a;
        break;
    case DROP:
        machine.top--;
        break;
    case SWAP:
        a = machine.top[-1], machine.top[-1] = machine.top[-2], machine.top[-2] = a;
        break;
    case JUMP_IF:
        if (!*--machine.top)
            break;
    case JUMP:
        machine.next += machine.next->argument;
        goto again;
    case PRINT:
        printf("%d\n", machine.top[-1]);
        break;
    case HALT:
        unused = 0;
        (void)unused;
        return machine.status = STOPPED;
    default:
        goto crash;
    }
    machine.next++;
    goto again;
}

int main(void)
{
    /* Counts down from 3. */
    static struct instruction countdown[] = {
        { PUSH, 3 }, { PRINT, 0 }, { PUSH, 1 }, { SUBTRACT }, { DUPLICATE }, { JUMP_IF, -4 }, { DROP }, { HALT, },
    };
    struct instruction loop[2];
    loop[0].operation = JUMP, loop[0].argument = 0;
    loop[1] = loop[0];
    do {
        machine.steps = 0;
        run(countdown);
        if (machine.status == STOPPED)
            continue;
        printf("crashed\n");
        break;
    } while (machine.steps < 0);
    return run(loop) == CRASHED ? 0 : 1;
}
