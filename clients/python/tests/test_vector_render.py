from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import NormalizeReward

import tengen
from tengen.render import draw_image, draw_text, tile_images

if TYPE_CHECKING:
    from tengen.words import AutoresetModeWord, VectorRenderModeWord

SVG = "{http://www.w3.org/2000/svg}"
MODES = ["next_step", "same-step", "Disabled"]


def singles(envs: tengen.TengenVectorEnv, address: str, **options: Any) -> list[tengen.GoEnv]:
    return [tengen.GoEnv(address=address, **options) for _ in range(envs.num_envs)]


@pytest.mark.parametrize(
    "options",
    [
        {"size": 5, "encoding": "tactical"},
        {"size": (7, 4), "symmetry": "rotate-180", "observation_layout": "hwc"},
        {"size": 5, "symmetry": "drawn"},
        {"size": 5, "encoding": "alphazero:history=2", "agent_color": "white"},
        {"size": 5, "opponent": None, "setup": tengen.Setup(black_points=[0], white_points=[7])},
    ],
    ids=str,
)
@pytest.mark.parametrize("render_mode", ["ansi", "rgb_array"])
@pytest.mark.full
def test_render_equals_single_environments(
    options: dict[str, Any], render_mode: AutoresetModeWord, address: str
) -> None:
    random = np.random.default_rng(1)
    options = {**options, "render_mode": render_mode}
    mark_count, capture_count = 0, 0
    with tengen.TengenVectorEnv(
        num_envs=3, address=address, autoreset_mode="disabled", **options
    ) as envs:
        others = singles(envs, address, **options)
        observations, _ = envs.reset(seed=1)
        for lane, env in enumerate(others):
            env.reset(seed=1 + lane)
        for _ in range(60):
            pictures = envs.render()
            assert pictures is not None
            for picture, env in zip(pictures, others, strict=True):
                # The mark is missing where the last move was a suicide.
                expected = (env.render(), unmarked(env))
                assert any(np.array_equal(picture, one) for one in expected)
                mark_count += int(np.array_equal(picture, expected[0]))
            stones = [np.count_nonzero(env.session.board()) for env in others]
            actions = tengen.sample_actions(observations["action_mask"], random)
            observations, _, terminated, truncated, _ = envs.step(actions)
            for env, action in zip(others, actions, strict=True):
                env.step(action)
            after = [np.count_nonzero(env.session.board()) for env in others]
            capture_count += sum(int(new < old) for new, old in zip(after, stones, strict=True))
            if (terminated | truncated).any():
                break
        for env in others:
            env.close()

    assert capture_count > 0 or options["size"] != 5
    assert mark_count > 20


def unmarked(env: tengen.GoEnv) -> Any:
    draw = draw_text if env.render_mode == "ansi" else draw_image
    return draw(env.session.board(), None)


@pytest.mark.parametrize("mode", MODES)
def test_render_mode_changes_no_result(mode: AutoresetModeWord, address: str) -> None:
    results = []
    modes: tuple[VectorRenderModeWord | None, ...] = (None, "rgb_array")
    for render_mode in modes:
        random = np.random.default_rng(2)
        with tengen.make_vec(
            3, 4, address=address, autoreset_mode=mode, render_mode=render_mode, opponent=None
        ) as envs:
            observations, _ = envs.reset(seed=1)
            hashes = []
            for _ in range(50):
                actions = tengen.sample_actions(observations["action_mask"], random)
                observations, rewards, terminated, truncated, infos = envs.step(actions)
                hashes += [infos["state_hash"].tolist(), rewards.tolist()]
                hashes.append(int(observations["observation"].sum()))
                over = terminated | truncated
                if mode == "Disabled" and over.any():
                    envs.reset(options={"reset_mask": over})
            results.append((hashes, envs.observation_space, envs.autoreset_mode.name))

    assert results[0] == results[1]


