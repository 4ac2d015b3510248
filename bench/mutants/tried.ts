import type { Seen } from './laboratory.ts'
import type { Mutant } from './mutant.ts'

/** A sequence that tells a mutant, by its number, and after how many steps. */
export interface Telling {
  readonly sequence: number
  readonly steps: number
}

/** The result for a mutant. */
export interface Tried extends Mutant {
  /** Number of sequences that executed its code. */
  readonly passed: number
  readonly best: Seen | { readonly kind: 'unreached' }
  /** Walks first. */
  readonly by: readonly Telling[]
}

export const areaOf = ({ file }: Mutant): string => file.split('/')[3] ?? ''

export const isSeen = ({ best }: Tried): boolean => best.kind === 'found' || best.kind === 'observed'
/** An answer to somebody was another one, in something that the contract or a gap says. */
export const isShown = (tried: Tried): boolean => isSeen(tried) || (tried.best.kind === 'let pass' && !isOpen(tried))

const GAP = /gap\('([a-z.-]+)'/
/** A question for the value of a gap, and nothing else: another answer to it is another value. */
const GAP_ALONE = /^!?\w+\.gap\('[a-z.-]+'\)(?: [!=]== (?:'[^']*'|true|false))?$/

/** What differs lies where the contract is silent, or only a choice is turned there. */
export const isOpen = ({ best, from }: Tried): boolean =>
  best.kind === 'open' || ((best.kind === 'let pass' || best.kind === 'driver') && GAP_ALONE.test(from))
export const isOfDriver = (tried: Tried): boolean => tried.best.kind === 'driver' && !isOpen(tried)

/** Why a mutant was not seen. */
export function reason({ best, passed, from }: Tried): string {
  const [, gap] = GAP.exec(from) ?? []
  if (gap !== undefined) return `turns a choice at the open point ${gap}`
  if (best.kind === 'open')
    return `only in what the contract leaves open: ${best.what} (${best.at.method} ${template(best.at.target)})`
  if (best.kind === 'driver')
    return `the driver does not do an event or tell of it, which a run calls inconclusive: ${template(best.at.target)}`
  if (best.kind === 'let pass') return `an answer differs, and may: ${best.at.method} ${template(best.at.target)}`
  if (best.kind === 'unreached') return 'no sequence comes there'
  return `${passed} sequences come there, and no answer of theirs differs`
}

/** The address without identifiers. */
const template = (target: string): string =>
  (target.split('?')[0] ?? '').replace(/\/[a-z]+_[a-z0-9]+|\/[a-z]+-zq7[a-z0-9-]+/g, '/…')
