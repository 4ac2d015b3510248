import type { Operation } from '../../contract/operations.ts'
import { drawRequest } from '../draw/draw-request.ts'
import { drawingsFor } from '../draw/drawings.ts'
import { drawEvent } from '../draw/events.ts'
import { prepare } from '../draw/prepare.ts'
import type { Cast } from '../kit/cast.ts'
import type { Drawer } from '../kit/drawer.ts'
import type { Drawing } from '../kit/drawing.ts'
import { makeSampler, type Sampler } from '../kit/sampler.ts'
import type { Manner } from '../script/manner.ts'
import type { Session } from '../session/session.ts'
import type { RequestStep } from '../step/step.ts'
import { isRead, lastInPath } from './looks.ts'
import { references } from './several.ts'
import type { Theme } from './themes.ts'
import { UnseenChanges } from './unseen-changes.ts'

const MANNERS: readonly { readonly weight: number; readonly value: Manner }[] = [
  { weight: 57, value: 'plain' },
  { weight: 12, value: 'twist' },
  { weight: 7, value: 'broken' },
  { weight: 3, value: 'unknown-id' },
  { weight: 5, value: 'gone-id' },
  { weight: 6, value: 'elsewhere' },
  { weight: 4, value: 'neighbour' },
  { weight: 2, value: 'colleague' },
  { weight: 3, value: 'lesser' },
  { weight: 3, value: 'nobody' },
]

const MOST_TRIES = 30
/** The share of outside events in a sequence, if the driver can trigger them. */
const EVENTS = 0.25
/** How often something unseen is looked at before something else is done. */
const LOOKS = 0.5
/** Number of preparing requests after which an operation is given up. */
const MOST_NEARER = 4
/** Looks at what is still unseen at the end. */
const LAST_LOOKS = 6

/**
 * Draws a random sequence on a theme: mostly valid requests, sometimes one that must be refused, outside events, and looks at
 * what has changed by all that, some soon and some at the end. Missing prerequisites of a request are created first.
 */
export function drawOnTheme(session: Session, theme: Theme, cast: Cast, { seed, steps }: Length): Drawer {
  const sampler = makeSampler(seed)
  const drawingFrom = drawingsFor(session, cast, sampler)
  const { operations } = theme
  const unseen = new UnseenChanges(operations)
  /** The operation to call once its prerequisites exist. */
  let wanted: Operation | undefined
  let tried = 0

  return (shadow, index, salt) => {
    const drawing = drawingFrom(shadow, salt)
    unseen.note(shadow.world, drawing.org)
    if (index >= steps) return index < steps + LAST_LOOKS ? lastLook(unseen, drawing) : undefined
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const event = wanted === undefined && sampler.chance(EVENTS) ? drawEvent(drawing, operations) : undefined
      if (event) return event
      const look = wanted === undefined && unseen.any && sampler.chance(LOOKS) ? unseen.draw(drawing) : undefined
      if (look) return look
      const operation = wanted ?? choose(session, operations, sampler)
      if (!operation) return undefined
      const manner = wanted ? 'plain' : mannerFor(operation, sampler)
      // Not everything can be done in every manner: what cannot is done plainly, or a few that can would take the place of all.
      const drawn = drawRequest(drawing, operation, { manner }) ?? drawRequest(drawing, operation, { manner: 'plain' })
      if (!drawn) continue
      if ('missing' in drawn) {
        tried = operation === wanted ? tried + 1 : 1
        wanted = tried > MOST_NEARER ? undefined : operation
        const made = wanted && prepare(drawing, drawn.missing, manner === 'neighbour' ? manner : 'plain')
        if (made) return made
        wanted = undefined
        continue
      }
      if (operation === wanted) wanted = undefined
      // What names others may be refused to those who have none.
      return manner === 'neighbour' && references(operation).length > 0 ? { ...drawn, intent: 'exotic' } : drawn
    }
    return undefined
  }
}

function lastLook(unseen: UnseenChanges, drawing: Drawing): RequestStep | undefined {
  while (unseen.any) {
    const look = unseen.draw(drawing)
    if (look) return look
  }
  return undefined
}

function mannerFor(operation: Operation, sampler: Sampler): Manner {
  const manner = sampler.weighted(MANNERS) ?? 'plain'
  return manner === 'neighbour' && !isForThemselves(operation) ? 'plain' : manner
}

/** Operations with which another organization makes things of its own and looks at them. */
const isForThemselves = (operation: Operation): boolean =>
  lastInPath(operation) === undefined && (operation.does === 'create' || isRead(operation))

interface Length {
  readonly seed: number
  readonly steps: number
}

/** Prefers the operations that were called least, and those that change something: that is looked at anyway. */
function choose(session: Session, operations: readonly Operation[], sampler: Sampler): Operation | undefined {
  return sampler.weighted(
    operations.map((value) => ({
      value,
      weight: (isRead(value) ? 1 : 4) + 20 / (1 + (session.called.get(value.id) ?? 0)),
    })),
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
