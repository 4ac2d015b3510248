import { isObject } from '../../contract/json.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { hasShownUse } from '../checks/last-use.ts'
import type { Drawing } from '../kit/drawing.ts'
import { liveRows } from '../shadow/rows.ts'
import type { CallGoal, Goal, Walk } from './goal.ts'
import { remembered } from './remembered.ts'
import { advance, type Item } from './script.ts'

/** A credential that is shown once, with the operations that revoke and list its kind. */
interface ShownOnce {
  /** The use of the last one, or of one before. */
  readonly used: (place: number) => Goal
  readonly made: Goal
  readonly ended: Goal
  readonly listed: Goal
  /** It may have a lifetime, whose unit is open. */
  readonly expires?: true
  /** Its uses are not written down. */
  readonly unwritten?: true
}

/**
 * Whoever was given a credential gets in with it, more than once, and beside another of its kind. What ends one of the
 * two ends that one and not the other, though it has the same name, here or in another organization.
 */
export function goodUntilEnded({ used, made, ended, listed, expires, unwritten }: ShownOnce): Walk[] {
  const [first, last] = [used(-2), used(-1)]
  return [
    [made, last, last, listed],
    [made, ...Array.from({ length: MANY }, () => last)],
    // The list shows the last use, not the first, and not that of another; nothing else becomes of it by that.
    ...(expires ? [] : [[made, made, listed, last, listed, advance('P2D'), last, listed]]),
    [made, made, first, last, ended, first, last, listed],
    ...endedTwice({ used, made, ended, listed }),
    endedBeforeMany({ used, made, ended }),
    ...endedWhileUsed({ used, made, ended }),
    ...(unwritten ? [] : writtenBehind({ used, made, ended, listed })),
    ...namesakes(made).flatMap(([one, other]) => [
      [one, other, first, last, ended, first, last, listed],
      // One that is made later does not bring back one that has ended; nor does that end in its place.
      [one, ended, other, first, last, endingNewest(ended), last, listed],
    ]),
  ]
}

/** Ends the one that was made last. */
function endingNewest(ended: Goal): Goal {
  if (ended.kind !== 'call') return ended
  const { name, names } = ended.operation.parameters.filter((parameter) => parameter.in === 'path').at(-1) ?? {}
  return {
    ...ended,
    parameters(drawing, { parameters }) {
      const newest = liveRows(drawing.shadow.world, names ?? '', drawing.org)
        .toSorted((one, other) => other.seq - one.seq)
        .find(({ id }) => !isSymbol(id))
      return name !== undefined && newest ? { ...parameters, [name]: newest.id } : undefined
    },
  }
}

/** What is written down of a use a moment later does not bring it back. Where the use shows at once nothing is waited for. */
function writtenBehind({ used, made, ended, listed }: ShownOnce): Walk[] {
  if (listed.kind !== 'call') return []
  const { first, drawn } = remembered()
  const isShown = (drawing: Drawing) =>
    Object.values(first(drawing)?.parameters ?? {}).some((id) => hasShownUse(drawing.shadow, drawing.org, String(id)))
  const later: CallGoal = { ...listed, after: (drawing) => (isShown(drawing) ? 0 : A_MOMENT_MS) }
  return [[made, used(-1), listed, ended.kind === 'call' ? { ...ended, drawn } : ended, later, used(-1)]]
}
const A_MOMENT_MS = 500

/** What has ended does not begin anew when it is ended again; whether that is accepted is open. */
export function endedTwice({ used, made, ended, listed }: ShownOnce): Walk[] {
  if (ended.kind !== 'call') return []
  const { first, drawn } = remembered()
  const again: CallGoal = { ...ended, parameters: (drawing) => first(drawing)?.parameters, intent: 'exotic' }
  return [[made, used(-1), { ...ended, drawn }, again, used(-1), listed]]
}

/** A use that is still under way while it is ended does not bring it back when it is through. */
function endedWhileUsed({ used, made, ended }: Pick<ShownOnce, 'used' | 'made' | 'ended'>): Walk[] {
  const use = used(-1)
  return use.kind === 'call' ? [[made, { ...use, withNext: true, justBefore: true }, ended, use]] : []
}

/** Nor does it when many others have ended after it. */
export const endedBeforeMany = ({ used, made, ended }: Pick<ShownOnce, 'used' | 'made' | 'ended'>): Walk => [
  ...[made, used(-1), ended],
  ...Array.from({ length: MANY }, () => [made, ended]).flat(),
  used(-1 - MANY),
]
const MANY = 10

/** However it was asked for, once it has ended it is good for nothing that it was good for. */
export const endedInEachForm = (forms: readonly Goal[], ended: readonly Goal[], uses: readonly Goal[]): Walk[] =>
  forms.flatMap((made) => ended.map((end) => [made, ...uses, end, ...uses]))

/** Two that have the same name: both of ours, or one of another organization, which has no things that ours could be below. */
function namesakes(made: Goal): [CallGoal, CallGoal][] {
  if (made.kind !== 'call') return []
  const isBelow = made.operation.parameters.some((parameter) => parameter.in === 'path')
  const { first, drawn } = remembered()
  const one: CallGoal = { ...made, drawn }
  // Names may have to be unique.
  const like = (shared: (before: Item) => Item): CallGoal => ({
    ...made,
    body: (drawing: Drawing, plain: Item) => {
      const body = made.body ? made.body(drawing, plain) : plain
      const before = first(drawing)?.body
      return isObject(body) && isObject(before) ? { ...body, ...shared(before) } : undefined
    },
    intent: 'exotic',
  })
  // What ours is for is not there in another organization.
  const elsewhere: CallGoal = { ...like(({ name }) => ({ name })), manner: 'neighbour' }
  return [[one, like((before) => before)], ...(isBelow ? [] : [[one, elsewhere] satisfies [CallGoal, CallGoal]])]
}
