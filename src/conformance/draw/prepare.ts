import type { Contract } from '../../contract/contract.ts'
import { memo } from '../../contract/memo.ts'
import type { Operation } from '../../contract/operations.ts'
import { FIXTURES, factsOf } from '../areas/of-all-areas.ts'
import type { Drawing } from '../kit/drawing.ts'
import { inOrganization } from '../kit/in-organization.ts'
import type { Twist } from '../kit/twist.ts'
import type { Manner } from '../script/manner.ts'
import { liveRows } from '../shadow/rows.ts'
import type { RequestStep, Step } from '../step/step.ts'
import { drawRequest, nextDoor } from './draw-request.ts'
import { known } from './path-parameters.ts'
import { requiredQuery } from './query.ts'

const DEEPEST = 4

/** Who is to have it: we, or a neighbour in an organization of their own. */
type Owner = Extract<Manner, 'plain' | 'neighbour'>

/** The next step to create a fixture or a thing of an entity, prerequisites first. */
export function prepare(ours: Drawing, wanted: string, owner: Owner = 'plain', depth = 0): Step | undefined {
  if (depth > DEEPEST) return undefined
  const drawing = owner === 'neighbour' ? nextDoor(ours) : ours
  const { contract, cast } = drawing
  const first = (missing: string) => prepare(ours, missing, owner, depth + 1)
  const request = (id: string, asked: Partial<Pick<RequestStep, 'body' | 'parameters'>> = {}): Step | undefined => {
    if (contract.profile.leaveOut.includes(id)) return undefined
    const drawn = drawRequest(drawing, contract.operation(id), { manner: owner })
    if (drawn && 'missing' in drawn) return first(drawn.missing)
    return drawn && { ...drawn, ...asked }
  }
  const listed = isUnnamed(drawing, wanted) ? listing(drawing, wanted, owner) : undefined
  if (listed) return listed
  const preparation = FIXTURES.get(wanted)?.prepare(drawing)
  if (!preparation) {
    const creator = creatorOf(contract, wanted)
    return creator && request(creator.id)
  }
  if ('missing' in preparation) return first(preparation.missing)
  if ('operation' in preparation) {
    const { operation, ...asked } = preparation
    return request(operation, asked)
  }
  const { event, body } = preparation
  const actor = owner === 'neighbour' ? cast.outsider : cast.main
  if (actor === undefined || !drawing.canCause(event)) return undefined
  return { kind: 'event', event, actor, body: owner === 'neighbour' ? inOrganization(drawing, event, body) : body }
}

/** True if there are things of an entity, and none whose identifier the target has shown: events made them. */
function isUnnamed({ shadow, org }: Drawing, entity: string): boolean {
  const rows = liveRows(shadow.world, entity, org)
  return rows.length > 0 && known(rows).length === 0
}

/** A list of all things of an entity, which shows their identifiers. */
function listing(drawing: Drawing, entity: string, owner: Owner): Step | undefined {
  const { operations, profile } = drawing.contract
  const list = [...operations.values()].find(({ does, entity: listed }) => does === 'list' && listed === entity)
  if (!list || profile.leaveOut.includes(list.id)) return undefined
  const drawn = drawRequest(drawing, list, { manner: owner })
  if (!drawn || 'missing' in drawn) return undefined
  const asked = requiredQuery(list).map((name) => [name, drawn.query[name]])
  return { ...drawn, query: Object.fromEntries(asked) }
}

/** The operation that creates things of an entity. */
export const creatorOf = (contract: Contract, entity: string): Operation | undefined => creators(contract).get(entity)

/** The first that creates each. */
const creators = memo(
  ({ operations }: Contract): ReadonlyMap<string | undefined, Operation> =>
    new Map(
      [...operations.values()]
        .filter(({ does }) => does === 'create')
        .toReversed()
        .map((operation) => [operation.entity, operation]),
    ),
)

/** True if there is a thing of an entity, or a fixture. */
export function isThere(drawing: Drawing, wanted: string): boolean {
  const { isThere: check } = FIXTURES.get(wanted) ?? {}
  return check ? check(drawing) : liveRows(drawing.shadow.world, wanted, drawing.org).length > 0
}

/** True if other sequences would notice it, or what it may need first. */
export const needsToBeAlone = ({ id, entity, parameters }: Operation, twist?: Twist): boolean =>
  factsOf(id).alone === true ||
  [entity, twist?.needs, ...parameters.map(({ names }) => names)].some((name) => FIXTURES.get(name ?? '')?.alone)
