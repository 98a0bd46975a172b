// @ts-check
/**
 * Where modules and files come from. The server joins the modules into a few bundles and names what lasts by
 * its content; it fills in the names. Without it each module is a file, under its own name.
 */

/** @typedef {() => Record<string, unknown>} Module  what it gives others, once it has run */

/** @type {{names: Record<string, string>, bundles: Record<string, string[]>}} */
const PLACES = { names: {}, bundles: {} };

/** All modules that have come. @type {Record<string, Module>} */
const modules = {};
/** @type {Map<string, Promise<void>>} */
const coming = new Map();

/** The address of a file. @param {string} name from the root of the client's files */
export const file = (name) => new URL(PLACES.names[name] ?? name, import.meta.url).href;

/** Fetches a bundle once; again where that failed. @param {string} bundle */
function fetched(bundle) {
  const known = coming.get(bundle);
  if (known) return known;
  const loading = import(file(`bundles/${bundle}.js`)).then((made) => made.default(modules, load));
  coming.set(bundle, loading);
  loading.catch(() => coming.delete(bundle));
  return loading;
}

/**
 * A module, once it and what it imports have come.
 * @param {string} name
 * @param {string[]} [bundles] those that it needs; where it needs none it is a file
 */
export async function load(name, bundles = PLACES.bundles[name]) {
  if (!bundles) return import(file(name));
  await Promise.all(bundles.map(fetched));
  return modules[name]();
}

modules["modules.js"] = () => ({ file, load });
