"""The form of a game's rules, in each language, and what a choice means."""

from __future__ import annotations

import pytest

import paiju
from paiju.locales import LANGUAGES
from paiju.server import options_form

GAMES = paiju.available()


def get(visit, path, **headers):
    async def work(site):
        return await site.browser(**headers).get(path)

    return visit(work)


def check(visit, game, body, lang="en"):
    async def work(site):
        return await site.browser().post(f"/api/games/{game}/check?lang={lang}", json=body)

    return visit(work)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_form_has_everything_in_words(visit, game, lang):
    form = get(visit, f"/api/games/{game}?lang={lang}").json()
    law = paiju.load(game)
    default = law.options({})
    assert (form["game"], form["seats"]) == (game, law.seats)
    assert [option["name"] for option in form["options"]] == [rule.name for rule in default.declared()]
    for option in form["options"]:
        assert option["label"]
        assert option["help"]
        assert option["rule"]
        assert set(option) >= {"rule_text", "type", "default", "choices", "group", "needs"}
        assert option["type"] != "int" or option["low"] <= option["default"] <= option["high"]
        assert option["type"] != "choice" or option["default"] in [
            choice["value"] for choice in option["choices"]
        ]
        assert all(choice["label"] for choice in option["choices"])
    assert {option["group"] for option in form["options"]} == {group["name"] for group in form["groups"]}
    for preset in form["presets"]:
        assert preset["label"]
        assert preset["line"]
        assert law.options(preset["options"]) == law.options({"preset": preset["name"]})
    assert len(form["questions"]) >= 5
    for question in form["questions"]:
        assert question["text"]
        assert question["yes"] != question["no"]
    assert form["levels"]
    assert {entry["name"] for entry in form["settings"]} >= {"turn_seconds", "chat"}


def test_the_language_is_the_one_asked_for_then_the_browsers_own(visit):
    labels = [
        get(visit, "/api/games/paohuzi?lang=fa", **{"Accept-Language": "zh"}).json()["groups"][0]["label"],
        get(visit, "/api/games/paohuzi", **{"Accept-Language": "de, zh-CN;q=0.8, en;q=0.7"}).json()["groups"][
            0
        ]["label"],
        get(visit, "/api/games/paohuzi?lang=xx", **{"Accept-Language": "q;q=x"}).json()["groups"][0]["label"],
    ]
    assert [any("\u4e00" <= c <= "\u9fff" for c in label) for label in labels] == [False, True, False]
    assert labels[2].isascii()
    assert not labels[0].isascii()


def test_a_form_is_sent_once(visit):
    async def work(site):
        browser = site.browser()
        first = await browser.get("/api/games/baohuang?lang=zh")
        again = await browser.get(
            "/api/games/baohuang?lang=zh", headers={"If-None-Match": first.headers["etag"]}
        )
        return first.headers["content-encoding"], again.status_code, again.content

    assert visit(work) == ("gzip", 304, b"")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_such_game(visit, method):
    async def work(site):
        path = "/api/games/whist" + ("/check" if method == "POST" else "")
        answer = await site.browser().request(method, path, json={})
        return answer.status_code, answer.json()["error"]["code"]

    assert visit(work) == (404, "page.none")


