"""Pictures for notebooks, and plain reprs."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tengen
import tengen.pettingzoo
from tengen.arena import Arena, DuplicateGames, EloEstimate, Standings, StandingsRow
from tengen.render import Picture, draw_svg, show_board, show_planes
from tengen.render.markup import escaped
from tengen.search import Leaves, Search
from tengen.server_info import FeatureSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert("&\'")</script>\x00\ud800</div>'


def parsed(picture: Any) -> ET.Element:
    """Returns the HTML of an object, which is well-formed and the same each time."""
    html = picture._repr_html_()
    assert html == picture._repr_html_()
    return ET.fromstring(html)


def words(element: ET.Element) -> str:
    """Returns all text of an element."""
    return " ".join(part.strip() for part in element.itertext() if part.strip())


def fills(element: ET.Element, name: str) -> list[str | None]:
    """Returns the fill of each group of elements of a kind."""
    return [
        group.get("fill") for group in element.iter(f"{SVG}g") for _ in group.findall(SVG + name)
    ]


def standings(*names: str) -> Standings:
    """Returns standings in which each player beats those after it."""
    count = len(names)
    return Standings(
        rows=tuple(
            StandingsRow(
                rank=index + 1,
                player=name,
                rating=EloEstimate(100.0 - 50 * index, 60.0 - 50 * index, 140.0 - 50 * index),
                game_count=2 * (count - 1),
                win_count=2 * (count - 1 - index),
                loss_count=2 * index,
                draw_count=0,
            )
            for index, name in enumerate(names)
        ),
        crosstable=2.0 * np.triu(np.ones((count, count)), 1),
        game_counts=2 * (1 - np.eye(count, dtype=np.int64)),
        superiority=np.full((count, count), 0.5),
        black_advantage=EloEstimate(0.0, -10.0, 10.0),
        is_anchored=False,
        confidence=0.95,
        duplicates=(DuplicateGames("a", "b", 2),),
    )


@pytest.fixture
def search(address: str) -> Iterator[Search]:
    """A search on 5x5 with a uniform policy and values of 0."""

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        return np.zeros((len(leaves), leaves.action_count)), np.zeros(len(leaves))

    with Search(evaluate, 5, address=address, seed=1) as made:
        yield made


def test_board_has_each_stone_and_the_last_move() -> None:
    board = np.zeros((3, 4), np.uint8)
    board[0, 1], board[2, 3], board[1, 1] = 1, 2, 2

    svg = ET.fromstring(draw_svg(board, 1))

    circles = [
        (group.get("fill"), circle.get("cx"), circle.get("cy"))
        for group in svg.iter(f"{SVG}g")
        for circle in group.findall(f"{SVG}circle")
        if circle.get("r") == "11.28"
    ]
    assert circles == [("#1d1d1f", "58", "34"), ("#fbfbf8", "58", "58"), ("#fbfbf8", "106", "82")]
    (mark,) = [circle for circle in svg.iter(f"{SVG}circle") if circle.get("fill") == "none"]
    assert (mark.get("cx"), mark.get("cy"), mark.get("stroke")) == ("58", "34", "#fbfbf8")
    names = [text.text for text in svg.iter(f"{SVG}text")]
    assert names == list("AABBCCDD332211")


def test_board_values_are_shaded_by_sign_and_size() -> None:
    values = np.array([[8.0, -4.0], [0.0, np.nan]])

    svg = ET.fromstring(draw_svg(np.zeros((2, 2)), values=values))

    shades = [(path.get("fill"), path.get("fill-opacity")) for path in svg.iter(f"{SVG}path")]
    assert [shade for shade in shades if shade[1]] == [("#c62828", "0.42"), ("#1565c0", "0.85")]


def test_board_owner_marks_only_points_without_a_stone_of_the_owner() -> None:
    board, owner = np.array([[1, 0, 2]]), np.array([[1, 1, 1]])

    svg = ET.fromstring(draw_svg(board, owner=owner))

    paths = [path.get("d", "") for path in svg.iter(f"{SVG}path") if path.get("fill") == "#1d1d1f"]
    assert [path.count("z") for path in paths] == [2]


@pytest.mark.parametrize("name", ["owner", "values"])
def test_board_layer_of_another_shape_raises(name: str) -> None:
    layers: dict[str, Any] = {name: np.zeros((2, 3))}

    with pytest.raises(ValueError, match=rf"{name} has the shape \(2, 3\), not \(3, 2\)"):
        draw_svg(np.zeros((3, 2)), **layers)


@pytest.mark.parametrize("size", [(1, 1), (25, 25), (2, 9)])
def test_board_of_any_size_is_well_formed(size: tuple[int, int]) -> None:
    ET.fromstring(draw_svg(np.ones(size, np.uint8), size[0] * size[1] - 1, values=np.ones(size)))


def test_picture_shows_the_board_as_text_elsewhere() -> None:
    picture = show_board(np.array([[1, 0]]), 0, caption=HOSTILE)

    assert repr(picture).splitlines()[1] == "  1(X). 1"
    assert repr(picture).endswith(HOSTILE)
    assert words(parsed(picture)).endswith(escaped_text(HOSTILE))


def escaped_text(text: str) -> str:
    """Returns a text as an XML parser reads it after it was escaped."""
    return ET.fromstring(f"<p>{escaped(text)}</p>").text or ""


def test_escaped_text_keeps_all_that_xml_allows() -> None:
    assert escaped_text(HOSTILE) == HOSTILE.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    assert escaped_text("é\U0001f600\n\t") == "é\U0001f600\n\t"


def test_planes_have_their_names_and_ones(session: tengen.Session, client: tengen.Client) -> None:
    session.reset(seed=1)
    planes = session.step(7).observation
    (spec,) = [each for each in client.server_info().encodings if each.name == "alphazero-17"]

    picture = show_planes(planes, spec)

    tiles = list(parsed(picture))
    assert len(tiles) == len(planes) == 17
    assert words(tiles[1][1]) == f"1 {spec.planes[1].name}"
    squares = [
        sum(path.get("d", "").count("z") for path in tile.iter(f"{SVG}path")) for tile in tiles
    ]
    assert squares == planes.reshape(17, -1).sum(axis=1).tolist()
    assert sum(squares) == 1
    assert repr(picture).startswith("17 planes of 5x5 points\n  0 ")


def test_planes_in_another_layout_look_the_same() -> None:
    planes = np.random.default_rng(1).random((3, 4, 5)).astype(np.float32)

    assert show_planes(planes) == show_planes(np.moveaxis(planes, 0, -1), layout="hwc")


def test_planes_of_hostile_names_are_escaped() -> None:
    names = [HOSTILE, "plain"]

    assert words(parsed(show_planes(np.zeros((2, 3, 3)), names))[0][1]) == escaped_text(
        f"0 {HOSTILE}"
    )


def test_planes_with_a_wrong_argument_raise() -> None:
    with pytest.raises(ValueError, match="2 names for 3 planes"):
        show_planes(np.zeros((3, 2, 2)), ["a", "b"])
    with pytest.raises(ValueError, match=r"not the shape \(2, 2\)"):
        show_planes(np.zeros((2, 2)))
    with pytest.raises(TypeError, match="names must be an iterable of strings"):
        show_planes(np.zeros((3, 2, 2)), "abc")


def test_session_shows_its_position(session: tengen.Session) -> None:
    session.reset(seed=1)
    session.step(7)

    shown = parsed(session)

    assert words(shown).endswith("move 1 · last C4 · White to move")
    session.step(tengen.RESIGN)
    assert "over: resignation" in words(parsed(session))


def test_session_with_a_symmetry_marks_the_move_on_the_board(client: tengen.Client) -> None:
    with client.create_session(5, symmetry="rotate-90") as session:
        action = tengen.Symmetry.ROTATE_90.transform_action(1, 5, 5)
        session.step(action)

        assert session.board()[0, 1] == tengen.Color.BLACK
        assert "last B5" in words(parsed(session))


def test_closed_session_shows_the_error(client: tengen.Client) -> None:
    session = client.create_session(5)
    session.close()

    assert words(parsed(session)).startswith("Session('")
    assert words(parsed(session)).endswith("(NOT_FOUND / SESSION_NOT_FOUND)")


def test_environments_show_their_positions(address: str) -> None:
    with tengen.make("Go5x5-v1", opponent=None, address=address) as env:
        env.reset(seed=1)
        env.step(12)

        assert "last C3" in words(parsed(env))
        assert repr(env) == "GoEnv('tengen/Go5x5-v1', 5x5)"
    env = tengen.pettingzoo.raw_env(5, address=address)
    env.reset(seed=1)
    assert "Black to move" in words(parsed(env))
    assert repr(env) == "tengen.pettingzoo.raw_env(5x5)"
    env.close()


@pytest.mark.full
def test_watched_state_shows_its_board(session: tengen.Session) -> None:
    session.reset(seed=1)
    session.step(0)
    watched = session.watch()

    state = next(watched)

    watched.close()
    assert "move 1" in words(parsed(state))
    assert "<uint8 of shape (5, 5)>" in repr(state)


def test_score_shows_owners_and_result(session: tengen.Session) -> None:
    session.reset(seed=1)
    session.step(12)
    score = session.score()

    shown = parsed(score)

    assert words(shown).endswith("B W area 25 0 points 25 0 komi 0.5 B+24.5")
    squares = [
        path.get("d", "") for path in shown.iter(f"{SVG}path") if path.get("fill") == "#1d1d1f"
    ]
    assert [path.count("z") for path in squares] == [25]


def test_drawing_shows_its_stones() -> None:
    shown = parsed(tengen.Drawing(["X . O", ". _ ."]))

    assert fills(shown, "circle") == ["#1d1d1f", "#fbfbf8"]
    assert parsed(tengen.Drawing(np.array([[1, 2]]))) is not None
    assert words(parsed(tengen.Drawing(["<b>", "X"]))) == "<b>\nX"


def test_encoding_shows_its_planes(client: tengen.Client) -> None:
    for spec in client.server_info().encodings:
        rows = list(parsed(spec).iter("tr"))

        assert len(rows) == 1 + len(spec.planes) + len(spec.globals)
        assert len(repr(spec)) < 60


def test_hostile_encoding_is_escaped(client: tengen.Client) -> None:
    spec = client.server_info().encodings[0]
    object.__setattr__(spec, "planes", (FeatureSpec(HOSTILE, HOSTILE),))

    assert escaped_text(HOSTILE) in words(parsed(spec))


def test_search_result_shows_the_most_visited_moves(search: Search) -> None:
    (position,) = search.add(tengen.TreeRoot.start(5).then([7]))
    (before,) = search.read([position])
    search.run([position], 60)
    (found,) = search.read([position])

    shown = words(parsed(found))

    assert "0 visits, not evaluated" in words(parsed(before))
    assert f"60 visits, value {found.value:+.2f}" in shown
    best = found.best_action
    name = f"{'ABCDE'[best % 5]}{5 - best // 5}"
    assert f"move visits value prior variation {name} {found.visit_counts[0]} " in shown
    assert len(list(parsed(found).iter("tr"))) == 9
    assert found.visit_shares.shape == (5, 5)
    assert found.visit_shares[best // 5, best % 5] == found.visit_counts[0] / 60
    assert found.visit_shares[1, 2] == 0
    assert repr(found) == f"PositionResult(60 visits, value={found.value:+.3f}, best {name})"
    assert repr(before) == "PositionResult(0 visits, value=None)"


def test_standings_show_ratings_and_crosstable() -> None:
    shown = parsed(standings("strong", HOSTILE, "weak"))

    ratings, crosstable = shown.iter("table")
    rows = [[words(cell) for cell in row] for row in ratings.iter("tr")]
    assert rows[1][:3] == ["1", "strong", "+100 [+60, +140]"]
    assert rows[1][4:] == ["4", "4", "0", "0"]
    assert rows[2][1] == escaped_text(HOSTILE)
    points = [[words(cell) for cell in row] for row in crosstable.iter("tr")]
    assert points[1] == ["1", "strong", "", "2/2", "2/2"]
    assert repr(standings("a")) == "Standings(a +100 [+60, +140])"


def test_standings_without_games_say_so() -> None:
    assert words(parsed(standings())) == "no game has ended yet"


def test_reprs_are_plain(client: tengen.Client, search: Search, address: str) -> None:
    with (
        client.create_session(5, encodings=("alphazero-17", "tactical"), seed=1) as session,
        tengen.make_vec("Go5x5-v1", 2, address=address) as envs,
        client.open_forest(5) as forest,
        Arena(address) as arena,
    ):
        nodes = forest.plant(tengen.TreeRoot.start(5), tengen.TreeRoot.session(session).then([3]))
        shown = [
            client,
            session,
            session.reset(seed=1),
            session.step(3),
            session.score(),
            session.legal_actions(),
            session.state(),
            session.spec.rules,
            envs,
            forest,
            nodes,
            search,
            tengen.TreeRoot.start(5),
            tengen.TreeRoot.session(session).then([3]),
            tengen.TreeRoot.snapshot(session.snapshot()),
            arena,
            tengen.KoRule.POSITIONAL,
            tengen.Color.BLACK,
            tengen.IllegalReason.OCCUPIED,
            tengen.Symmetry.FLIP_ROWS,
            client.server_info(),
            Picture("<p></p>", "text"),
        ]
        texts = [repr(each) for each in shown[:2] + shown[3:]]

    assert not [text for text in texts if " object at 0x" in text]
    assert not [text for text in texts if "array(" in text]
    assert not [text for text in texts if "\n" in text]
    assert "observation={'alphazero-17': <uint8 of shape (17, 5, 5)>, " in texts[2]
    assert texts[-7:] == [
        f"Arena({address!r})",
        "KoRule.POSITIONAL",
        "Color.BLACK",
        "IllegalReason.OCCUPIED",
        "Symmetry.FLIP_ROWS",
        repr(shown[-2]),
        "text",
    ]
    assert repr(envs) == "TengenVectorEnv('tengen/Go5x5-v1', 5x5, num_envs=2)"
    assert repr(shown[12]) == "TreeRoot.start((5, 5))"
