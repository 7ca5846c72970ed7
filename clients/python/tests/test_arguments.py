"""Arguments that the client rejects without a call. There is no server at this address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from gymnasium.vector import AutoresetMode

import tengen
import tengen.arena.enums
from tengen import Opponent, Rules, Setup
from tengen import _arguments as arguments_module
from tengen.enums import RewardMode, StringEnum

if TYPE_CHECKING:
    from collections.abc import Iterator
    from enum import Enum


@pytest.fixture
def nowhere() -> Iterator[tengen.Client]:
    with tengen.connect("127.0.0.1:1") as made:
        yield made


@pytest.mark.parametrize(
    "arguments",
    [
        {"size": b"9"},
        {"size": 9.0},
        {"size": True},
        {"size": (9, 9, 9)},
        {"rules": 5},
        {"komi": "7.5"},
        {"komi": True},
        {"ko": 1},
        {"passes_to_end": 2.0},
        {"setup": ([1], [2])},
        {"setup": Setup(black_points=1)},  # type: ignore[arg-type]
        {"setup": Setup(black_points=["1"])},  # type: ignore[list-item]
        {"max_moves": None},
        {"reward_mode": 1},
        {"score_on_truncation": 1},
        {"illegal_action_penalty": None},
        {"max_illegal_actions": 1.5},
        {"encodings": 17},
        {"encodings": [17]},
        {"opponent": 5},
        {"seed": 1.5},
    ],
)
def test_create_session_wrong_type_raises_type_error(
    nowhere: tengen.Client, arguments: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        nowhere.create_session(**{"size": 9, **arguments})


@pytest.mark.parametrize(
    "arguments",
    [
        {"size": -1},
        {"ko": "superko"},
        {"suicide": "never"},
        {"rules": Rules(ko="superko")},  # type: ignore[arg-type]
        {"passes_to_end": -1},
        {"setup": Setup(white_points=[-1])},
        {"max_moves": 2**31},
        {"reward_mode": "won"},
        {"illegal_action_policy": "accept"},
        {"opponent": Opponent("random", tengen.Color.EMPTY)},
        {"seed": -1},
        {"seed": 2**64},
    ],
)
def test_create_session_value_that_cannot_be_sent_raises_invalid_argument(
    nowhere: tengen.Client, arguments: dict[str, Any]
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        nowhere.create_session(**{"size": 9, **arguments})

    assert caught.value.reason == "INVALID_VALUE"
    assert caught.value.metadata["value"] in caught.value.message


@pytest.mark.parametrize("action", ["0", 0.0, None, True, [0]])
def test_step_action_that_is_no_integer_raises_type_error(
    session: tengen.Session, action: Any
) -> None:
    with pytest.raises(TypeError, match="action must be an integer"):
        session.step(action)


def test_reset_options_raise_invalid_argument(session: tengen.Session) -> None:
    with pytest.raises(tengen.InvalidArgumentError):
        session.reset(options={"komi": 7.5})


@pytest.mark.parametrize("address", ["", "localhost", "localhost:", ":9019", "h:0", "unix:", "h:x"])
def test_connect_bad_address_raises_invalid_argument(address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="host:port"):
        tengen.connect(address)


@pytest.mark.parametrize(
    ("address", "advice"),
    [
        ("::1:22001", r"has IPv6 without brackets; write \[::1\]:22001"),
        ("a:1,fe80::1:9019", r"write \[fe80::1\]:9019"),
        ("unix:/" + 120 * "x", "path of 121 bytes, and a Unix socket allows 10"),
    ],
)
def test_connect_bad_address_says_what_to_write(address: str, advice: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=advice):
        tengen.connect(address)


@pytest.mark.parametrize("address", ["localhost:9019", "[::1]:9019", "unix:/tmp/tengen.socket"])
def test_connect_address_is_kept(address: str) -> None:
    with tengen.connect(address) as client:
        assert client.address == address


@pytest.mark.parametrize("timeout_seconds", [0, -1.0, float("inf"), float("nan")])
def test_connect_bad_timeout_raises_invalid_argument(timeout_seconds: float) -> None:
    with pytest.raises(tengen.InvalidArgumentError):
        tengen.connect("127.0.0.1:1", timeout_seconds=timeout_seconds)


def test_retry_policy_no_attempt_raises_invalid_argument() -> None:
    with pytest.raises(tengen.InvalidArgumentError):
        tengen.RetryPolicy(max_attempts=0)


@pytest.mark.parametrize("kind", [AutoresetMode, *StringEnum.__subclasses__()])
def test_enum_words_accept_every_spelling(kind: type[Enum]) -> None:
    for member in kind:
        words = {member.value, member.name, member.name.lower(), member.name.replace("_", "-")}
        words.add("".join(part.title() for part in member.name.split("_")))
        for word in words:
            assert arguments_module.enum_member("word", word, kind) is member
        assert arguments_module.enum_member("word", member, kind) is member


def test_enum_words_have_many_kinds() -> None:
    assert len(StringEnum.__subclasses__()) > 15


@pytest.mark.parametrize("word", ["", "-", "margin_per", "win!", "margin per point"])
def test_enum_unknown_word_raises(word: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="is not one of win, margin") as caught:
        arguments_module.enum_member("reward_mode", word, RewardMode)

    assert caught.value.metadata["field"] == "reward_mode"
    assert caught.value.metadata["value"] == word


@pytest.mark.parametrize("word", ["black", "Black", "BLACK"])
def test_color_accepts_every_case(word: str) -> None:
    assert arguments_module.color("agent_color", word) is tengen.Color.BLACK
