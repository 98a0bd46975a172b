"""Rules: the form of a game, and what a choice of options means."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.server import forms
from paiju.server.assets import Asset, make_asset
from paiju.server.front import body_of, front_of, lang_of
from paiju.server.protocol import encode
from paiju.server.routes.files import send

Name = Annotated[str, msgspec.Meta(max_length=60)]
Options = Annotated[dict[Name, bool | int | Name], msgspec.Meta(max_length=120)]

_forms: dict[tuple[str, str], Asset] = {}


class Choice(msgspec.Struct, forbid_unknown_fields=True):
    """A preset and what is changed of it."""

    preset: Name = ""
    options: Options = {}


async def describe(request: Request) -> Response:
    """The form of a game, in the language asked for."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    key = (forms.game_named(request.path_params["game"]).name, lang_of(request))
    if key not in _forms:
        _forms[key] = make_asset(encode(forms.form(*key)).encode(), ".json")
    return send(request, _forms[key])


async def rules(request: Request) -> Response:
    """The rules of a preset, told from beginning to end."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    game = forms.game_named(request.path_params["game"])
    preset = request.query_params.get("preset") or next(iter(game.presets()))
    return JSONResponse(forms.rules(game.options({"preset": preset[:60]}), lang_of(request)))


async def check(request: Request) -> Response:
    """What a choice of options means."""
    front = front_of(request)
    front.limit("api", front.ip(request))
    name = forms.game_named(request.path_params["game"]).name
    choice = await body_of(request, Choice)
    return JSONResponse(forms.check(name, choice.preset, choice.options, lang_of(request)))


ROUTES = [
    Route("/api/games/{game}", describe),
    Route("/api/games/{game}/rules", rules),
    Route("/api/games/{game}/check", check, methods=["POST"]),
]
