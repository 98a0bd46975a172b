/** What the pages make of the messages: the state of a live table, and what a game and its table know of each other. */

import type * as m from "./messages";
import type { Child, View } from "../../src/paiju/server/web/vendor/htm-preact";
import type { Parcel } from "../../src/paiju/server/web/outbox";
import type { Prefs } from "../../src/paiju/server/web/prefs";
import type { Doubt } from "../../src/paiju/server/web/fairness/following";

import type { Fact } from "../../src/paiju/server/web/texts";
import type { Mode } from "../../src/paiju/server/web/baohuang/geometry";

export type { Child, Fact, Mode, Parcel, Prefs, View };
export type { AskedPrompt, Chair, ClockMessage, Door, FailedShuffle, Fairness, Line, Pick, Vote, Watcher } from "./messages";
export type Hint = m.Answers_Hint;
export type Checked = m.Answers_Checked;
export type Waits = m.Answers_Waits;
export type WinningCard = m.Answers_WinningCard;
export type Win = m.Win;

/** With the moment of `performance.now()` that a number of milliseconds meant when it came. */
export type Timed<T> = T & { deadline: number | null };
export type Prompt = Timed<m.AskedPrompt>;
/** A clock runs for everybody; that of a question has its id as well. */
export type Clock = Timed<m.Clock> & { id?: string };
export type Setting = string | number | boolean;
export type Settings = Record<string, Setting>;
export type Room = Omit<m.Room, "settings" | "options"> & {
  settings: Settings;
  options: Values;
  next: number | null;
};

/** A draw that nobody sees yet lacks most of a view: what a page shows then is guarded field by field. */
export type BaohuangView = m.Baohuang_BaohuangView;
export type Laid = m.Baohuang_Laid;
export type PaohuziView = m.Paohuzi_PaohuziView;
export type TableSet = m.Paohuzi_TableSet;
export type GameView = BaohuangView | PaohuziView;
/** A deal that is over shows what it came to and all hands. */
export type Over<V extends GameView = GameView> = V & {
  result: NonNullable<V["result"]>;
  hands: NonNullable<V["hands"]>;
};

/** An event; `docs/protocol.md` says which kind has which facts. */
export type Happening = {
  event: string;
  seat: number;
  from: number;
  to: number;
  winner: number;
  dealer: number;
  card: string;
  cards: string;
  why: string;
  role: string;
  set: string;
  triple?: "hand" | "table";
  sets: string[];
  count: number;
  place: number;
  last: boolean;
  seats: number[];
  faces: string | null;
  leader: number;
  first_drawer: number;
  number: number;
  next_dealer: number;
  amount: number;
  hu: number;
  final: number;
  [fact: string]: unknown;
};

/** What a page sends; the table refuses what it does not know. */
export type Message = { type: string; action?: string; what?: string; text?: string; id?: string; [field: string]: unknown };
export type Send = (message: Message) => unknown;

/** A refusal, by its code; `sent` is the message it answers, where that is known. */
export type Refused = {
  code: string;
  facts?: Record<string, Fact>;
  rule?: string | null;
  about?: string;
  sent?: Message;
  status?: number;
};

export type Said = m.Line & { seq?: number };

/**
 * What is known of a table. `lost` is when the connection went, `retry` when it is tried again; `news` are the events of the
 * last message. `pending` was sent and not answered yet; an `error` about something of that has what was `sent`. `door` was
 * offered in place of a table, `doubts` is what does not fit of the shuffles, `own` the share of each deal's shuffle.
 */
export type LiveState<V = GameView | null, R = Room | null> = {
  conn: "on" | "off" | "gone";
  lost: number | null;
  retry: number | null;
  room: R;
  view: V;
  prompt: Prompt | null;
  clock: Clock | null;
  log: Happening[];
  news: Happening[];
  said: Said | null;
  error: Refused | null;
  hint: Hint | null;
  checked: Checked | null;
  waits: Waits | null;
  bye: string | null;
  door: m.Door | null;
  pending: Parcel[];
  doubts: Doubt[];
  own: Record<number, string>;
};
/** A table whose room has come, and whose deal is on. */
export type RoomState = LiveState<GameView | null, Room>;
export type DealState<V = GameView> = LiveState<V, Room>;

/** How a sentence is made of an event. */
export type Context = {
  names: string[];
  emperor?: number | null;
  tell?: (event: Happening, context: Context) => string | null | undefined;
  cards?: (text: string) => string;
};

/** What a board may use of its table. */
export type Ui = {
  names: string[];
  open: (sheet: string) => void;
  sheet: string;
  said: Said | null;
  context: Context;
  onRule: (rule: string) => void;
  readonly: boolean;
  /** A question of the page that stands in the line in place of the table's own. */
  ask?: string;
};