def test_a_choice_is_explained(visit):
    answer = check(visit, "baohuang", {"preset": "moegirl", "options": {"deck": "168"}}).json()
    options = paiju.load("baohuang").options({"preset": "moegirl", "deck": "168"})
    assert answer["ok"]
    assert answer["error"] is None
    assert answer["digest"] == options.digest()
    assert answer["differences"] == options.differences()
    assert answer["changed"] == {"deck": "168"}
    assert answer["line"] == "Deck: 168 cards"
    active = {rule.name for rule in options.active()}
    assert set(answer["active"]) == active
    assert set(answer["inactive"]) == {rule.name for rule in options.declared()} - active


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_reason_of_every_idle_option_is_a_sentence(visit, game, lang):
    answer = check(visit, game, {}, lang).json()
    assert answer["ok"]
    assert answer["inactive"]
    for sentence in answer["inactive"].values():
        assert sentence
        assert "{" not in sentence
        assert "_" not in sentence


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"deck": "9"}, "option.choice"),
        ({"match_length": 0}, "option.range"),
        ({"match_length": "x"}, "option.type"),
        ({"no_such": True}, "option.unknown"),
        ({"call_threes": False}, "option.inactive"),
        ({"abdication_full_circle": "two_card_call"}, "option.conflict"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_choices_that_make_no_rules(visit, options, code, lang):
    answer = check(visit, "baohuang", {"options": options}, lang)
    data = answer.json()
    assert answer.status_code == 200
    assert (data["ok"], data["digest"], data["error"]["code"]) == (False, None, code)
    assert "{" not in data["error"]["text"]
    assert data["active"]
    assert data["inactive"]


def test_no_such_preset(visit):
    answer = check(visit, "baohuang", {"preset": "nowhere"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "option.preset")


@pytest.mark.parametrize(
    "body",
    [{"preset": 3}, {"options": []}, {"options": {"deck": [1]}}, {"options": {"x" * 61: 1}}, {"more": 1},
     {"options": {str(n): 1 for n in range(121)}}, {"options": {"deck": "x" * 61}}, {"options": {"deck": 1.5}}],
)  # fmt: skip
def test_oversized_bodies_are_refused(visit, body):
    answer = check(visit, "baohuang", body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "message.malformed")


def test_the_rules_of_a_preset_are_listed_in_full(visit):
    answer = get(visit, "/api/games/baohuang/rules?preset=weihai&lang=en").json()
    assert answer["title"]
    assert any(
        one["rule"].startswith("BH ") for section in answer["sections"] for one in section["paragraphs"]
    )
    other = get(visit, "/api/games/baohuang/rules?lang=en").json()
    assert other["sections"] != answer["sections"]
    assert get(visit, "/api/games/baohuang/rules?preset=nowhere").json()["error"]["code"] == "option.preset"
    assert get(visit, "/api/games/whist/rules").status_code == 404


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_levels_that_a_weaker_bot_plays_are_named(visit, game, monkeypatch):
    assert get(visit, f"/api/games/{game}?lang=en").json()["stand_ins"] == []
    monkeypatch.setattr("paiju.bots.base.missing", lambda: ("numba",))
    assert options_form.form.__wrapped__(game, "en")["stand_ins"] == ["hard", "master"]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_the_same_levels_are_offered_everywhere(visit, game):
    answer = get(visit, f"/api/games/{game}?lang=en").json()
    (bots,) = [one for one in answer["settings"] if one["name"] == "bots"]
    assert bots["choices"] == answer["levels"]
    assert bots["default"] in answer["levels"]


def figures(visit, game, preset, lang="en"):
    sections = get(visit, f"/api/games/{game}/rules?preset={preset}&lang={lang}").json()["sections"]
    return {figure["title"]: figure["lines"] for section in sections for figure in section["figures"]}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "least"), [("baohuang", 5), ("paohuzi", 4)])
def test_the_rules_of_every_preset_have_pictures_and_questions_with_answers(visit, game, least, lang):
    for preset in paiju.load(game).presets():
        drawn = figures(visit, game, preset, lang)
        assert len(drawn) >= least
        lines = [line for lines in drawn.values() for line in lines]
        assert all(line["cards"] or line["roles"] or line["label"] for line in lines)
        tried = [line for line in lines if line["choices"]]
        assert len(tried) >= 4
        assert all(line["label"] and 0 <= line["answer"] < len(line["choices"]) for line in tried)


def laid(drawn, on, cards):
    """The line of a picture that lays cards on others."""
    lines = [line for line in drawn["Does it beat what lies on the table?"] if line["on"] == on]
    (line,) = (line for line in lines if line["cards"] == (cards,))
    return line


def test_a_picture_says_what_this_table_allows():
    equal, twos = (("9s", "9h", "b"), ("9c", "9d", "r")), (("r",), ("2s", "2h", "2c"))
    for changed in ({}, {"order": "joker_strict", "three_twos_beat_red": True, "bombs": "on"}):
        law = paiju.load("baohuang").options(changed)
        sections = options_form.rules(law, "en")["sections"]
        drawn = {figure["title"]: figure["lines"] for section in sections for figure in section["figures"]}
        for pair in (equal, twos):
            line = laid(drawn, *pair)
            assert line["right"] is bool(changed)
            assert line["choices"][line["answer"]] == ("Yes" if changed else "No")
        assert ("Is this a bomb?" in drawn) is bool(changed)


def test_only_the_named_items_of_the_table_are_drawn(visit):
    named = {
        preset: [line["label"] for line in figures(visit, "paohuzi", preset)["What this table pays for"]]
        for preset in ("akagiri", "shaoyang")
    }
    assert len(named["akagiri"]) == 9
    assert len(named["shaoyang"]) == 2
    hands = figures(visit, "paohuzi", "akagiri")["What this table pays for"]
    assert all(sum(map(len, line["cards"])) == 21 for line in hands if line["cards"])