def test_render_with_packed_observations(address: str) -> None:
    with tengen.make_vec(
        5, 2, address=address, array_format="packed", render_mode="rgb_array", opponent=None
    ) as envs:
        observations, _ = envs.reset(seed=1)
        assert observations["observation"].shape == (2, (17 * 25 + 7) // 8)
        assert envs.observation_space.contains(observations)
        envs.step([12, 25])
        pictures = envs.render()

    stones = np.zeros((5, 5), np.uint8)
    assert pictures is not None
    assert np.array_equal(pictures[1], draw_image(stones))
    stones[2, 2] = tengen.Color.BLACK
    assert np.array_equal(pictures[0], draw_image(stones, 12))


def test_render_parts_keep_the_other_boards(address: str) -> None:
    with tengen.make_vec(
        5, 4, address=address, render_mode="ansi", opponent=None, batch_size=2
    ) as envs:
        envs.async_reset(seed=1)
        envs.recv()
        envs.recv()
        envs.send([3, 4], [0, 2])
        envs.recv()
        first = envs.render()
        envs.send([7], [3])
        envs.recv()
        second = envs.render()

    assert first is not None
    assert second is not None
    assert first[:3] == second[:3]
    assert [text.count("(") + text.count("X") for text in first] != [
        text.count("(") + text.count("X") for text in second
    ]


def test_render_before_reset_after_close_and_without_a_mode(address: str) -> None:
    envs = tengen.make_vec(5, 2, address=address, render_mode="ansi")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.render()
    envs.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.render()

    with tengen.make_vec(5, 2, address=address) as silent:
        silent.reset(seed=1)
        with pytest.warns(UserWarning, match="render_mode"):
            assert silent.render() is None
        assert silent.render_mode is None


def test_unknown_render_mode_raises(address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="human"):
        tengen.make_vec(5, 2, address=address, render_mode="human")  # type: ignore[arg-type]


def test_gymnasium_make_vec_passes_the_render_mode(address: str) -> None:
    envs = gymnasium.make_vec(
        "tengen/Go5x5-v1", num_envs=3, address=address, render_mode="rgb_array"
    )
    wrapped = NormalizeReward(envs)
    wrapped.reset(seed=1)

    assert wrapped.render_mode == "rgb_array"
    pictures = wrapped.render()
    wrapped.close()
    assert pictures is not None
    assert len(pictures) == 3
    assert {np.shape(np.asarray(picture)) for picture in pictures} == {(264, 264, 3)}


@pytest.mark.parametrize(
    ("count", "rows", "columns"), [(1, 1, 1), (2, 1, 2), (3, 2, 2), (5, 2, 3), (9, 3, 3)]
)
def test_tile_images(count: int, rows: int, columns: int) -> None:
    images = [np.full((4, 6, 3), 10 + index, np.uint8) for index in range(count)]

    tiled = tile_images(images)

    assert tiled.shape == (4 * rows, 6 * columns, 3)
    for index in range(rows * columns):
        row, column = divmod(index, columns)
        part = tiled[4 * row : 4 * row + 4, 6 * column : 6 * column + 6]
        assert (part == (10 + index if index < count else 0)).all()


@pytest.mark.parametrize("shapes", [[], [(4, 6, 3), (4, 5, 3)]])
def test_tile_images_of_other_shapes_raises(shapes: list[tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="do not have one shape"):
        tile_images([np.zeros(shape, np.uint8) for shape in shapes])


def stones_of(html: str | None) -> list[int]:
    """Returns the number of circles in each picture of a notebook."""
    assert html is not None
    return [len(list(svg.iter(f"{SVG}circle"))) for svg in ET.fromstring(html).iter(f"{SVG}svg")]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"array_format": "packed", "copy": False},
        {"encoding": "alphazero:history=3", "symmetry": "drawn"},
        {"encoding": "tactical", "render_mode": "ansi"},
        {"observation_layout": "hwc", "render_mode": "rgb_array"},
    ],
    ids=str,
)
def test_notebook_shows_the_first_boards(options: dict[str, Any], address: str) -> None:
    with tengen.make_vec(5, 10, opponent=None, address=address, **options) as envs:
        assert stones_of(envs._repr_html_()) == []
        _, infos = envs.reset(seed=1)
        empty = stones_of(envs._repr_html_())
        for _ in range(3):
            actions = np.argmax(infos["action_mask"], axis=1)
            *_, infos = envs.step(actions)
        played = stones_of(envs._repr_html_())
        assert "and 2 more boards" in str(envs._repr_html_())
        envs.send(np.argmax(infos["action_mask"], axis=1))
        assert stones_of(envs._repr_html_()) == []
        envs.recv()

    assert len(empty) == len(played) == 8
    assert all(after - before >= 3 for before, after in zip(empty, played, strict=True))
    assert envs._repr_html_() is None


def test_notebook_shows_the_boards_after_a_reset_of_some(address: str) -> None:
    mask = np.array([False, True])
    options: dict[str, Any] = {"autoreset_mode": "disabled", "address": address, "komi": 0.5}
    with tengen.make_vec(5, 2, opponent=None, **options) as envs:
        envs.reset(seed=1)
        envs.step([12, 12])
        envs.reset(options={"reset_mask": mask})
        kept, emptied = stones_of(envs._repr_html_())
        one = tengen.render.show_board(np.eye(5, dtype=np.uint8) * 0).html

    assert kept > emptied == stones_of(one)[0]


def test_notebook_without_stones_in_the_encoding_shows_the_name(address: str) -> None:
    with tengen.make_vec(5, 2, encoding="tactical", address=address) as envs:
        envs.reset(seed=1)
        html = envs._repr_html_()

    assert html is not None
    assert stones_of(html) == []
    assert "num_envs=2" in html
