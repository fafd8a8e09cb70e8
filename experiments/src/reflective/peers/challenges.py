"""The five challenges of the table, for Hypothesis: `challenges.py NAME RUNS` prints the size of what each run shrinks to.

The values are those of the challenges in the folder above, at their largest size; the generators are written as the documentation of
Hypothesis has them: recursion is `deferred`, and Hypothesis itself decides how large a value grows.
"""

import sys
from random import Random

from hypothesis import HealthCheck, Phase, find, settings, strategies as st
from hypothesis.errors import NoSuchExample

SIZE = 30
TESTS = 10_000


def wrapped(number):
    return (number + 2**15) % 2**16 - 2**15


# binheap: a heap is None, or a root and two heaps.


@st.composite
def heaps(draw, least=-SIZE, depth=5):
    if depth == 0 or not draw(st.booleans()):
        return None
    root = draw(st.integers(least, SIZE))
    return root, draw(heaps(root, depth - 1)), draw(heaps(root, depth - 1))


def elements(heap):
    return [] if heap is None else [heap[0], *elements(heap[1]), *elements(heap[2])]


def merge(one, other):
    if one is None or other is None:
        return one or other
    low, high = (one, other) if one[0] <= other[0] else (other, one)
    return low[0], merge(low[2], high), low[1]


def heap_fails(heap):
    taken_out = [] if heap is None else [heap[0], *elements(merge(heap[1], heap[2]))]
    return taken_out != sorted(elements(heap))


# bound5: five lists of 16-bit numbers, of which each has a small sum.

FIVE = st.tuples(*[st.lists(st.integers(-(2**15), 2**15 - 1), max_size=SIZE)] * 5)


def bound5_fails(lists):
    return all(wrapped(sum(each)) < 256 for each in lists) and wrapped(sum(map(sum, lists))) >= 5 * 256


# calculator: a number, or an operator and two terms.


NUMBERS = st.integers(-SIZE, SIZE)
TERMS = st.deferred(lambda: NUMBERS | st.tuples(st.sampled_from("+/"), TERMS, TERMS))


def value(term):
    if isinstance(term, int):
        return term
    left, right = value(term[1]), value(term[2])
    return left + right if term[0] == "+" else left // right


def divides_by_literal(term):
    if isinstance(term, int):
        return False
    return term[0] == "/" and term[2] == 0 or any(map(divides_by_literal, term[1:]))


def calculator_fails(term):
    if divides_by_literal(term):
        return False
    try:
        value(term)
    except ZeroDivisionError:
        return True
    return False


def term_size(term):
    return 1 if not isinstance(term, tuple) else 1 + sum(map(term_size, term[1:]))


# parser: modules and functions. Names are words, so what is written is read back but for the two bugs of the reader.

NAMES = st.text("abc123", min_size=1)
BINARY = st.sampled_from(["And", "Or", "Add", "Sub", "Mul", "Div"])
EXPRESSIONS = st.deferred(
    lambda: st.booleans()
    | NUMBERS
    | st.tuples(st.just("Not"), EXPRESSIONS)
    | st.tuples(BINARY, EXPRESSIONS, EXPRESSIONS)
)
STATEMENTS = st.tuples(st.none(), EXPRESSIONS) | st.tuples(NAMES, EXPRESSIONS)
MODULES = st.tuples(st.lists(NAMES), st.lists(NAMES))
FUNCTIONS = st.tuples(NAMES, st.lists(EXPRESSIONS), st.lists(STATEMENTS))
PROGRAMS = st.tuples(st.lists(MODULES), st.lists(FUNCTIONS))


def read_back(term):
    if not isinstance(term, tuple):
        return term
    name, *parts = term[0], *map(read_back, term[1:])
    return ("And", *reversed(parts)) if name in ("And", "Or") else (name, *parts)


def expressions_of(program):
    for _, arguments, statements in program[1]:
        yield from arguments
        yield from (expression for _, expression in statements)


def parser_fails(program):
    return any(repr(read_back(each)) != repr(each) for each in expressions_of(program))


def program_size(program):
    names = sum(len(imports) + len(exports) for imports, exports in program[0])
    return names + sum(map(term_size, expressions_of(program))) + sum(len(function[2]) for function in program[1])


CHALLENGES = {
    "binheap": (heaps(), heap_fails, lambda heap: 2 * len(elements(heap)) + 1),
    "bound5": (FIVE, bound5_fails, lambda lists: sum(map(len, lists))),
    "calculator": (TERMS, calculator_fails, term_size),
    "parser": (PROGRAMS, parser_fails, program_size),
    "reverse": (st.lists(st.integers(-SIZE, SIZE), max_size=SIZE), lambda it: it != it[::-1], len),
}


def main():
    strategy, fails, size = CHALLENGES[sys.argv[1]]
    limits = settings(
        max_examples=TESTS,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    for run in range(int(sys.argv[2])):
        try:
            print(size(find(strategy, fails, settings=limits, random=Random(run))), flush=True)
        except NoSuchExample:
            pass


if __name__ == "__main__":
    main()
