"""Client of Tengen, a reinforcement-learning environment service for the game of Go.

Start with `connect`:

    import tengen

    with tengen.connect("127.0.0.1:9019") as client, client.create_session(9) as session:
        observation, info = session.reset(seed=1)
        observation, reward, terminated, truncated, info = session.step(40)
        print(session.score())
"""

from importlib.metadata import version as _version

from tengen._transport import RetryPolicy
from tengen.client import Client, connect
from tengen.enums import (
    RESIGN,
    Color,
    EndReason,
    IllegalActionPolicy,
    IllegalReason,
    KoRule,
    RewardMode,
    SuicideRule,
)
from tengen.errors import (
    DeadlineExceededError,
    EpisodeOverError,
    IllegalActionError,
    InvalidArgumentError,
    LaunchError,
    ResourceExhaustedError,
    SessionNotFoundError,
    TengenError,
    UnavailableError,
    WrongMoveNumberError,
)
from tengen.results import AreaScore, LegalActions, Observation, Planes, SessionState, StepResult
from tengen.server import LocalServer, launch
from tengen.server_info import (
    EncodingSpec,
    PlaneSpec,
    PlayerSpec,
    RulesPreset,
    ServerInfo,
    ServerLimits,
)
from tengen.session import Session
from tengen.spec import EnvironmentSpec, Opponent, Rules, Setup

__version__ = _version("tengen")

__all__ = [
    "RESIGN",
    "AreaScore",
    "Client",
    "Color",
    "DeadlineExceededError",
    "EncodingSpec",
    "EndReason",
    "EnvironmentSpec",
    "EpisodeOverError",
    "IllegalActionError",
    "IllegalActionPolicy",
    "IllegalReason",
    "InvalidArgumentError",
    "KoRule",
    "LaunchError",
    "LegalActions",
    "LocalServer",
    "Observation",
    "Opponent",
    "PlaneSpec",
    "Planes",
    "PlayerSpec",
    "ResourceExhaustedError",
    "RetryPolicy",
    "RewardMode",
    "Rules",
    "RulesPreset",
    "ServerInfo",
    "ServerLimits",
    "Session",
    "SessionNotFoundError",
    "SessionState",
    "Setup",
    "StepResult",
    "SuicideRule",
    "TengenError",
    "UnavailableError",
    "WrongMoveNumberError",
    "__version__",
    "connect",
    "launch",
]
