"""The shell page, the client's files, texts, headers, and how links are introduced."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts
from paiju.server.http.assets import ROOT, Assets
from paiju.server.http.bundles import Bundles

PAGES = [
    "/",
    "/join/k",
    "/table/t",
    "/replay/r",
    "/move/c",
    "/rules/baohuang",
    "/about",
    "/learn/baohuang/deal",
]
HTML = {"Accept": "text/html,application/xhtml+xml"}


def get(visit, path, **headers):
    async def work(site):
        return await site.browser(**headers).get(path)

    return visit(work)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("ui", "buttons"),
        ("home", "frame"),
        ("room", "frame"),
        ("table", "frame"),
        ("baohuang", "hand"),
        ("paohuzi", "frame"),
        ("settle", "moment"),
    ],
)
def test_a_split_style_sheet_is_sent_as_one_file(visit, name, first):
    answer = get(visit, f"/static/css/{name}.css")
    parts = {path.name: _bare(path.read_text("utf-8")) for path in (ROOT / "css" / name).glob("*.css")}
    sent = _bare(answer.text)
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert sent.startswith(parts[f"{first}.css"])
    assert all(part in sent for part in parts.values())
    assert len(sent) == sum(map(len, parts.values()))


def _bare(sheet: str) -> str:
    """A style sheet without comments and space."""
    return re.sub(r"/\*.*?\*/|\s", "", sheet, flags=re.DOTALL)


def test_scripts_are_sent_without_remarks_and_indents_line_by_line(tmp_path):
    """Only comments on lines of their own go; casts and what looks like a comment in a text stay."""
    script = """// a
/** b
 * c */
const d = /** @type {E} */ (f("// g")); // h
  /** @type {I} */ (j).k(); /* l */
const url = `
  https://m`;
"""
    (tmp_path / "n.js").write_text(script)
    sent = Assets(tmp_path).get("n.js").body.decode()
    assert sent == "\n" * 3 + "\n".join(line.lstrip() for line in script.split("\n")[3:])


def test_style_sheets_are_sent_without_space_that_parts_nothing(tmp_path):
    sheet = """/* a */
a > b,
c d {
  e: f g;

  /* h */
  i:
    "j k"
    l m;
}

