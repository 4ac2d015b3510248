import type { Operation } from '../../contract/operations.ts'
import { drawRequest } from '../draw/draw-request.ts'
import { drawingsFor } from '../draw/drawings.ts'
import { drawEvent } from '../draw/events.ts'
import { prepare } from '../draw/prepare.ts'
import type { Cast } from '../kit/cast.ts'
import type { Drawer } from '../kit/drawer.ts'
import { makeSampler, type Sampler } from '../kit/sampler.ts'
import type { Manner } from '../script/manner.ts'
import type { Session } from '../session/session.ts'
import { isRead } from './looks.ts'
import type { Theme } from './themes.ts'

const MANNERS: readonly { readonly weight: number; readonly value: Manner }[] = [
  { weight: 61, value: 'plain' },
  { weight: 12, value: 'twist' },
  { weight: 7, value: 'broken' },
  { weight: 3, value: 'unknown-id' },
  { weight: 5, value: 'gone-id' },
  { weight: 6, value: 'elsewhere' },
  { weight: 2, value: 'colleague' },
  { weight: 3, value: 'lesser' },
  { weight: 3, value: 'nobody' },
]

const MOST_TRIES = 30
/** The share of outside events in a sequence, if the driver can trigger them. */
const EVENTS = 0.2
/** Number of preparing requests after which an operation is given up. */
const MOST_NEARER = 4

/**
 * Draws a random sequence on a theme: mostly valid requests, sometimes one that must be refused, and a read after most
 * writes. Missing prerequisites of a request are created first.
 */
export function drawOnTheme(session: Session, theme: Theme, cast: Cast, { seed, steps }: Length): Drawer {
  const sampler = makeSampler(seed)
  const drawingFrom = drawingsFor(session, cast, sampler)
  const { operations } = theme
  const reads = operations.filter(isRead)
  /** The operation to call once its prerequisites exist. */
  let wanted: Operation | undefined
  /** True if something has changed since the last read. */
  let unseen = false
  let tried = 0

  return (shadow, index, salt) => {
    if (index >= steps) return undefined
    const drawing = drawingFrom(shadow, salt)
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const event = wanted === undefined && sampler.chance(EVENTS) ? drawEvent(drawing, operations) : undefined
      if (event) {
        unseen = true
        return event
      }
      const look = unseen && sampler.chance(0.6) ? sampler.pick(reads) : undefined
      const operation = look ?? wanted ?? choose(session, operations, sampler)
      unseen = look !== undefined && sampler.chance(0.5)
      if (!operation) return undefined
      const manner = wanted || look ? 'plain' : (sampler.weighted(MANNERS) ?? 'plain')
      const drawn = drawRequest(drawing, operation, { manner })
      if (!drawn) continue
      if ('missing' in drawn) {
        tried = operation === wanted ? tried + 1 : 1
        wanted = tried > MOST_NEARER ? undefined : operation
        const made = wanted && prepare(drawing, drawn.missing)
        if (made) return made
        wanted = undefined
        continue
      }
      if (operation === wanted) wanted = undefined
      unseen ||= !isRead(operation)
      return drawn
    }
    return undefined
  }
}

interface Length {
  readonly seed: number
  readonly steps: number
}

/** Prefers the operations that were called least. */
function choose(session: Session, operations: readonly Operation[], sampler: Sampler): Operation | undefined {
  return sampler.weighted(
    operations.map((value) => ({ value, weight: 1 + 20 / (1 + (session.called.get(value.id) ?? 0)) })),
  )
}

/** A sequence that continues from the end of another one, with its own names. */
export function goingOn(first: Drawer, then: Drawer): Drawer {
  let from: number | undefined
  return (shadow, index, salt, answers) => {
    const step = from === undefined ? first(shadow, index, salt, answers) : undefined
    if (step) return step
    from ??= index
    return then(shadow, index - from, `${salt}x`, answers)
  }
}
