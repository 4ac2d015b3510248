import { isObject, type Json } from '../../contract/json.ts'
import type { Profile } from '../../contract/profile.ts'

/** Where a value was first seen in an answer. */
interface Origin {
  readonly stepId: string
  readonly path: readonly string[]
}

/**
 * What a recording has come across so far: values the target made up, which later become expressions, values the caller
 * said, which stay as they are, and values of the profile, which become inputs.
 */
export class KnownValues {
  readonly #made = new Map<string | number, Origin>()
  readonly #sentValues = new Set<unknown>()
  readonly #outputs = new Map<string, Map<string, string>>()
  readonly #supplied: ReadonlyMap<string, Supplied>
  /** Inputs that were needed, by name: where a profile has them, and their value here. */
  readonly inputs = new Map<string, { readonly pointer: string; readonly value: string }>()

  constructor(profile: Profile) {
    this.#supplied = suppliedBy(profile)
  }

  /** The caller sends these; what comes back equal is an echo. */
  sent(value: unknown): void {
    for (const leaf of leavesOf(value)) this.#sentValues.add(leaf)
  }

  wasSent(value: unknown): boolean {
    return this.#sentValues.has(value)
  }

  /** An answer holds a value that may be used later. */
  received(value: string | number, origin: Origin): void {
    if (!this.#made.has(value) && !this.#sentValues.has(value)) this.#made.set(value, origin)
  }

  /** The expression for a value, if it is somebody else's: an input's or an earlier answer's. */
  expressionFor(value: string | number): string | undefined {
    const supplied = typeof value === 'string' ? this.#supplied.get(value) : undefined
    if (supplied) {
      this.inputs.set(supplied.name, { pointer: supplied.pointer, value: String(value) })
      return `$inputs.${supplied.name}`
    }
    const origin = this.#made.get(value)
    return origin && `$steps.${origin.stepId}.outputs.${this.#outputName(origin)}`
  }

  /** Whether an expression would be found, without asking for it. */
  knows(value: string | number): boolean {
    return this.#made.has(value) || (typeof value === 'string' && this.#supplied.has(value))
  }

  /** What later steps wanted from a step. */
  outputsOf(stepId: string): Record<string, string> {
    return Object.fromEntries(
      [...(this.#outputs.get(stepId) ?? [])].map(([pointer, name]) => [name, `$response.body#${pointer}`]),
    )
  }

  #outputName({ stepId, path }: Origin): string {
    const outputs = this.#outputs.get(stepId) ?? new Map<string, string>()
    this.#outputs.set(stepId, outputs)
    const pointer = path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const name = outputs.get(pointer) ?? path.join('_').replace(/\W/g, '_')
    outputs.set(pointer, name)
    return name
  }
}

interface Supplied {
  readonly name: string
  readonly pointer: string
}

/** Values only the owner of a target knows, with a name for each. */
function suppliedBy({ actors, vocabulary }: Profile): Map<string, Supplied> {
  const supplied = new Map<string, Supplied>()
  for (const [name, { user }] of Object.entries(actors))
    if (user !== undefined && !supplied.has(user))
      supplied.set(user, { name: `${name}User`, pointer: `/actors/${name}/user` })
  for (const [index, id] of (vocabulary.oncallServices ?? []).entries())
    supplied.set(id, { name: `service${index === 0 ? '' : index + 1}`, pointer: `/vocabulary/oncallServices/${index}` })
  return supplied
}

export function leavesOf(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (isObject(value)) return Object.values(value).flatMap(leavesOf)
  return value === undefined ? [] : [value as Json]
}
