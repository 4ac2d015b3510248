import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { type Grant, grantedAll } from '../script/granted.ts'
import { SCOPABLE } from '../script/offered.ts'
import { secretOf } from '../script/script.ts'
import { call, isRead, type Looks } from './looks.ts'
import { isReadOnly, roleOfAnotherService } from './narrowings.ts'
import { areasOf } from './switched.ts'
import { together } from './turns.ts'

/** Number of operations that one caller tries. */
const TRIED = 4

/** Everything that changes something, by a token and by somebody whose role only allows reading (Authentication, point 2). */
export const byReaders = (
  operations: readonly Operation[],
  all: ReadonlyMap<string, Operation>,
  looks: Looks,
): Walk[] =>
  areasOf(operations).flatMap((area) => {
    const grant = (drawing: Drawing) => grantOf(drawing, area)
    const writes = operations.filter(
      (operation) => operation.area === area && !isRead(operation) && !factsOf(operation.id).personal,
    )
    return readers(all, grant).flatMap(({ made, caller }) =>
      together(
        TRIED,
        writes.map((operation): Walk => {
          const tried: CallGoal = { ...call(operation), ...caller, intent: 'exotic' }
          return [{ kind: 'ready', operation }, tried, ...looks(operation)]
        }),
      ).map((walk) => [made, ...walk]),
    )
  })

/** Everything, by a token and by somebody with a role of another service alone (Authentication, points 2 and 3). */
export const byThoseOfAnotherService = (
  operations: readonly Operation[],
  all: ReadonlyMap<string, Operation>,
  looks: Looks,
): Walk[] =>
  areasOf(operations)
    .filter((area) => SCOPABLE.some(({ service }) => service === area))
    .flatMap((area) => {
      const own = operations.filter(
        ({ id, area: of, entity }) => of === area && isOfSomebody(entity) && !factsOf(id).personal,
      )
      return readers(all, (drawing) => ofAnotherService(drawing, area)).flatMap(({ made, caller }) =>
        together(
          TRIED,
          own.map((operation): Walk => {
            const tried: CallGoal = { ...call(operation), ...caller, intent: 'exotic' }
            return [thereFor(operation), tried, ...(isRead(operation) ? [] : looks(operation))]
          }),
        ).map((walk) => [made, ...walk]),
      )
    })

/** An empty list shows nothing to anybody. */
const thereFor = (operation: Operation): Goal => {
  const { does, entity } = operation
  return does === 'list' && entity !== undefined ? { kind: 'have', entity } : { kind: 'ready', operation }
}

/** False for catalogs, which may be for everybody, and for what is one's own in person. */
const isOfSomebody = (entity: string | undefined): boolean => entity !== undefined && !FOR_ALL.has(entity)
const FOR_ALL: ReadonlySet<string> = new Set(['RegistryUpstream', 'LoginCredential', 'PagingSettings'])

function ofAnotherService(drawing: Drawing, area: Area): readonly Grant[] | undefined {
  const role = roleOfAnotherService(drawing, area)
  return role && [{ role: role.id }]
}

interface Reader {
  readonly made: Goal
  readonly caller: Pick<CallGoal, 'bearer' | 'manner'>
}

type GrantOf = (drawing: Drawing) => readonly Grant[] | undefined

function readers(all: ReadonlyMap<string, Operation>, grant: GrantOf): Reader[] {
  const mint = all.get('createToken')
  const inPerson: Reader = { made: grantedAll(grant), caller: { manner: 'lesser' } }
  if (!mint) return [inPerson]
  const minted: CallGoal = {
    ...call(mint),
    body: (drawing, plain) => {
      const scope = grant(drawing)
      return scope && { ...plain, scope }
    },
  }
  return [{ made: minted, caller: { bearer: (drawing) => secretOf(drawing, 'createToken key') } }, inPerson]
}

/** A role of this service that only allows reading, if one is known, on everything. */
function grantOf(drawing: Drawing, service: string): readonly Grant[] | undefined {
  const role = own(drawing, 'IamRole').find((one) => one.service === service && isReadOnly(one))
  return role && [{ role: role.id }]
}
