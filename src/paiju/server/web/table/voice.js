// @ts-check
/**
 * Calls and phrases spoken by voices that the device has itself: one in the network would hear what is said
 * at the table. Chat that people write is never read out.
 */
import { prefs } from "../prefs.js";
import { lang } from "../texts.js";

/** Where a language has several: as it is spoken at home. @type {Record<string, string>} */
const HOME = { zh: "zh-cn", fa: "fa-ir" };

/** A voice of the page's language, or none. @param {string} tongue */
function voiceOf(tongue) {
  const own = speechSynthesis.getVoices().filter((voice) => voice.localService);
  const tag = (/** @type {SpeechSynthesisVoice} */ voice) => voice.lang.toLowerCase().replace("_", "-");
  const able = own.filter((voice) => tag(voice).split("-")[0] === tongue);
  return able.find((voice) => tag(voice) === HOME[tongue]) ?? able.find((voice) => voice.default) ?? able[0];
}

/** Speaks words, if this device wants sounds and voices; one at a time. @param {string} text */
export function speak(text) {
  const { sound, voice: wanted, only_my_turn: quiet, volume } = prefs();
  if (!text || !sound || !wanted || quiet || document.hidden) return;
  if (typeof speechSynthesis === "undefined" || speechSynthesis.speaking) return;
  if (speechSynthesis.getVoices().length === 0) {
    // one handler: a device without voices would collect them
    speechSynthesis.onvoiceschanged = () => speak(text);
    return;
  }
  speechSynthesis.onvoiceschanged = null;
  const voice = voiceOf(lang());
  if (!voice) return;
  const words = new SpeechSynthesisUtterance(text);
  Object.assign(words, { voice, lang: voice.lang, volume: volume / 100 });
  speechSynthesis.speak(words);
}
