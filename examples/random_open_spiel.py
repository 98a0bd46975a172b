"""Random play in OpenSpiel."""

import random

import pyspiel

import paiju.envs.open_spiel_env  # noqa: F401 - registers the games

state = pyspiel.load_game("python_paohuzi(preset=shaoyang)").new_initial_state()
while not state.is_terminal():
    state.apply_action(random.choice(state.legal_actions()))
print("points", state.returns())
