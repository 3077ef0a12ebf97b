from pathlib import Path

import pytest

from tests.cli.tournoi.desk import Commands

NAMES = "DURAND MARTIN PETIT LEROY MOREAU SIMON LAURENT MICHEL GARCIA DAVID BERTRAND ROUX VINCENT FOURNIER MOREL GIRARD"


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(tmp_path / "data", capsys)


@pytest.fixture
def playing(desk: Commands) -> Commands:
    """Twenty players at five tables, position 1 open; DURAND is North of table 1."""
    names = [*NAMES.split(), "ANDRE", "LEFEVRE", "MERCIER", "DUPONT"]
    lines = ["new Mardi --shape 3x2"]
    lines += [f"players add {name} Jo --licence {n:04}" for n, name in enumerate(names, 1)]
    lines += ["movement fft", "seats draw --seed 3 --wish DURAND=N1", "open"]
    desk.batch(*lines)
    return desk