@container n (o: p) {
  q {
    --r: s;
  }
}
"""
    (tmp_path / "t.css").write_text(sheet)
    sent = Assets(tmp_path).get("t.css").body.decode().strip()
    assert sent == 'a > b,c d{e: f g;i:\n"j k"\nl m;}@container n (o: p){q{--r: s;}}'


def test_a_changed_part_is_loaded_again(tmp_path):
    folder = tmp_path / "css" / "table"
    folder.mkdir(parents=True)
    (folder / "frame.css").write_text("a {}")
    assets = Assets(tmp_path)
    first = assets.get("css/table.css")
    assert assets.get("css/table.css") is first
    (folder / "seats.css").write_text("b {}")
    assets.refresh()
    assert assets.get("css/table.css").body == b"a {}\nb {}"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_the_shell(visit, path):
    answer = get(visit, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert re.search(r'src="/static/app\.[0-9a-f]{10}\.js"', answer.text)
    assert "__VERSION__" not in answer.text


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("/today/", "/today"),
        ("/puzzles/baohuang/lead/?a=1&b=%20", "/puzzles/baohuang/lead?a=1&b=%20"),
        ("//example.org/", "/example.org"),
        ("/\\example.org/", "/%5Cexample.org"),
        ("/nowhere/", "/nowhere"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_page(visit, path, leads):
    answer = get(visit, f"http://test{path}")
    assert (answer.status_code, answer.headers["location"]) == (308, leads)


@pytest.mark.parametrize("path", ["/api/today/", "/texts/en/first.json/", "/ws/t/"])
def test_files_are_served_under_their_own_path_alone(visit, path):
    assert get(visit, path, **HTML).status_code == 404


def test_the_shell_keeps_the_policy(visit):
    """No inline script, no style attribute, nothing from elsewhere, and each file it names is there."""
    page = get(visit, "/").text
    text = re.sub('<meta property="og:image" content="https?://', "", page)  # is named, not loaded
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?://", text)

    async def work(site):
        browser = site.browser()
        return {
            name: (await browser.get(name)).status_code
            for name in re.findall(r'(?:src|href)="([^"]+)"', text)
        }

    statuses = visit(work)
    assert len(statuses) > 4
    assert set(statuses.values()) == {200}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_all_bundles_of_the_modules_it_will_need(visit, path):
    """What a page starts with is in the bundles that its head names, and browsers store each file that is named for good."""

    async def work(site):
        browser = site.browser()
        text = (await browser.get(path)).text
        addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
        return text, [await browser.get(address) for address in addresses]

    text, answers = visit(work)
    assert {answer.headers["cache-control"] for answer in answers} == {"public, max-age=31536000, immutable"}
    named = re.findall(r'rel="modulepreload" href="/static/(?:bundles/)?(\w+)\.[0-9a-f]{10}\.js"', text)
    assert named[:2] == ["modules", "first"]
    assert ("table" in named) == (path == "/table/t")


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_files_are_packed_as_the_browser_asks(visit, coding):
    if coding == "br":
        pytest.importorskip("brotli")
    answer = get(visit, "/static/bundles/first.js", **{"Accept-Encoding": f"deflate, {coding}"})
    assert answer.headers["content-encoding"] == coding
    assert int(answer.headers["content-length"]) < 45_000


def test_a_name_with_another_content_in_it_is_not_stored(visit):
    """Who has a page of an earlier version open goes on with the files of this one."""
    for name in ("css/table.0123456789.css", "bundles/table.0123456789.js", "texts/en/first.0123456789.json"):
        answer = get(visit, f"/static/{name}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache"), name


def test_modules_are_joined_as_they_are_written():
    """All ways to import and export that a module may use; a module of one page alone is in its bundle."""
    sources = {
        "app.js": b'import { a as b, c } from "./ui/ui.js";\nexport { d } from "./ui/d.js";\nb(c);\nimport("./room/page.js");',
        "ui/ui.js": b'import * as all from "./d.js";\nexport const c = all.d;\nexport async function a() {}\n',
        "ui/d.js": b"const e = 1;export{e as d};",
        "room/page.js": b'import "../ui/d.js";\nimport {\n  only,\n} from "./only.js";\nexport class F {}',
        "room/only.js": b"const only = 2;\nexport { only };\nimport(`./${only}/x.js`);",
    }
    bundles = Bundles(sources, {"first": ("",), "table": ("room",)})
    assert bundles.needed(["room/page.js"]) == ["first", "table"]
    assert bundles.exports("ui/ui.js") == {"c": "c", "a": "a"}
    first, table = (bundles.bodies[name].decode() for name in ("first", "table"))
    assert (
        'const { a: b, c } = $need("ui/ui.js");\n\nb(c);\n$load("room/page.js");\nreturn { d: $need("ui/d.js").d };'
        in first
    )
    assert 'const all = $need("ui/d.js");\nconst c = all.d;\nasync function a() {}' in first
    assert "const e = 1;\nreturn { d: e };" in first
    assert (
        '$need("ui/d.js");\nconst {\n  only,\n} = $need("room/only.js");\nclass F {}\nreturn { F: F };'
        in table
    )
    assert "$load(`room/${only}/x.js`);" in table


def test_no_module_is_needed_before_it_has_run():
    """A module in a bundle runs when it is first needed, so none may need itself through others."""
    bundles = Assets()._bundles
    for name in bundles.homes:
        assert name not in bundles.modules(bundles.imports[name]), name


def test_headers_of_every_answer(visit):
    async def work(site):
        browser = site.browser()
        return [
            await browser.get(path)
            for path in ("/", "/static/app.js", "/api/me", "/texts/en/first.json", "/nothing", "/api/nothing")
        ]

    for answer in visit(work):
        headers = answer.headers
        assert headers["content-security-policy"] == (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            "connect-src 'self' ws://table.test:8000 wss://table.test:8000; manifest-src 'self'; worker-src 'self'; "
            "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert "server" not in headers


@pytest.mark.parametrize("host", ["x; script-src *", "a b", "", "evil\"'", "x" * 300])
def test_a_made_up_host_does_not_get_into_the_policy(visit, host):
    answer = get(visit, "/", Host=host)
    assert "connect-src 'self';" in answer.headers["content-security-policy"]


def test_files_are_checked_by_their_tag(visit):
    async def work(site):
        browser = site.browser()
        first = await browser.get("/static/css/base.css", headers={"Accept-Encoding": "gzip"})
        tag = first.headers["etag"]
        again = [
            await browser.get("/static/css/base.css", headers={"If-None-Match": given})
            for given in (tag, tag.removeprefix("W/"), f'"x", {tag}', '"x"')
        ]
        plain = await browser.get("/static/css/base.css", headers={"Accept-Encoding": "identity"})
        return first, [answer.status_code for answer in again], plain

    first, again, plain = visit(work)
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in plain.headers
    assert first.content == plain.content
    assert _bare(plain.text) == _bare((ROOT / "css/base.css").read_text("utf-8"))
    assert again == [304, 304, 304, 200]


@pytest.mark.parametrize(
    "path",
    ["", "nothing.js", "../app.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "css", "css/", ".hidden.js", "app.js%00",
     "vendor/../../app.py", "ART.md", "%5c..%5capp.py", "app.js/x.js"],
)  # fmt: skip
def test_other_files_are_not_served(visit, path):
    answer = get(visit, f"/static/{path}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "page.none")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "web").mkdir()
    (tmp_path / "secret.js").write_text("x")
    (tmp_path / "web" / "out.js").symlink_to(tmp_path / "secret.js")
    assert Assets(tmp_path / "web").get("out.js") is None


def test_the_version_follows_the_files(tmp_path):
    def sent(assets):
        return assets.sent("sw.js")[0].body

    (tmp_path / "sw.js").write_text("const v = '__VERSION__'")
    (tmp_path / "app.js").write_text("1")
    assets = Assets(tmp_path)
    first = sent(assets)
    assert assets.version().encode() in first
    assert assets.get("app.js").body == b"1"
    (tmp_path / "app.js").write_text("22")
    assets.refresh()
    assert assets.get("app.js").body == b"22"
    assert sent(assets) != first
    assert sent(assets) == sent(Assets(tmp_path))


def test_the_worker_is_served_from_the_root(visit):
    answer = get(visit, "/sw.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "__VERSION__" not in answer.text


@pytest.mark.parametrize("path", ["/favicon.ico", "/robots.txt", "/static/manifest.webmanifest"])
def test_files_that_browsers_request_by_themselves_exist(visit, path):
    assert get(visit, path).status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts(visit, lang):
    answer = get(visit, f"/texts/{lang}/first.json")
    first, table = answer.json(), get(visit, f"/texts/{lang}/table.json").json()
    assert {key.partition(".")[0] for key in first} == {"web", "error", "preset"}
    assert {key.partition(".")[0] for key in table} >= {"web", "why", "place", "event"}
    assert len(gzip.compress(answer.content)) < 8_000


@pytest.mark.parametrize("path", ["de/first", "en/none"])
def test_no_such_texts(visit, path):
    assert get(visit, f"/texts/{path}.json").status_code == 404


def test_the_areas_of_texts_have_the_same_keys_and_holes():
    areas = ROOT.parents[1] / "locales" / "web"
    english = {path.name: json.loads(path.read_text("utf-8")) for path in (areas / "en").glob("errors.json")}
    for lang in LANGUAGES:
        for name, texts in english.items():
            own = json.loads((areas / lang / name).read_text("utf-8"))
            assert list(own) == list(texts)
            for key, text in texts.items():
                assert set(re.findall(r"{\w+}", own[key])) == set(re.findall(r"{\w+}", text)), key


@pytest.mark.parametrize(
    ("path", "kind", "lang"),
    [("/", "home", lang) for lang in LANGUAGES]
    + [("/join/k", "join", "zh"), ("/table/t", "join", "en"), ("/replay/r", "replay", "fa")],
)
def test_a_link_has_a_preview(visit, path, kind, lang):
    """By whole addresses, in the language of the request, and with a picture that is there."""

    async def work(site):
        browser = site.browser(**{"Accept-Language": lang, **HTML})
        page = await browser.get(path)
        sent = dict(re.findall(r'<meta property="(og:\S+)" content="([^"]*)">', page.text))
        return sent, await browser.get(re.sub("^https?://[^/]+", "", sent["og:image"]))

    sent, picture = visit(work)
    assert sent["og:image"].startswith(("http://", "https://"))
    assert sent["og:title"] == browser_texts(lang)[f"web.link.{kind}"]
    assert picture.headers["content-type"] == "image/png"
    assert picture.content[16:24] == bytes.fromhex("000004b0 00000276"), "as large as it says"
    assert len(picture.content) < 120_000


def test_an_invalid_host_header_cannot_inject_markup(visit):
    page = get(visit, "/", Host='x"><script>')
    assert "<script>" not in page.text.replace('<script type="module"', "")
