"""The words and keyword arguments that types list are those of the contract and of the server."""

from __future__ import annotations

import ast
import importlib.resources
import inspect
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium
import pytest
from google.protobuf import descriptor_pool

import tengen
from tengen import _arguments as arguments
from tengen import arena, enums, keywords, pettingzoo, words
from tengen.v1 import analysis_pb2, arena_pb2, batch_pb2, environment_pb2, tree_pb2
from tengen.vector.specs import LANE_ARGUMENTS

if TYPE_CHECKING:
    import enum
    from collections.abc import Callable

GENERATED = (analysis_pb2, arena_pb2, batch_pb2, environment_pb2, tree_pb2)
"""Generated modules that import all others."""

CLOSED = {
    name.removesuffix("Word"): frozenset(typing.get_args(value))
    for name, value in vars(words).items()
    if name.endswith("Word") and "RenderMode" not in name
}
"""The words of each closed list, by the name of the enum."""

CLIENT_ONLY = {"ArrayFormat", "LostBoardPolicy", "TerminalMask", "ErrorPolicy"}
"""Enums that the contract does not have."""


def members(name: str) -> type[enum.Enum]:
    """Returns the enum of a list of words."""
    homes = {
        "AutoresetMode": gymnasium.vector,
        "ErrorPolicy": arena,
        "MoveLimitRule": arena,
        "Symmetry": tengen,
    }
    found: type[enum.Enum] = getattr(homes.get(name, enums), name)
    return found


def test_there_are_words_for_each_enum_that_arguments_accept() -> None:
    assert set(CLOSED) == {
        "ArrayFormat",
        "AutoresetMode",
        "Color",
        "DeadStonesRule",
        "ErrorPolicy",
        "HandicapBonus",
        "IllegalActionPolicy",
        "KoRule",
        "LostBoardPolicy",
        "MoveLimitRule",
        "ObservationFormat",
        "ObservationLayout",
        "RepetitionEnd",
        "RewardMode",
        "ScoringRule",
        "SuicideRule",
        "Symmetry",
        "TaxRule",
        "TerminalMask",
    }


@pytest.mark.parametrize("name", sorted(CLOSED))
def test_words_are_the_members_of_the_enum(name: str) -> None:
    known = {str(each.name).replace("_", "-").lower() for each in members(name)} - {"empty"}

    assert {word for word in CLOSED[name] if word.islower()} == known
    if name == "Color":
        assert {arguments.color("color", word) for word in CLOSED[name]} == {1, 2}
    else:
        found = {arguments.enum_member("word", word, members(name)) for word in CLOSED[name]}
        assert found == set(members(name))


@pytest.mark.parametrize("name", sorted(set(CLOSED) - CLIENT_ONLY))
def test_words_are_the_values_of_the_contract(name: str) -> None:
    assert GENERATED
    values = descriptor_pool.Default().FindEnumTypeByName(f"tengen.v1.{name}").values
    prefix = values[0].name.removesuffix("UNSPECIFIED")

    named = {value.name.removeprefix(prefix).replace("_", "-").lower() for value in values[1:]}

    assert named == {word for word in CLOSED[name] if word.islower()}


def test_names_are_those_of_the_server(client: tengen.Client) -> None:
    info = client.server_info()

    assert list(typing.get_args(words.RulesPresetName)) == [each.name for each in info.presets]
    assert list(typing.get_args(words.EncodingName)) == [each.name for each in info.encodings]
    assert list(typing.get_args(words.PlayerName)) == [each.name for each in info.players]
    assert list(typing.get_args(words.OverlayName)) == [each.name for each in info.overlays]


def test_names_of_environments_are_registered() -> None:
    registered = [name for name in gymnasium.registry if name.startswith("tengen/")]

    assert sorted(typing.get_args(words.EnvironmentName)) == sorted(registered)


def test_render_modes_are_those_of_the_environments() -> None:
    assert list(typing.get_args(words.RenderModeWord)) == tengen.GoEnv.metadata["render_modes"]
    assert (
        list(typing.get_args(words.RenderModeWord)) == pettingzoo.raw_env.metadata["render_modes"]
    )
    vector = tengen.TengenVectorEnv.metadata["render_modes"]
    assert list(typing.get_args(words.VectorRenderModeWord)) == vector


