"""Properties whose log is a fixture of the report: rejected, failing, and with features of every kind."""
from hypothesis import HealthCheck, Phase, assume, event, example, given, note, settings, strategies as st, target


def merge(left, right):
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    out.extend(left[i:])
    if len(right) > 3:
        return out + right[j + 1 :]
    return out + right[j:]


ints = st.lists(st.integers(0, 20), max_size=6).map(sorted)


@settings(max_examples=60, derandomize=True, database=None)
@given(ints, ints)
def test_merge_keeps_all(left, right):
    event("length", len(left) + len(right))
    note(f"merging {len(left)} and {len(right)}")
    assert len(merge(left, right)) == len(left) + len(right)


@settings(max_examples=40, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10), st.floats())
@example(n=4, x=float("nan"))
def test_even(n, x):
    assume(n % 2 == 0)
    event("zero" if n == 0 else "not zero")
    event("kind", "small" if n < 5 else "large")
    target(float(n), label="n")
    event("x", x)
    assert n % 2 == 0


@settings(max_examples=30, derandomize=True, database=None)
@given(st.booleans())
def test_boolean(flag):
    event("flag", str(flag))
    assert flag in (True, False)
