import type { ActorProfile } from '../profile.ts'

interface Unsendable {
  readonly header: string
  /** Never repeats the value, which may be a secret. */
  readonly problem: string
}

/** A header of an actor that no request can carry. */
export function unsendableHeader(name: string, { headers }: Pick<ActorProfile, 'headers'>): Unsendable | undefined {
  for (const [header, value] of Object.entries(headers)) {
    if (!NAME.test(header))
      return { header, problem: `${JSON.stringify(header)} of the actor ${name} is no name of a header` }
    if (!VALUE.test(value)) {
      const problem = `the header ${header} of the actor ${name} has a character that cannot be sent, such as a line break`
      return { header, problem }
    }
  }
  return undefined
}

/** RFC 9110, 5.1 and 5.5. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
