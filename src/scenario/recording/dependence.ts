/** Something that a recorded scenario still takes from where it was recorded. */
export type Dependence =
  /** No request makes it, and no profile names it. */
  | { readonly kind: 'thing'; readonly entity: string; readonly value: string; readonly step: string }
  /** It existed before, in a state that a new one does not have. */
  | { readonly kind: 'state'; readonly entity: string; readonly state: string; readonly step: string }
  /** A credential that no actor of the profile has. */
  | { readonly kind: 'stranger'; readonly input: string }
  /** Requests whose credential is not known were taken for those of an actor. */
  | { readonly kind: 'assumed-caller'; readonly actor: string }
  /** A time whose distance from the moment of the request is not known. */
  | { readonly kind: 'time'; readonly value: string; readonly step: string }

/** A dependence in words, for whoever has just recorded. */
export function dependenceWords(one: Dependence): string {
  switch (one.kind) {
    case 'thing':
      return `${one.step}: the ${spaced(one.entity)} ${one.value} must exist on the target; no request creates one`
    case 'state':
      return `${one.step}: the ${spaced(one.entity)} was ${one.state} before the recording; the scenario creates a new one`
    case 'stranger':
      return `the credential of ${one.input} does not belong to an actor of the profile; add the actor ${one.input} to the profiles used for replay`
    case 'assumed-caller':
      return `requests without a known credential are made as ${one.actor}`
    case 'time':
      return `${one.step}: the time ${one.value} is kept, because the target's time was not recorded`
  }
}

const spaced = (entity: string): string => entity.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
