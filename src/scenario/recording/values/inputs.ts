import type { InputSchema } from '../../arazzo.ts'

/** The source of an input's value on a target: a place in its profile, or a time from now. */
export interface Asked {
  readonly from?: string
  /** The value on a mock, and in runners that know no profile. */
  readonly value: string
}

/** The inputs that a recording needs, by name. */
export class Inputs {
  readonly #asked = new Map<string, Asked>()

  /** The expression for an input; asking again for the same one is no harm. */
  ask(name: string, asked: Asked): string {
    const before = this.#asked.get(name)
    if (before && before.from !== asked.from) return this.ask(next(name), asked)
    if (!before) this.#asked.set(name, asked)
    return `$inputs.${name}`
  }

  /** In every replay on a target another text, so that names do not collide. */
  salt(): string {
    return this.ask('salt', { value: '1' })
  }

  get properties(): Record<string, InputSchema> {
    return Object.fromEntries([...this.#asked].map(([name, { value }]) => [name, { type: 'string', default: value }]))
  }

  get sources(): Record<string, string> {
    return Object.fromEntries(
      [...this.#asked].flatMap(([name, { from }]) => (from === undefined ? [] : [[name, from]])),
    )
  }
}

function next(name: string): string {
  const [, stem = name, number = '1'] = /^(.*?)(\d+)?$/.exec(name) ?? []
  return `${stem}${Number(number) + 1}`
}
