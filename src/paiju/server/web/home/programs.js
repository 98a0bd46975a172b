// @ts-check
/** How a program of one's own sits down at a table. */
import { html } from "../vendor/htm-preact.js";
import { t } from "../texts.js";
import { useTitle } from "../ui/ui.js";
import { PageHead } from "./head.js";

const HOLDS = ["token", "host", "plays", "lost"];
const ADDRESS = `${location.origin}/table/ID`;
// Lines one by one: space before a line does not come to browsers (`paiju.server.http.assets`).
const COMMANDS = [
  "export PAIJU_TOKEN=…",
  `paiju bot normal --connect ${ADDRESS}`,
  `paiju bot --connect ${ADDRESS} -- python my_bot.py`,
];
const PYTHON = [
  "import json, sys",
  "",
  "for line in sys.stdin:",
  "    message = json.loads(line)",
  '    if message["type"] == "prompt":',
  '        action = message["actions"][-1] if message["actions"] else message["default"]',
  '        answer = {"type": "act", "prompt": message["id"], "action": action}',
  "        print(json.dumps(answer), flush=True)",
];
const JAVASCRIPT = [
  'import { createInterface } from "node:readline";',
  "",
  "for await (const line of createInterface({ input: process.stdin })) {",
  "  const { type, id, actions, default: pass } = JSON.parse(line);",
  '  if (type !== "prompt") continue;',
  '  console.log(JSON.stringify({ type: "act", prompt: id, action: actions.at(-1) ?? pass }));',
  "}",
];

/** Code is written from the left in every language. @param {{lines: string[], label: string}} props */
const Code = ({ lines, label }) =>
  html`<pre class="code" dir="ltr" tabindex="0" role="region" aria-label=${label}>
<code>${lines.join("\n")}</code></pre>`;

/** The page `/programs`. */
export function Programs() {
  useTitle(t("web.programs"));
  return html`<main class="page prose programs">
    <${PageHead} title=${t("web.programs")} />
    <p>${t("web.programs.what")}</p>
    <h2>${t("web.programs.steps")}</h2>
    <ol>
      <li>${t("web.programs.room")}</li>
      <li>${t("web.programs.start")}
        <${Code} lines=${COMMANDS} label=${t("web.programs.start")} /></li>
      <li>${t("web.programs.begin")}</li>
    </ol>
    <h2>${t("web.programs.own")}</h2>
    <p>${t("web.programs.own.text")}</p>
    <h3>Python</h3>
    <${Code} lines=${PYTHON} label="Python" />
    <h3>JavaScript</h3>
    <${Code} lines=${JAVASCRIPT} label="JavaScript" />
    <h2>${t("web.programs.holds")}</h2>
    <ul>
      ${HOLDS.map((name) => html`<li key=${name}>${t(`web.programs.${name}`)}</li>`)}
    </ul>
  </main>`;
}
