"""An evaluation of language models at the board: `python -m tengen.llm.evaluate --help`.

`questions` and `play` have the fixed set, `models` what answers, `ratings` the statistics, `run`
the order of things and the transcripts, and `report` the results.
"""

from tengen.llm.evaluate.models import Answer, CommandModel, EndpointModel, Model, ModelError
from tengen.llm.evaluate.report import page, summarize
from tengen.llm.evaluate.run import EvaluationError, Plan, evaluate
from tengen.llm.evaluate.stand_ins import STAND_INS, stand_in

__all__ = [
    "STAND_INS",
    "Answer",
    "CommandModel",
    "EndpointModel",
    "EvaluationError",
    "Model",
    "ModelError",
    "Plan",
    "evaluate",
    "page",
    "stand_in",
    "summarize",
]
