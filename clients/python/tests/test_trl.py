"""Training steps of TRL with games of a server: `GoTools`, and the program of the page."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import test_examples
from processes import run_to_end

pytest.importorskip("trl", reason="TRL is not installed")

import torch
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen3_chat_template

from tengen.llm import GoTools

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*is deprecated and will be removed:FutureWarning"),
    pytest.mark.filterwarnings("ignore:.*environment_factory.*experimental:UserWarning"),
]

PAGE = Path(__file__).resolve().parents[3] / "docs/guide/language-model-training.md"
MODEL = "Qwen/Qwen3-0.6B"
"""The model of the page's program."""

CALLS: tuple[tuple[str, dict[str, str]], ...] = (
    ("legal_moves", {}),
    ("play_move", {"move": "C3"}),
    ("play_move", {"move": "C3"}),
    ("show_board", {}),
)
"""The calls of every scripted rollout, of which the second move is illegal. Then one resigns."""


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    """Returns a tokenizer of bytes, with the chat template of a model that calls tools."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {symbol: number for number, symbol in enumerate(alphabet)}
    of_bytes = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    of_bytes.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    of_bytes.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(
        tokenizer_object=of_bytes,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=["<|im_start|>"],
    )
    made.chat_template = qwen3_chat_template
    return made


class ScriptedModel(Qwen3ForCausalLM):
    """A tiny model that is trained as any other, but answers by a script."""

    script_tokenizer: Any = None

    def generate(self, input_ids: torch.Tensor, **_: Any) -> torch.Tensor:
        answers = [self._answer(row, ids) for row, ids in enumerate(input_ids)]
        rows = [self.script_tokenizer(answer)["input_ids"] for answer in answers]
        width = max(len(ids) for ids in rows)
        pad = self.script_tokenizer.pad_token_id
        padded = torch.tensor([ids + [pad] * (width - len(ids)) for ids in rows])
        return torch.cat([input_ids, padded], dim=1)

    def _answer(self, row: int, ids: torch.Tensor) -> str:
        made = self.script_tokenizer.decode(ids).count("<tool_response>")
        if made > len(CALLS):
            return "That was the game.<|im_end|>"
        last = "resign" if row % 2 == 0 else "pass_turn"
        name, arguments = CALLS[made] if made < len(CALLS) else (last, {})
        call = json.dumps({"name": name, "arguments": arguments})
        return f"<tool_call>\n{call}\n</tool_call><|im_end|>"


def tiny(kind: Any, tokenizer: Any) -> Any:
    """Returns a model of a kind with random weights, which knows the tokens of the tokenizer."""
    torch.manual_seed(1)
    return kind(
        Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=16,
            intermediate_size=32,
            num_hidden_layers=1,
            num_attention_heads=2,
            num_key_value_heads=1,
            head_dim=8,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )


def test_tools_are_the_environment_of_training_steps(
    url: str, tokenizer: Any, tmp_path: Path
) -> None:
    model = tiny(ScriptedModel, tokenizer)
    model.script_tokenizer = tokenizer
    before = [weights.detach().clone() for weights in model.parameters()]
    prompt = [{"role": "user", "content": "Play Go.\n"}]
    resets = [{"size": 5, "opponent": "random", "seed": seed} for seed in range(4)]
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=GRPOConfig(
            output_dir=str(tmp_path),
            max_steps=2,
            num_generations=2,
            per_device_train_batch_size=2,
            max_completion_length=4096,
            learning_rate=0.01,
            logging_steps=1,
            use_cpu=True,
            save_strategy="no",
            report_to=[],
        ),
        train_dataset=Dataset.from_list([{"prompt": prompt, "reset": reset} for reset in resets]),
        environment_factory=lambda: GoTools(url, illegal_penalty=0.25, unfinished_penalty=0.5),
    )

    trainer.train()

    steps = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert [step["tools/call_frequency"] for step in steps] == [len(CALLS) + 1] * 2
    assert [step["tools/failure_frequency"] for step in steps] == [0, 0]
    # One rollout resigned, and one stopped; each made one illegal move.
    assert [step["rewards/GoTools/mean"] for step in steps] == [(-1.25 - 0.75) / 2] * 2
    assert [environment.get_reward() for environment in trainer.environments] == [-1.25, -0.75]
    pairs = zip(before, model.parameters(), strict=True)
    assert any(not torch.equal(weights, trained) for weights, trained in pairs)


def test_program_of_the_page_trains(url: str, tokenizer: Any, tmp_path: Path) -> None:
    (program,) = [block for block in test_examples.blocks(PAGE, "python") if "from trl" in block]
    folder = tmp_path / "model"
    tiny(Qwen3ForCausalLM, tokenizer).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    assert MODEL in program
    for old, new in (
        ("http://127.0.0.1:8080", url),
        (MODEL, str(folder)),
        ("max_completion_length=2048", "max_completion_length=16, use_cpu=True"),
    ):
        program = program.replace(old, new)

    done = run_to_end(sys.executable, "-c", program, timeout=300, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    # The model has random weights: it calls no tool, so no game is over.
    assert "[-18.0" in done.stdout
