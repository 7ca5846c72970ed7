"""The client of Tengen, a reinforcement-learning environment service for the game of Go.

Start with `make`, which returns a Gymnasium environment and starts a local server for it:

    import tengen

    env = tengen.make("tengen/Go9x9-v1")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(40)

Or use the sessions of a server directly, with `connect` or `launch`:

    with tengen.connect("127.0.0.1:9019") as client, client.create_session(9) as session:
        observation, info = session.reset(seed=1)
        observation, reward, terminated, truncated, info = session.step(40)
        print(session.score())
"""

from importlib.metadata import version as _version

from tengen._retry import RetryPolicy
from tengen.analysis import (
    Drawing,
    PositionSolution,
    Race,
    RaceComponent,
    RaceOutcome,
    RaceSide,
    Record,
)
from tengen.client import Client, connect
from tengen.enums import (
    DRAWN_ACTION,
    NO_ACTION,
    RESIGN,
    ArrayFormat,
    Color,
    DeadStonesRule,
    EndReason,
    HandicapBonus,
    IllegalActionPolicy,
    IllegalReason,
    KoRule,
    LostBoardPolicy,
    MissingHistory,
    ObservationFormat,
    ObservationLayout,
    PeerAxes,
    PeerFirstRow,
    Perspective,
    RaceMethod,
    RaceResult,
    RaceStatus,
    RepetitionEnd,
    RewardMode,
    ScoringRule,
    SuicideRule,
    TaxRule,
    TerminalMask,
)
from tengen.errors import (
    DeadlineExceededError,
    EpisodeOverError,
    GamesLostError,
    IllegalActionError,
    InvalidArgumentError,
    LanesLostError,
    LaunchError,
    ResourceExhaustedError,
    ServiceDisabledError,
    SessionExpiredError,
    SessionNotFoundError,
    TengenError,
    TreesLostError,
    UnavailableError,
    UndoUnavailableError,
    VersionMismatchError,
    WrongEpisodeError,
    WrongMoveNumberError,
)
from tengen.gym import GoEnv
from tengen.recording import Recorder, record
from tengen.registration import make, make_vec
from tengen.registration import register as _register
from tengen.results import (
    LegalActions,
    Observation,
    Planes,
    Score,
    SeatTokens,
    SessionState,
    SessionSummary,
    StepResult,
    WatchedState,
)
from tengen.rollouts import RolloutError, RolloutSummary, rollout
from tengen.server import LocalServer, launch
from tengen.server_info import (
    ArenaLimits,
    EncodingFamily,
    EncodingSpec,
    EngineInfo,
    FeatureInfo,
    FeatureSpec,
    MemoryInfo,
    MemoryUse,
    OverlaySpec,
    PeerLayout,
    PlayerSpec,
    RulesPreset,
    ServerInfo,
    ServerLimits,
    ServiceInfo,
    StreamLimits,
    ThinkingLimits,
)
from tengen.session import Session
from tengen.spec import EnvironmentSpec, Opponent, Rules, Setup
from tengen.symmetry import Symmetry
from tengen.tasks import TaskFamily, TaskInfo, TaskParameter
from tengen.trees import Forest, Nodes, TreeRoot
from tengen.vector import TengenVectorEnv, sample_actions

__version__ = _version("tengen-go")

_register()

__all__ = [
    "DRAWN_ACTION",
    "NO_ACTION",
    "RESIGN",
    "ArenaLimits",
    "ArrayFormat",
    "Client",
    "Color",
    "DeadStonesRule",
    "DeadlineExceededError",
    "Drawing",
    "EncodingFamily",
    "EncodingSpec",
    "EndReason",
    "EngineInfo",
    "EnvironmentSpec",
    "EpisodeOverError",
    "FeatureInfo",
    "FeatureSpec",
    "Forest",
    "GamesLostError",
    "GoEnv",
    "HandicapBonus",
    "IllegalActionError",
    "IllegalActionPolicy",
    "IllegalReason",
    "InvalidArgumentError",
    "KoRule",
    "LanesLostError",
    "LaunchError",
    "LegalActions",
    "LocalServer",
    "LostBoardPolicy",
    "MemoryInfo",
    "MemoryUse",
    "MissingHistory",
    "Nodes",
    "Observation",
    "ObservationFormat",
    "ObservationLayout",
    "Opponent",
    "OverlaySpec",
    "PeerAxes",
    "PeerFirstRow",
    "PeerLayout",
    "Perspective",
    "Planes",
    "PlayerSpec",
    "PositionSolution",
    "Race",
    "RaceComponent",
    "RaceMethod",
    "RaceOutcome",
    "RaceResult",
    "RaceSide",
    "RaceStatus",
    "Record",
    "Recorder",
    "RepetitionEnd",
    "ResourceExhaustedError",
    "RetryPolicy",
    "RewardMode",
    "RolloutError",
    "RolloutSummary",
    "Rules",
    "RulesPreset",
    "Score",
    "ScoringRule",
    "SeatTokens",
    "ServerInfo",
    "ServerLimits",
    "ServiceDisabledError",
    "ServiceInfo",
    "Session",
    "SessionExpiredError",
    "SessionNotFoundError",
    "SessionState",
    "SessionSummary",
    "Setup",
    "StepResult",
    "StreamLimits",
    "SuicideRule",
    "Symmetry",
    "TaskFamily",
    "TaskInfo",
    "TaskParameter",
    "TaxRule",
    "TengenError",
    "TengenVectorEnv",
    "TerminalMask",
    "ThinkingLimits",
    "TreeRoot",
    "TreesLostError",
    "UnavailableError",
    "UndoUnavailableError",
    "VersionMismatchError",
    "WatchedState",
    "WrongEpisodeError",
    "WrongMoveNumberError",
    "__version__",
    "connect",
    "launch",
    "make",
    "make_vec",
    "record",
    "rollout",
    "sample_actions",
]
