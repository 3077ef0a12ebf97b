"""A signature: what the finger drew comes back, in few bytes."""

from hypothesis import given
from hypothesis import strategies as st

from app.services.signature import HEIGHT, MOST_POINTS, WIDTH, Signature, read_signature

POINTS = st.tuples(st.integers(0, WIDTH), st.integers(0, HEIGHT))


@given(st.lists(st.lists(POINTS, min_size=1, max_size=8), max_size=4))
def test_a_signature_is_read_as_it_was_written(strokes: list[list[tuple[int, int]]]) -> None:
    signature = Signature(tuple(map(tuple, strokes)))
    assert read_signature(str(signature)) == signature


def test_it_is_a_path_that_a_paper_can_draw() -> None:
    signature = Signature().begun(0, 0).drawn(0.5, 1).drawn(0.25, 0.5).begun(1, 1)
    assert str(signature) == "M0 0l120 120-60-60M240 120"


def test_a_finger_that_rests_or_leaves_the_pad_draws_nothing_more() -> None:
    signature = Signature().begun(0.5, 0.5)
    assert signature.drawn(0.501, 0.5) == signature
    assert signature.drawn(7, -7).strokes[0][-1] == (WIDTH, 0)
    assert Signature().drawn(0.2, 0.2).is_blank


def test_a_signature_has_an_end() -> None:
    signature = Signature()
    for turn in range(2 * MOST_POINTS):
        signature = signature.begun(turn % 2, 0)
    assert sum(map(len, signature.strokes)) == MOST_POINTS


def test_what_is_no_signature_is_blank() -> None:
    assert read_signature("").is_blank
    assert read_signature("hello Mx").is_blank
    assert read_signature("M0,0").strokes == (((0, 0),),)
