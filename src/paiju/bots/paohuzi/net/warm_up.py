"""What `paiju warmup` compiles for the network of Paohuzi."""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.warm_up import first_question
from paiju.bots.paohuzi.levels import net
from paiju.kernels.warm_up import Step

STEPS: tuple[Step, ...] = (("Paohuzi, network", lambda: net(0).choose(*first_question())),)
