import type { Operation } from '../../contract/operations.ts'
import { drawEvent } from '../draw/events.ts'
import { drawingFor, make } from '../draw/make.ts'
import { type Cast, drawRequest, type Manner } from '../draw/next-step.ts'
import { makeSampler, type Sampler } from '../draw/sampler.ts'
import type { Theme } from '../draw/themes.ts'
import type { Drawer } from '../sequence/sequence.ts'
import type { Session } from '../session/session.ts'

const MANNERS: readonly { readonly weight: number; readonly value: Manner }[] = [
  { weight: 62, value: 'plain' },
  { weight: 14, value: 'twist' },
  { weight: 7, value: 'broken' },
  { weight: 3, value: 'unknown-id' },
  { weight: 5, value: 'gone-id' },
  { weight: 6, value: 'elsewhere' },
  { weight: 2, value: 'colleague' },
  { weight: 3, value: 'nobody' },
]

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'act'])
const MOST_TRIES = 30
/** A wish that this many requests have not brought nearer is given up. */
const MOST_NEARER = 4

/**
 * Draws a sequence on a theme: mostly ordinary requests, now and then one that must be refused, a look
 * after most writes. What a request needs and does not find is made first.
 */
export function drawOnTheme(session: Session, theme: Theme, seed: number, cast: Cast, steps: number): Drawer {
  const sampler = makeSampler(seed)
  const operations = theme.operations
  const reads = operations.filter(({ does }) => !WRITES.has(does))
  let wish: Operation | undefined
  let lastWrite: Operation | undefined
  let tried = 0
  let counter = 0

  return (shadow, index, salt) => {
    if (index >= steps) return undefined
    const drawing = drawingFor(session, shadow, sampler, cast, salt, () => counter++)
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const event =
        wish === undefined && sampler.chance(0.15) ? drawEvent(drawing, session.driver, theme, cast) : undefined
      if (event) {
        lastWrite = undefined
        return event
      }
      const look = lastWrite && sampler.chance(0.5) ? sampler.pick(reads) : undefined
      const operation = look ?? wish ?? choose(session, operations, sampler)
      lastWrite = undefined
      if (!operation) return undefined
      const manner = wish || look ? 'plain' : (sampler.weighted(MANNERS) ?? 'plain')
      const drawn = drawRequest(drawing, operation, manner, cast)
      if (!drawn) continue
      if ('missing' in drawn) {
        tried = operation === wish ? tried + 1 : 1
        wish = tried > MOST_NEARER ? undefined : operation
        if (!wish) continue
        const made = make(drawing, session, drawn.missing, cast)
        if (made) return made
        wish = undefined
        continue
      }
      if (operation === wish) wish = undefined
      if (WRITES.has(operation.does)) lastWrite = operation
      return drawn
    }
    return undefined
  }
}

/** What has been called least is called most. */
function choose(session: Session, operations: readonly Operation[], sampler: Sampler): Operation | undefined {
  return sampler.weighted(
    operations.map((value) => ({ value, weight: 1 + 20 / (1 + (session.called.get(value.id) ?? 0)) })),
  )
}