/** What a game gives to its table, which hands it the view of its own game. */
export type GameModule<V = never> = {
  /** seats, felt, question, hand and actions */
  Board: View<{ state: DealState<V>; send: Send; prefs: Prefs; ui: Ui }>;
  /** the game's own sentences */
  tell?: Context["tell"];
  /** cards in words */
  cardWords?: (text: string) => string;
  /** an action in words */
  answerWords?: (action: string) => string;
  /** words that a voice calls with an event, if any */
  call?: (event: Happening, names: string[]) => string | null | undefined;
  /** sound by kind of event */
  sounds?: Record<string, string>;
  /** keys and the names of their texts */
  keys?: [string, string][];
  sheets?: Record<string, View<{ state: DealState<V>; onClose: () => void; context: Context }>>;
  /** what the bar shows of the game */
  BarExtra?: View<{ view: V }>;
  /** what the side panel shows below the log */
  PanelExtra?: View<{ view: V }>;
  MenuItems?: View<{ open: (sheet: string) => void }>;
  /** all hands of a view where everything lies open, in the order to be shown */
  openHands?: (view: V) => string[][];
  /** the moments from one decision to the next, where one decision can lead to many; the last is `after` */
  between?: (before: V, after: V, events: Happening[]) => { view: GameView; events: Happening[] }[];
};

/** What a game shows at the end of a deal, from the view of its own game. */
export type Ending<V = never> = {
  /** how it ended, in a few words; "" for nothing */
  headline: (view: V, room: Room) => string;
  /** why it ended so, by the rule: who was first and last, who stood with whom, who pays */
  Reason?: View;
  /** what was answered, in words */
  answerWords?: (action: string) => string;
  /** what decided it, on the table itself, a moment before the result */
  Decisive?: View;
  /** who gets what, and why */
  Outcome: View;
  /** what was left */
  Hands: View;
  /** the result, where no view has one; null before the end */
  resultOf?: (state: DealState) => { returns: number[] | null } | null;
};

/** Where the browser finds what it must know of a game. */
export type GamePack = {
  /** what it gives to its table */
  board: () => Promise<GameModule>;
  settle: () => Promise<Ending>;
  /** what it adds to the review of a deal */
  review?: () => Promise<{ Opened: View }>;
  /** its style sheets */
  styles: string[];
  /** beside its name on the first page, from the first to the last */
  /** settings of a room that mean nothing to it */
  idle: string[];
};

/** How the cards of a game are drawn: the component of a card, its width beside text, and its notation. */
export type Faces = { One: View; w: number; isCard: RegExp };

/** What a game says of its cards once the seed of a deal is known. */
export type Proof = {
  /** what its pack is shuffled as */
  label: string;
  /** whether its pack is known without the deal */
  always: boolean;
  /** the pack before the shuffle; [] where that cannot be known */
  deck: (view: GameView | null) => string[];
  /** what a seat should have been dealt, and what it got */
  dealt: (pack: string[], log: Happening[], seat: number) => { expected: string[]; got: string[] } | null;
};

/** The rules of a game as the server describes them. */
export type Value = string | number | boolean | null;
export type Values = Record<string, Value>;
export type Option = {
  name: string;
  type: string;
  default: Value;
  choices: { value: Value; label: string }[];
  group: string;
  rule: string;
  needs: unknown[];
  label: string;
  help: string;
  rule_text: string;
  low?: number;
  high?: number;
};
export type Preset = { name: string; label: string; help: string; line: string; options: Values };
export type Asked = { id: string; art: string; yes: Values; no: Values; text: string; help: string };
export type SettingForm = {
  name: string;
  type: string;
  default: Setting;
  low?: number;
  high?: number;
  choices?: Setting[];
};
export type GameInfo = {
  game: string;
  seats: number;
  presets: Preset[];
  groups: { name: string; label: string }[];
  options: Option[];
  questions: Asked[];
  levels: string[];
  stand_ins: string[];
  settings: SettingForm[];
};
/** What a choice of options means. */
export type Check = {
  ok: boolean;
  digest: string;
  differences: Values;
  changed: Values;
  line: string;
  error: Refused | null;
  active: string[];
  inactive: Record<string, string>;
};

/** The rules of a table, told from beginning to end. */
export type Paragraph = { rule: string; text: string; option?: string; changed?: boolean };
export type Rules = {
  title: string;
  line?: string;
  sections: { title: string; paragraphs: Paragraph[]; figures: Figure[] }[];
};
/** A picture of the rules: its lines, null for a card's back; `choices` make a question of one. */
export type Figure = { title: string; lines: Drawn[] };
export type Drawn = {
  cards: (string | null)[][];
  on: string[];
  roles: string[];
  points: number[];
  label: string | null;
  right: boolean | null;
  choices: string[];
  answer: number;
};

/** What one wishes who is not at a table yet. */
export type Wish = { seat?: number; watch?: boolean };

/** Something was typed, chosen or switched in a field. */
export type Typed = Event & { target: HTMLInputElement; currentTarget: HTMLInputElement };
