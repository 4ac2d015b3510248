/** A place in a body, with the expected and the actual value. */
export interface Place {
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** One thing that the API shows. */
interface Thing {
  readonly entity: string
  readonly id: string
}

/** Why a list must not hold something. */
export type Misplaced = 'removed' | 'elsewhere' | 'never-made' | 'not-in-this-list' | 'hidden-from-caller'

/** The ways a body may differ from earlier answers, by code. */
export interface Differences {
  /** A field has another value. */
  readonly value: Place
  readonly missing: Place
  /** A field is there, though nothing has set it. */
  readonly unset: Place
  /** A value occurs in two places of one response, or of two with nothing between them, and they differ. */
  readonly inconsistent: Place
  /** A new thing has the identifier of another one. */
  readonly identifier: Place
  /** A set has other items. */
  readonly items: Place
  readonly count: Lists
  /** A list has more items than its maximum. */
  readonly cap: Place & { readonly expected: number; readonly actual: number }
  /** A list has one thing twice. */
  readonly twice: Place & { readonly id: string }
  /** A list is not newest first. */
  readonly order: Place
  /** A list lacks a thing, which has no identifier as long as the target has shown none. */
  readonly lacks: Place & {
    readonly entity: string
    readonly id: string | undefined
    /** The identifiers of the things that are in it. */
    readonly listed?: readonly string[]
  }
  /** A list has a thing that must not be in it. */
  readonly holds: Place & Thing & { readonly why: Misplaced }
  /** Nothing is there, and something must be. */
  readonly empty: Place
  /** Somebody is shown as on call although nobody is. */
  readonly 'nobody-on-call': Place
  /** Somebody is on call by rotation who takes no part in it. */
  readonly 'not-in-rotation': Place
  readonly 'no-built-in-role': Place
  /** No permission of a tier is offered. */
  readonly 'no-tier': Place & { readonly expected: string }
  /** The record that a domain needs for receiving is not among those to publish. */
  readonly 'no-receive-record': Place
  /** There is not one observation for each record. */
  readonly observations: Lists
  /** The value from DNS is not shown. */
  readonly 'untold-value': Place
  readonly 'called-missing': Place
  readonly 'called-found': Place
  /** Something happened to a message, and its events do not tell it. */
  readonly 'untold-event': Place & { readonly expected: string }
}

interface Lists extends Place {
  readonly expected: readonly unknown[]
  readonly actual: readonly unknown[]
}

/** A status, or the class of one that is open. */
export type ExpectedStatus = number | '2xx' | '4xx' | 'no 2xx'

/** The mistakes in an answer beyond its difference from the prediction. */
interface InAnswer {
  /** Refusals that apply have another status than the answer, or a success has. */
  readonly status: {
    readonly refusals: readonly string[]
    readonly expected: readonly ExpectedStatus[]
    readonly actual: number
  }
  /** Something was accepted that a rule refuses; `reason` is the model's. */
  readonly accepted: {
    readonly rule: string
    readonly reason: string
    readonly expected: readonly ExpectedStatus[]
    readonly actual: number
  }
  /** Something was refused that nothing in the contract refuses. */
  readonly refused: { readonly expected: ExpectedStatus; readonly actual: number; readonly text: string }
  readonly 'server-error': { readonly actual: number }
  /** No response came, however often it was asked; \`actual\` is what the client saw. */
  readonly 'hung-up': { readonly actual: string }
  readonly 'not-json': { readonly status: number; readonly contentType: string | undefined }
  /** A body does not match its schema. `path` is where validation failed, `place` the field that the problem is about. */
  readonly shape: {
    readonly status: number
    readonly path: readonly string[]
    readonly place: readonly string[]
    readonly keyword: string
    readonly problem: string
    /** The types or the values that would do. */
    readonly allowed: readonly unknown[]
    readonly text: string
  }
  readonly 'has-body': { readonly status: number; readonly text: string }
  /** A secret that was returned once or sent occurs again. */
  readonly secret: { readonly givenBy: string; readonly path: string }
  /** A thing left a state that nothing leads out of. */
  readonly 'left-state': Thing & { readonly from: string; readonly to: string }
  /** A state sets a field on the way in, and the field is not there. */
  readonly 'state-without': Thing & { readonly state: string; readonly path: string }
  readonly immutable: Thing & Place
  /** A thing of another organization is accepted where one that is not there is refused. */
  readonly 'foreign-reference': { readonly path: string; readonly entity: string; readonly id: string }
  /** A text that is no phone number is accepted for sms or voice, another one is refused. */
  readonly 'no-phone-number': { readonly refused: string; readonly actual: string }
  /** Settings for sms or voice are kept without a phone, and another time they were refused without one. */
  readonly 'phone-left-out': { readonly actual: unknown }
  /** A snippet of a response is all of it, with this number of characters. */
  readonly 'whole-response': { readonly id: string; readonly outcome: string; readonly actual: number }
  /** The error does not name the cause. */
  readonly unnamed: {
    readonly rule: string
    readonly missing: string
    readonly names: readonly string[]
    readonly text: string
  }
  readonly 'raw-message': { readonly part: 'content type' | 'content'; readonly actual: string }
  /** A header of a raw message that does not agree with the metadata of the message. */
  readonly 'raw-header': { readonly part: 'Subject' | 'To' | 'Cc'; readonly expected: string; readonly actual: string }
}

/** Mistakes in the responses of an area. */
interface InArea {
  readonly 'foreign-contact': { readonly actual: string }
  readonly 'too-many-services': Thing & { readonly expected: number; readonly actual: number }
  /** More things are there than a quota allows, and one was made since it was set. */
  readonly 'beyond-quota': { readonly entity: string; readonly expected: number; readonly actual: number }
  readonly lifetime: Place
  /** A delivery of long ago was never attempted. */
  readonly 'no-attempt': Thing
  /** Everything is published and was looked for, long ago. */
  readonly 'never-verified': Thing & { readonly path: string; readonly actual: unknown }
  readonly 'accepted-today': { readonly path: string }
  /** A change of state that was seen is not among the transitions. */
  readonly 'unlisted-transition': Thing & { readonly from: string; readonly to: string; readonly listed: number }
  /** A full list of changes has none that came since it was full before. */
  readonly 'newest-transition-lacking': Thing & { readonly from: string; readonly to: string; readonly newest: unknown }
  readonly 'no-series': { readonly vantage: string; readonly shown: readonly string[] }
  /** A page repeats an item of an earlier one. */
  readonly 'page-repeats': { readonly id: string }
  /** All pages together lack something. */
  readonly 'pages-lack': { readonly id: string }
  /** A later page has an item that the filters of the first one exclude. */
  readonly 'page-unfiltered': { readonly id: string }
  /** Metrics have a point outside the requested window. */
  readonly 'outside-window': { readonly window: string; readonly vantage: string; readonly actual: string }
  /** A monitor's metrics that are missing or should not be there. */
  readonly scrape: { readonly wrong: 'elsewhere' | 'removed' | 'lacks'; readonly id: string }
  /** The person on call has to be another one now. */
  readonly 'still-on-call': Thing & { readonly since: 'swap' | 'handoff'; readonly actual: string }
  /** Somebody is on call who was not before, and nothing but a handoff may bring that about. */
  readonly 'took-over': Thing & { readonly before: string; readonly actual: string }
  readonly usage: {
    readonly path: string
    /** Of what is stored, or of what was stored since the last look. */
    readonly wrong: 'uncounted' | 'miscounted' | 'stands' | 'grows' | 'falls' | 'lingers' | 'remains'
    /** What it was at the last look; of what remains, the most that it can be. */
    readonly before: number
    readonly actual: unknown
  }
}

/** Mistakes in a driver's report, or in the webhooks received. */
interface Outside {
  /** It was possible, and must not have been; `names` are the names in the reason that are this sequence's own. */
  readonly happened: { readonly reason: string; readonly names: readonly string[] }
  /** The driver says that it cannot happen, and nothing is in its way. */
  readonly 'kept-out': { readonly event: string; readonly actual: string }
  readonly 'status-page': Thing & {
    readonly expected: string | undefined
    readonly actual: string | undefined
    /** The field in which the page has entries of the internal timeline. */
    readonly internal?: string
  }
  /** A credential opens a door that it must not open, or does not open its own. */
  readonly door: { readonly kind: string; readonly opens: boolean; readonly reason: string }
  readonly suppressed: { readonly expected: readonly string[]; readonly actual: readonly string[] }
  readonly paged: {
    readonly wrong: 'too many' | 'too few' | 'none' | 'sent without credential' | 'without a rule'
    readonly expected: number
    readonly actual: number
  }
  /** More deliveries are reported than arrived. */
  readonly 'never-arrived': { readonly expected: number; readonly actual: number }
  readonly 'arrival-untold': { readonly states: readonly string[] }
  readonly 'attempt-untold': object
  readonly 'other-status': { readonly actual: unknown }
  readonly late: { readonly states: readonly string[] }
  readonly 'old-secret': object
  readonly 'not-new-secret': object
  /** Nothing that came to an endpoint is signed with its secret, but something with that of another one. */
  readonly 'secret-of-another': object
  readonly 'secret-of-nobody': object
  readonly 'sent-to-closed': { readonly closed: 'disabled' | 'deleted' }
  /** Fewer payloads tell of a message than deliveries of it arrived. */
  readonly 'told-of-another': { readonly id: string; readonly expected: number; readonly actual: number }
  readonly 'not-frozen': { readonly expected: number; readonly actual: readonly unknown[] }
}

/** Everything a target can do wrong, by code, with its details. */
export interface Facts extends Differences, InAnswer, InArea, Outside {}

export type Code = keyof Facts
export type Fact<C extends Code = Code> = { [K in C]: { readonly code: K } & Facts[K] }[C]
export type Difference = Fact<keyof Differences>
