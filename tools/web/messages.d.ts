// Made from docs/messages.schema.json: python tools/protocol.py

export type ActSent = {
  "type": "act";
  "prompt": string;
  "action": string;
  "id"?: string;
};

export type AskSent = {
  "type": "ask";
  "what": "admit" | "check" | "dismiss" | "hint" | "hold" | "mute" | "position" | "rematch" | "skip" | "undo" | "waits";
  "seat"?: number | null;
  "prompt"?: string;
  "cards"?: string;
  "action"?: string;
  "on"?: boolean;
  "id"?: string;
};

export type AskedPrompt = {
  "type": "prompt";
  "id": string;
  "actions": Array<string>;
  "pick": Pick | null;
  "default": string;
  "details": Details;
  "seq"?: number;
  "deadline_ms"?: number | null;
  "total_ms"?: number;
  "bank_ms"?: number;
  "auto_ms"?: number | null;
};

export type AutoSent = {
  "type": "auto";
  "on": boolean;
  "id"?: string;
};

export type Bye = {
  "type": "bye";
  "code": string;
};

export type Chair = {
  "seat": number;
  "kind": "empty" | "human" | "bot" | "program";
  "name": string;
  "avatar": string;
  "level": string | null;
  "awaited": boolean;
  "ready": boolean;
  "online": boolean;
  "auto": boolean;
  "away_ms": number | null;
  "voice": boolean;
  "muted": boolean;
  "heir": string | null;
  "mark": string;
};

export type Clock = {
  "type": "clock";
  "seat": number | null;
  "deadline_ms": number | null;
  "total_ms": number;
  "held": Array<number>;
};

export type ClockMessage = {
  "type": "clock";
  "seat": number | null;
  "deadline_ms": number | null;
  "total_ms": number;
  "held": Array<number>;
  "seq": number;
};

export type Details = {
  "hu"?: Win;
  "lays"?: Record<string, number>;
};

export type Done = {
  "type": "done";
  "id": string;
};

export type Door = {
  "type": "door";
  "game": "baohuang" | "paohuzi";
  "preset": string;
  "state": "starting" | "playing" | "settled" | "over";
  "deal": number;
  "chairs": Array<Chair>;
  "seats": Array<number>;
  "dealt": boolean;
  "watch": boolean;
  "spectators": string;
  "delay_seconds": number;
};

export type Error = {
  "type": "error";
  "code": string;
  "rule": string | null;
  "facts": Record<string, unknown>;
  "about": string;
  "prompt"?: string;
  "id"?: string;
};

export type Events = {
  "type": "events";
  "seq": number;
  "list": Array<Record<string, unknown>>;
  "view": Record<string, unknown>;
  "more"?: Record<string, Array<unknown>>;
};

export type FailedShuffle = {
  "why": "refused" | "dropped";
  "commitment": string;
  "shares": Array<string>;
  "nonces": Array<string>;
  "secret": string;
};

export type Fairness = {
  "deal": number;
  "step": "none" | "shares" | "nonces" | "dealt";
  "previous": string | null;
  "commitment": string | null;
  "shares": Array<string> | null;
  "nonces": Array<string> | null;
  "opened": OpenedDeal | null;
  "failed": FailedShuffle | null;
  "signature": string | null;
};

export type Haste = {
  "on": boolean;
  "idle": Array<number>;
  "asked": Array<number>;
};

export type HelloSent = {
  "type": "hello";
  "resume"?: number | null;
  "lang"?: string;
  "key"?: string;
  "seat"?: number | null;
  "watch"?: boolean;
  "version"?: number | null;
  "id"?: string;
};

export type HostSent = {
  "type": "host";
  "what": "bot" | "give" | "kick" | "lock" | "options" | "out" | "pause" | "preset" | "settings" | "start" | "swap";
  "preset"?: string;
  "options"?: Record<string, string | number | boolean | null>;
  "settings"?: Record<string, string | number | boolean>;
  "seat"?: number;
  "other"?: number;
  "level"?: string | null;
  "watcher"?: string;
  "on"?: boolean;
  "id"?: string;
};

