"""What the command line has for Bao Huang alone: training, and the data set of guards."""

from __future__ import annotations

from pathlib import Path

from paiju.cli.baohuang.train import register
from paiju.cli.pack import Pack
from paiju.cli.warmup import before_use
from paiju.kernels.warm_up import require


def _write_dataset(folder: Path, deals: int) -> Path:
    require()
    before_use()
    from paiju.train.baohuang.dataset import write_dataset

    return write_dataset(folder, deals)


PACK = Pack(register, _write_dataset)
