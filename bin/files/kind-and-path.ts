import { InvalidArgumentError } from 'commander'

/** A file to write, as given on the command line: `html=report.html`. */
export interface KindAndPath<Kind extends string> {
  readonly kind: Kind
  readonly path: string
}

/** The parser of an option that takes `kind=path` and may be repeated; `noun` is for messages and the example. */
export function collectKindAndPath<Kind extends string>(noun: string, kinds: Readonly<Record<Kind, unknown>>) {
  const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text)
  return (text: string, before: readonly KindAndPath<Kind>[] = []): KindAndPath<Kind>[] => {
    const [, kind, path] = /^(\w+)=(.+)$/.exec(text) ?? []
    if (!kind || !path) throw new InvalidArgumentError(`Use KIND=PATH, for example html=${noun}.html.`)
    if (!isKind(kind)) throw new InvalidArgumentError(`A ${noun} is one of ${Object.keys(kinds).join(', ')}.`)
    return [...before, { kind, path }]
  }
}
