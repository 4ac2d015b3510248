import type { Operation } from '../../contract/operations.ts'
import { timesCalled } from '../coverage.ts'
import type { Drawer } from '../sequence.ts'
import type { Session } from '../session.ts'
import type { Shadow } from '../shadow.ts'
import type { RequestStep, Step } from '../step.ts'
import type { Drawing } from './drawing.ts'
import { drawEvent } from './events.ts'
import { type Cast, drawRequest, type Manner } from './next-step.ts'
import { makeSampler, type Sampler } from './sampler.ts'
import type { Theme } from './themes.ts'

const MANNERS: readonly { readonly weight: number; readonly value: Manner }[] = [
  { weight: 62, value: 'plain' },
  { weight: 14, value: 'twist' },
  { weight: 7, value: 'broken' },
  { weight: 3, value: 'unknown-id' },
  { weight: 5, value: 'gone-id' },
  { weight: 6, value: 'elsewhere' },
  { weight: 3, value: 'nobody' },
]

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'act'])
const MOST_TRIES = 30

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
        wish = operation
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

export function drawingFor(
  session: Session,
  shadow: Shadow,
  sampler: Sampler,
  cast: Cast,
  salt: string,
  next: () => number,
): Drawing {
  const { contract } = session
  const org = contract.profile.actors[cast.main]?.organization ?? ''
  return { contract, vocabulary: contract.profile.vocabulary, shadow, sampler, org, salt, next }
}

/** What has been called least is called most. */
function choose(session: Session, operations: readonly Operation[], sampler: Sampler): Operation | undefined {
  return sampler.weighted(
    operations.map((value) => ({ value, weight: 1 + 20 / (1 + timesCalled(session.coverage, value.id)) })),
  )
}

/** A request that makes a thing of an entity, or of what that one needs in turn. */
export function make(
  drawing: Drawing,
  session: Session,
  entity: string,
  cast: Cast,
  depth = 0,
): RequestStep | undefined {
  if (depth > 4) return undefined
  const creator = [...session.contract.operations.values()].find(
    (operation) =>
      operation.does === 'create' &&
      operation.entity === entity &&
      !session.contract.profile.leaveOut.includes(operation.id),
  )
  if (!creator) return undefined
  const drawn = drawRequest(drawing, creator, 'plain', cast)
  if (!drawn) return undefined
  return 'missing' in drawn ? make(drawing, session, drawn.missing, cast, depth + 1) : drawn
}

/** Calls one operation as directly as possible, then looks at what it did. */
export function drawWalk(session: Session, goal: Operation, seed: number, cast: Cast): Drawer {
  const sampler = makeSampler(seed)
  let counter = 0
  let reached = false
  const reads = [...session.contract.operations.values()].filter(
    ({ does, entity, parameters }) =>
      does === 'list' && entity === goal.entity && parameters.every((parameter) => parameter.in !== 'path'),
  )
  const looks = [...reads]
  return (shadow, index, salt): Step | undefined => {
    if (index > 12) return undefined
    const drawing = drawingFor(session, shadow, sampler, cast, salt, () => counter++)
    if (reached) {
      const look = looks.shift()
      const drawn = look && drawRequest(drawing, look, 'plain', cast)
      return drawn && !('missing' in drawn) ? drawn : undefined
    }
    const drawn = drawRequest(drawing, goal, 'plain', cast)
    if (drawn && 'missing' in drawn) return make(drawing, session, drawn.missing, cast)
    reached = true
    return drawn
  }
}
