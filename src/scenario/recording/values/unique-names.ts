import type { Inputs } from './inputs.ts'

/** The part that no two names of one replay share would make a long name too long. */
const LONGEST = 40

/** Names that must be free on a target: each gets something that differs in every replay. */
export class UniqueNames {
  readonly #inputs: Inputs
  readonly #given = new Map<string, string>()

  constructor(inputs: Inputs) {
    this.#inputs = inputs
  }

  /** The text for a name; the same name has the same text. */
  textFor(name: string): string {
    const known = this.#given.get(name)
    if (known !== undefined) return known
    const text = this.#salted(name)
    this.#given.set(name, text)
    return text
  }

  has(name: string): boolean {
    return this.#given.has(name)
  }

  /** A name like this one that nothing in the recording has. */
  unused(name: string): string {
    for (let number = 1; ; number++) {
      const [, stem = '', rest = ''] = /^([^@.]*)(.*)$/.exec(name) ?? []
      const one = number === 1 ? name : `${stem}${number}${rest}`
      if (!this.#given.has(one)) return one
    }
  }

  /** A text in which the names of domains are replaced. */
  within(text: string): string {
    let result = text
    for (const [name, given] of this.#given)
      if (name.includes('.') && !name.includes('@')) result = result.replaceAll(name, given)
    return result
  }

  #salted(name: string): string {
    const unique = `${stemOf(name)}-{${this.#inputs.salt()}}`
    if (name.includes('@')) return `${unique}${name.slice(name.indexOf('@'))}`
    return unique
  }

  /** A domain is claimed under the suffix that a target lets people claim under. */
  domain(name: string): string {
    const known = this.#given.get(name)
    if (known !== undefined) return known
    const suffix = this.#inputs.ask('domainSuffix', { from: '/vocabulary/domainSuffix', value: 'acme.example' })
    const text = `${stemOf(name.split('.')[0] ?? name)}-{${this.#inputs.salt()}}.{${suffix}}`
    this.#given.set(name, text)
    return text
  }
}

const stemOf = (name: string): string => name.replace(/@.*$/, '').slice(0, LONGEST)