export type Limit = {
  "cards": Array<string>;
  "most": number;
};

export type Line = {
  "seat": number;
  "name": string;
  "mark": string;
  "phrase"?: string;
  "text"?: string;
};

export type Match = {
  "deal": number;
  "deals": number | null;
  "target": number | null;
  "returns": Array<Array<number>>;
  "scores": Array<number>;
  "voids": number;
  "over": boolean;
  "winners": Array<number>;
};

export type NonceSent = {
  "type": "nonce";
  "to": string;
  "value": string;
  "id"?: string;
};

export type OpenedDeal = {
  "secret": string;
  "play": string;
};

export type Pick = {
  "verb": string;
  "count": number;
  "limits": Array<Limit>;
};

export type PingSent = {
  "type": "ping";
  "id"?: string;
};

export type Pong = {
  "type": "pong";
};

export type Prompt = {
  "type": "prompt";
  "id": string;
  "actions": Array<string>;
  "pick": Pick | null;
  "default": string;
  "details": Details;
};

export type ReadySent = {
  "type": "ready";
  "on"?: boolean;
  "id"?: string;
};

export type Room = {
  "id": string;
  "game": "baohuang" | "paohuzi";
  "code": string | null;
  "link": string | null;
  "address": string;
  "state": "waiting" | "starting" | "playing" | "settled" | "over";
  "preset": string;
  "options": Record<string, unknown>;
  "changed": Record<string, number>;
  "digest": string;
  "settings": Record<string, unknown>;
  "host": number | null;
  "you": You;
  "quick": boolean;
  "locked": boolean;
  "paused": boolean;
  "pause_ms": number | null;
  "dissolved": boolean;
  "seats": Array<Chair>;
  "watchers": Array<Watcher>;
  "own_bots": Array<string>;
  "phrases": Array<string>;
  "match": Match;
  "haste": Haste;
  "vote": Vote | null;
  "next_ms": number | null;
  "fairness": Fairness;
  "record": string | null;
  "successor": string | null;
  "series": Series | null;
  "chat": Array<Line>;
};

export type RoomMessage = {
  "type": "room";
  "seq": number;
  "room": Room;
};

export type Said = {
  "seat": number;
  "name": string;
  "mark": string;
  "phrase"?: string;
  "text"?: string;
  "type": "said";
  "seq": number;
};

export type SaySent = {
  "type": "say";
  "phrase"?: string | null;
  "text"?: string | null;
  "id"?: string;
};

export type Series = {
  "id": string;
  "deal": number;
};

export type ShareSent = {
  "type": "share";
  "to": string;
  "value": string;
  "id"?: string;
};

export type SitSent = {
  "type": "sit";
  "seat": number;
  "id"?: string;
};

export type StandSent = {
  "type": "stand";
  "id"?: string;
};

export type Vote = {
  "kind": "dismiss" | "rematch" | "admit" | "mute";
  "by": number;
  "seat": number | null;
  "yes": Array<number>;
  "need": number;
  "ends_ms": number;
};

export type Watcher = {
  "id": string;
  "name": string;
};

export type Welcome = {
  "type": "welcome";
  "seq": number;
  "version": number;
  "node": string | null;
  "room": Room;
  "view": Baohuang_BaohuangView | Baohuang_HiddenDraw | Paohuzi_PaohuziView | null;
  "clock": Clock | null;
  "prompt": Prompt;
  "log": Array<Record<string, unknown>>;
};

export type Win = {
  "hu": number;
  "final": number;
  "points": number;
};

export type You = {
  "seat": number | null;
  "host": boolean;
  "watching": boolean;
  "heir": number | null;
};

export type Answers_Checked = {
  "type": "checked";
  "prompt": string;
  "cards": string;
  "action": string;
};

