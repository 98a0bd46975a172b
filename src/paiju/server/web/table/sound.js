// @ts-check
/**
 * Sounds made on the spot, silent until the first touch of the page; vibration; the sign in the page's title.
 */
import { prefs } from "../prefs.js";

/** @type {AudioContext|null} */
let audio = null;

const unlock = () => {
  audio ??= typeof AudioContext === "undefined" ? null : new AudioContext();
  void audio?.resume();
};
// Not in the task of the touch itself, which has its own to do.
const touched = () => void setTimeout(unlock);
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, { passive: true });

/**
 * @param {number} hz
 * @param {number} at s from now
 * @param {number} ms
 * @param {number} [gain]
 * @param {OscillatorType} [type]
 */
function tone(hz, at, ms, gain = 0.25, type = "sine") {
  if (!audio) return;
  const start = audio.currentTime + at;
  const [wave, level] = [audio.createOscillator(), audio.createGain()];
  wave.type = type;
  wave.frequency.value = hz;
  level.gain.setValueAtTime((gain * prefs().volume) / 100, start);
  level.gain.exponentialRampToValueAtTime(0.001, start + ms / 1000);
  wave.connect(level).connect(audio.destination);
  wave.start(start);
  wave.stop(start + ms / 1000);
}

/**
 * A bar of wood that is struck: its note, and above it the overtone of such bars, which is gone sooner.
 * @param {number} hz @param {number} [at] s from now @param {number} [gain]
 */
function chime(hz, at = 0, gain = 0.3) {
  tone(hz, at, 320, gain);
  tone(2.76 * hz, at, 90, 0.35 * gain);
}

/** Struck one after the other. @param {number[]} notes @param {number} [step] s */
const run = (notes, step = 0.09) => {
  for (const [at, hz] of notes.entries()) chime(hz, at * step);
};

/** A low skin. @param {number} [at] s from now */
const drum = (at = 0) => {
  tone(98, at, 260, 0.5);
  tone(147, at, 120, 0.2);
};

/** A tap of noise. @param {number} ms @param {number} gain */
function tap(ms, gain) {
  if (!audio) return;
  const buffer = audio.createBuffer(1, (audio.sampleRate * ms) / 1000, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const [source, level] = [audio.createBufferSource(), audio.createGain()];
  source.buffer = buffer;
  level.gain.value = (gain * prefs().volume) / 100;
  source.connect(level).connect(audio.destination);
  source.start();
}

// The five notes of the old scale, which go together whatever meets.
const [C, D, E, G, A, HIGH] = [523, 587, 659, 784, 880, 1047];

/** @type {Record<string, (n: number) => void>} */
const SOUNDS = {
  turn: () => run([E, A]),
  card: (n) => tap(40, Math.min(0.15 + n * 0.05, 0.6)),
  pass: () => chime(196, 0, 0.15),
  tick: () => tone(1200, 0, 30, 0.12, "square"),
  claim: () => run([C, E, G], 0.05),
  eat: () => run([D, G], 0.05),
  pong: () => run([G, G], 0.08),
  set: () => run([C, G, HIGH], 0.06),
  hu: () => run([C, E, G, A, HIGH], 0.07),
  crown: () => run([G, A, HIGH, HIGH], 0.11),
  revolt: () => {
    drum();
    drum(0.16);
    run([D, A], 0.16);
  },
  out: () => run([A, HIGH], 0.07),
  win: () => run([C, E, G, HIGH], 0.12),
  loss: () => run([A, E, D], 0.16),
  chat: () => tone(740, 0, 60, 0.1),
};

const OWN = new Set(["turn", "tick", "win", "loss"]);

/** Plays a sound, if this device wants it. @param {string} name @param {number} [n] how many cards */
export function sound(name, n = 1) {
  const { sound: on, only_my_turn: quiet } = prefs();
  if (on && audio?.state === "running" && (!quiet || OWN.has(name))) SOUNDS[name]?.(n);
}

/** @param {number} ms */
export const buzz = (ms) =>
  void (prefs().vibration && navigator.userActivation?.hasBeenActive && navigator.vibrate?.(ms));

const DOTTED = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" ' +
    'fill="#17352A"/><circle cx="22" cy="10" r="9" fill="#F4BE4F"/></svg>',
)}`;

/** Shows in the title and the icon that something is asked. @param {boolean} on @param {string} title */
export function flag(on, title) {
  document.title = title;
  const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel~="icon"]'));
  if (!icon) return;
  icon.dataset.plain ??= icon.href;
  const wanted = on ? DOTTED : icon.dataset.plain;
  if (icon.href !== wanted) icon.href = wanted;
}
