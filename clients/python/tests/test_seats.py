"""A game between two processes that hold the token of a seat each, over TLS."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from server_process import ServerProcess

import tengen

HOLDER = Path(__file__).with_name("seat_holder.py")
GAME_SECONDS = 120.0


@pytest.mark.full
def test_game_of_two_processes_with_a_spectator_is_played_by_them_alone(tmp_path: Path) -> None:
    options = (
        "--generate-security",
        "true",
        "--tls-certificate",
        str(tmp_path / "server.pem"),
        "--tls-key",
        str(tmp_path / "key.pem"),
        "--tokens",
        str(tmp_path / "tokens"),
    )
    ca = str(tmp_path / "ca.pem")
    with ServerProcess(*options) as server:
        token = (tmp_path / "operator.token").read_text().strip()
        with (
            tengen.connect(server.address, tls=ca, token=token, wait_seconds=60.0) as owner,
            owner.create_session(9, seats=True, spectator=True) as session,
            owner.create_session(9) as foreign,
        ):
            seats = session.seat_tokens
            assert seats is not None
            holders = [
                subprocess.Popen(
                    [sys.executable, HOLDER, server.address, ca, color, foreign.session_id],
                    env=os.environ | {"TENGEN_TOKEN": str(seat)},
                    stdout=subprocess.PIPE,
                    text=True,
                )
                for color, seat in (
                    ("black", seats.black),
                    ("white", seats.white),
                    ("none", seats.spectator),
                )
            ]
            try:
                answers = [
                    json.loads(holder.communicate(timeout=GAME_SECONDS)[0]) for holder in holders
                ]
            finally:
                for holder in holders:
                    holder.kill()
            state = session.state()

    assert [holder.returncode for holder in holders] == [0, 0, 0]
    assert state.end_reason is not None
    assert state.move_number > 30
    for answer in answers:
        assert answer["hash"] == str(state.state_hash)
        assert sum(answer["refused"].values()) == 200
        assert answer["refused"]["PERMISSION_DENIED"] > 50