export type Answers_Hint = {
  "type": "hint";
  "prompt": string;
  "actions": Array<string>;
  "advice": Array<Answers_HintAdvice>;
};

export type Answers_HintAdvice = {
  "action": string;
  "points": number | null;
  "error": number | null;
  "reasons": Array<Answers_HintReason>;
};

export type Answers_HintReason = {
  "key": string;
  "seat"?: number;
  "count"?: number;
  "groups"?: number;
  "percent"?: number;
  "hu"?: number;
  "needed"?: number;
};

export type Answers_PositionLine = {
  "type": "position";
  "prompt": string;
  "text": string;
};

export type Answers_Waits = {
  "type": "waits";
  "now": Array<Answers_WinningCard>;
  "after": Record<string, Array<Answers_WinningCard>>;
};

export type Answers_WinningCard = {
  "card": string;
  "left": number;
  "own": number | null;
  "other": number | null;
};

export type Baohuang_BaohuangView = {
  "game": "baohuang";
  "deal": number;
  "viewer": number | null;
  "over": boolean;
  "seats": number;
  "phase": string;
  "asked": Array<number>;
  "turn": number | null;
  "suited": boolean;
  "order": Array<number>;
  "hand": Array<string> | null;
  "hand_faces": Array<string> | null;
  "columns_by": "rank";
  "sizes": Array<number | null>;
  "first_drawer": number;
  "drawn": number | null;
  "emperor": number | null;
  "roles": Array<string | null>;
  "called": string | null;
  "alone": boolean | null;
  "usurped": boolean;
  "pair": boolean;
  "innocent": Array<number>;
  "multiplier": number;
  "stakes": Baohuang_Stakes;
  "top": Baohuang_Top | null;
  "owner": number | null;
  "signals": Array<Baohuang_Said>;
  "sayable": Array<string>;
  "trick": Array<Baohuang_Laid>;
  "tricks": Array<Array<Baohuang_Laid>>;
  "places": Array<number | null>;
  "out": Array<number>;
  "stuck": Array<number>;
  "barred": Array<number>;
  "deferred": boolean;
  "gained": Array<number>;
  "plan": Baohuang_CutPlan | Baohuang_DrawPlan | Baohuang_CallPlan | Baohuang_TributePlan | Baohuang_SuccessionPlan | null;
  "known": Array<Baohuang_KnownCard>;
  "unseen": Record<string, number> | null;
  "previous": Baohuang_Previous | null;
  "result": Baohuang_Result | null;
  "hands": Array<Array<string>> | null;
  "hands_faces": Array<Array<string>> | null;
};

export type Baohuang_CallPlan = {
  "kind": "calling";
  "need": number;
  "drawn": number | null;
};

export type Baohuang_CutPlan = {
  "kind": "cut";
  "low": number;
  "high": number;
};

export type Baohuang_DrawPlan = {
  "kind": "draw";
  "drawn": number;
  "size": number;
};

export type Baohuang_Due = {
  "seat": number;
  "count": number;
  "partner": number | null;
};

export type Baohuang_Given = {
  "seat": number;
  "card": string | null;
  "face": string | null;
};

export type Baohuang_HiddenDraw = {
  "game": "baohuang";
  "deal": number;
  "viewer": number | null;
  "phase": "draw";
  "seats": number;
  "over": false;
  "suited": boolean;
  "order": Array<number>;
};

export type Baohuang_Item = {
  "seat": number;
  "amount": number;
  "reason": string;
  "rule": string;
  "points": number;
  "multiplier": number;
  "place": number;
  "role": string;
  "solo": boolean;
};

export type Baohuang_KnownCard = {
  "holder": number;
  "card": string;
  "open": boolean;
};

export type Baohuang_Laid = {
  "seat": number;
  "cards": Array<string>;
  "faces": Array<string> | null;
  "verb": string;
};

export type Baohuang_Previous = {
  "roles": Array<string>;
  "places": Array<number>;
  "winner": string;
};

