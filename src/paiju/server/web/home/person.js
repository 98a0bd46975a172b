// @ts-check
/** @import { Refused, Typed } from "paiju/page" */
/**
 * The guest at the tables: a name, an animal and its colour; and their own page, for those who have its link.
 */
import { Avatar, COLOURS } from "../figures/avatar.js";
import { ANIMALS } from "../figures/zodiac.js";
import { api } from "../net.js";
import { sayError, t } from "../texts.js";
import { LinkField } from "../ui/linkfield.js";
import { Button, Field, Sheet, toast } from "../ui/ui.js";
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { saveMe, useMe } from "./me.js";
import { Notices } from "./push.js";

/** @param {{onClose: () => void}} props */
export function PersonSheet({ onClose }) {
  const me = useMe();
  const [name, setName] = useState(me.name);
  const [animal, setAnimal] = useState(me.avatar.split("-")[0] ?? "");
  const [colour, setColour] = useState(me.avatar.split("-")[1] ?? "");
  const [error, setError] = useState("");
  const avatar = animal && colour ? `${animal}-${colour}` : animal;
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    saveMe({ name: name.trim(), avatar }).then(onClose, (refusal) => setError(sayError(refusal)));
  };
  return html`<${Sheet} title=${t("web.person.title")} onClose=${onClose} testid="person">
    <form class="stack" onSubmit=${save}>
      <${Field} label=${t("web.name.yours")} hint=${t("web.name.hint")} value=${name} error=${error}
          maxlength="64" autocomplete="nickname" dir="auto" data-testid="name"
        onInput=${(/** @type {Typed} */ event) => setName(event.target.value)} />
      <${Faces} label=${t("web.person.animal")} name="animal" value=${animal} onChange=${setAnimal}
        options=${["", ...Object.keys(ANIMALS)].map((value) => ({
          value,
          label: t(`web.person.animal.${value || "lot"}`),
          chair: faced(name, value, colour),
        }))} />
      ${
        animal &&
        html`<${Faces} label=${t("web.person.colour")} name="colour" value=${colour} onChange=${setColour}
          options=${["", ...Array(COLOURS).keys()].map((value) => ({
            value: String(value),
            label: t(`web.person.colour.${value === "" ? "seat" : value}`),
            chair: value === "" ? null : faced(name, animal, String(value)),
          }))} />`
      }
      <${Button} kind="main" type="submit" data-testid="save-person">${t("web.save")}<//>
    </form>
    <${Notices} />
    <${Page} />
  <//>`;
}

/** @param {string} name @param {string} animal @param {string} colour */
const faced = (name, animal, colour) => ({
  seat: 0,
  kind: /** @type {const} */ ("human"),
  level: null,
  name,
  avatar: colour ? `${animal}-${colour}` : animal,
});

/**
 * Figures of which one is chosen.
 * @param {{label: string, name: string, value: string, onChange: (value: string) => void,
 *   options: {value: string, label: string, chair: ReturnType<typeof faced> | null}[]}} props
 */
const Faces = ({ label, name, value, options, onChange }) => html`<fieldset class="faces">
  <legend>${label}</legend>
  <div class=${`faces-grid faces-${name}`}>
    ${options.map(
      (one) => html`<label class="face" key=${one.value}>
        <input type="radio" name=${name} checked=${one.value === value} data-testid=${`${name}-${one.value}`}
          onChange=${() => onChange(one.value)} />
        ${one.chair && html`<${Avatar} chair=${one.chair} />`}
        <span>${one.label}</span>
      </label>`,
    )}
  </div>
</fieldset>`;

/** The page of oneself: nobody can open one until its link is made, nor once it is taken back. */
function Page() {
  const { base } = useMe();
  const [path, setPath] = useState(/** @type {string | null | undefined} */ (undefined));
  const ask = (/** @type {string} */ how) =>
    api(how, "/api/me/profile", how === "POST" ? {} : undefined).then(
      (answer) => setPath(answer.path),
      (/** @type {Refused} */ refused) => toast(sayError(refused), "danger"),
    );
  useEffect(() => void ask("GET"), []);
  return html`<section class="stack person-page" aria-labelledby="person-page"
      aria-busy=${String(path === undefined)}>
    <h3 id="person-page">${t("web.person.page")}</h3>
    <p class="hint">${t("web.person.page.help")}</p>
    ${
      path
        ? html`<${LinkField} link=${new URL(path, base || location.href).href}
              label=${t("web.person.page.link")} testid="profile-link" />
          <${Button} icon="lock" data-testid="profile-hide" onClick=${() => ask("DELETE")}>
            ${t("web.person.page.hide")}<//>`
        : html`<${Button} icon="link" data-testid="profile-show" onClick=${() => ask("POST")}>
            ${t("web.person.page.show")}<//>`
    }
  </section>`;
}
