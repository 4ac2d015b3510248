/**
 * Names in the order in which they were noted, each once. Of the same names there is one list only: most outcomes are
 * due to the same few, and whoever keeps thousands of outcomes holds on to no more lists than that.
 */
export class Noted<Name extends string> {
  readonly names: readonly Name[]
  /** The lists that have one name more, by that name. */
  readonly #longer = new Map<Name, Noted<Name>>()

  constructor(names: readonly Name[] = []) {
    this.names = names
  }

  with(name: Name): Noted<Name> {
    if (this.names.includes(name)) return this
    const known = this.#longer.get(name)
    if (known) return known
    const longer = new Noted([...this.names, name])
    this.#longer.set(name, longer)
    return longer
  }
}