export type Baohuang_Result = {
  "void": boolean;
  "places": Array<number>;
  "winner": string;
  "returns": Array<number>;
  "multiplier": number;
  "items": Array<Baohuang_Item>;
  "roles": Array<string>;
};

export type Baohuang_Said = {
  "seat": number;
  "signal": string;
};

export type Baohuang_Stakes = {
  "factors": Array<string>;
  "revolts": number;
  "opened": boolean;
  "countered": boolean;
};

export type Baohuang_SuccessionPlan = {
  "kind": "succession";
  "passed": Array<number>;
  "holder": number;
  "heir": number;
  "pool": Array<Baohuang_Given>;
  "price": string;
  "forced": boolean;
};

export type Baohuang_Top = {
  "seat": number;
  "cards": Array<string>;
  "faces": Array<string> | null;
};

export type Baohuang_TributePlan = {
  "kind": "tribute";
  "payers": Array<Baohuang_Due>;
  "receivers": Array<Baohuang_Due>;
  "pile": Array<Baohuang_Given>;
  "paid": Array<Baohuang_Due>;
  "got": Array<Baohuang_Due>;
};

export type Client = HelloSent | PingSent | ActSent | SaySent | SitSent | StandSent | ReadySent | AutoSent | AskSent | ShareSent | NonceSent | HostSent;

export type Paohuzi_Item = {
  "seat": number;
  "amount": number;
  "reason": string;
  "rule": string;
};

export type Paohuzi_Named = {
  "reason": string;
  "amount": number;
  "rule": string;
};

export type Paohuzi_PaohuziView = {
  "from": number | null;
  "game": "paohuzi";
  "deal": number;
  "viewer": number | null;
  "over": boolean;
  "seats": number;
  "phase": string;
  "asked": Array<number>;
  "turn": number | null;
  "order": Array<number>;
  "dealer": number;
  "streak": number;
  "draws": number;
  "hand": Array<string> | null;
  "locked": Array<string>;
  "groups": Array<Array<string>> | null;
  "sizes": Array<number>;
  "melds": Array<Array<Paohuzi_TableSet>>;
  "piles": Array<Array<Paohuzi_PileCard>>;
  "smelled": Paohuzi_Smelled | null;
  "card": string | null;
  "source": string | null;
  "window": boolean;
  "last": boolean;
  "answered": string | null;
  "left": number;
  "bottom": string | null;
  "shown": string | null;
  "shown_held": boolean;
  "known_top": Array<string>;
  "dead": Array<boolean>;
  "hu": number | null;
  "need": number;
  "scale": Paohuzi_Scale;
  "unseen": Record<string, number> | null;
  "result": Paohuzi_Result | null;
  "hands": Array<Array<string>> | null;
};

export type Paohuzi_PileCard = {
  "card": string;
  "thrown": boolean;
};

export type Paohuzi_Result = {
  "draw": boolean;
  "winner": number | null;
  "hu": number;
  "bottom": number;
  "multiplier": number;
  "final": number;
  "card": string | null;
  "apart": boolean;
  "sets": Array<Paohuzi_ScoredSet>;
  "named": Array<Paohuzi_Named>;
  "extra": Array<Paohuzi_Named>;
  "returns": Array<number>;
  "items": Array<Paohuzi_Item>;
};

export type Paohuzi_Scale = {
  "base": string;
  "self_draw": string;
};

export type Paohuzi_ScoredSet = {
  "kind": string;
  "cards": Array<string>;
  "hu": number;
};

export type Paohuzi_Smelled = {
  "pong": Array<string>;
  "eat": Array<string>;
};

export type Paohuzi_TableSet = {
  "kind": string;
  "cards": Array<string | null>;
  "up": boolean;
  "hu": number | null;
};

export type Server = Welcome | Events | AskedPrompt | ClockMessage | RoomMessage | Said | Answers_Hint | Answers_Checked | Answers_PositionLine | Answers_Waits | Door | Done | Error | Pong | Bye;