def written(keyword_type: Any) -> dict[str, str]:
    """Returns the annotations of a typed dict as they are written."""
    return {
        name: getattr(hint, "__forward_arg__", hint)
        for name, hint in keyword_type.__annotations__.items()
    }


@pytest.mark.parametrize(
    ("keyword_type", "function", "others"),
    [
        (keywords.SessionKeywords, tengen.Client.create_session, {"size", "encodings"}),
        (keywords.RecordKeywords, tengen.Client.import_record, {"sgf", "encodings"}),
    ],
)
def test_keywords_are_those_of_the_function(
    keyword_type: Any, function: Callable[..., Any], others: set[str]
) -> None:
    taken = {
        name: parameter.annotation
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in others | {"self"}
    }

    assert written(keyword_type) == taken


@pytest.mark.parametrize(
    ("keyword_type", "defaults"),
    [
        (keywords.GoKeywords, keywords.GO_DEFAULTS),
        (keywords.VectorKeywords, keywords.VECTOR_DEFAULTS),
        (keywords.PettingZooKeywords, keywords.PETTING_ZOO_DEFAULTS),
    ],
)
def test_keywords_of_environments_have_defaults(keyword_type: Any, defaults: Any) -> None:
    assert set(written(keyword_type)) == set(defaults)


@pytest.mark.parametrize("kind", [tengen.GoEnv, tengen.TengenVectorEnv, pettingzoo.raw_env])
def test_unknown_keyword_is_named(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"'kommi'; did you mean 'komi'\?"):
        kind(9, kommi=7.5)


def test_keywords_of_a_lane_are_those_of_lane_arguments() -> None:
    assert set(written(keywords.LaneKeywords)) == set(LANE_ARGUMENTS)


def test_values_of_infos_are_those_of_the_enums() -> None:
    reasons = [str(each) for each in enums.IllegalReason if each]

    assert list(typing.get_args(words.EndReasonText)) == [each.value for each in enums.EndReason]
    assert list(typing.get_args(words.IllegalReasonText)) == reasons
    symmetries = set(typing.get_args(words.SymmetryWord)) - {"identity", "drawn"}
    assert set(typing.get_args(words.SymmetryText)) == symmetries


def test_mistakes_are_planted_for_both_type_checkers() -> None:
    text = (Path(__file__).parent / "typing" / "infos.py").read_text()

    # `check.py` runs both, and a comment on a line without a mistake fails there.
    assert text.count("# type: ignore[") >= 20


def public_modules() -> list[str]:
    """Returns the names of the modules that programs import: those directly in a package."""
    package = Path(tengen.__file__).parent
    direct = [path.stem for path in package.glob("*.py") if not path.stem.startswith("_")]
    inits = (path.parent.relative_to(package) for path in package.rglob("__init__.py"))
    packages = [".".join(path.parts) for path in inits if path.parts]
    internal = ("_", "v1", "vector.sharded")
    further = ["data.mirror", "data.torch", "render.text"]
    return sorted(
        {*direct, *further, *(each for each in packages if not each.startswith(internal))}
    )


@pytest.mark.parametrize("name", public_modules())
def test_module_says_which_names_are_public(name: str) -> None:
    path = Path(tengen.__file__).parent.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(path.read_text())

    (listed,) = (
        ast.literal_eval(each.value)
        for each in ast.walk(tree)
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__all__"
    )

    bound = {
        getattr(each, "name", None) or getattr(each, "id", None)
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.alias | ast.Name)
    }
    assert set(listed) <= bound
    assert len(set(listed)) == len(listed) > 0


def test_shell_completes_only_public_names() -> None:
    completed = set(dir(tengen))

    assert set(tengen.__all__) <= completed
    assert {"arena", "data", "words"} <= completed
    assert {name for name in completed if name.startswith("_")} == {"__version__"}


def test_package_says_that_it_is_typed() -> None:
    assert importlib.resources.files("tengen").joinpath("py.typed").is_file()
