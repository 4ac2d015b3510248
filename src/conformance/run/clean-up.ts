import { AREAS } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import { memo } from '../../contract/memo.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Row } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { writesToUndo } from '../checks/read-only.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import { liveRows, rowsWithId, tableOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { plainRequest } from '../step/plain-request.ts'
import type { RequestStep } from '../step/step.ts'

const PASSES = 3

/**
 * Deletes the things that a sequence created, as far as the API allows. Things that others still refer to, or that work is
 * under way on, are deleted in a later pass; things that remain are reported.
 */
export async function removeMade(session: Session, shadow: Shadow, actor: string, mayWait: boolean): Promise<void> {
  let left = leftovers(session, shadow, actor)
  const reasons = new Map<RequestStep, string>()
  if (mayWait && left.length > 0 && AREAS.some((area) => AREA_JUDGES[area].cleanUp.isBusy?.(session, shadow.world)))
    await letWorkEnd(session)
  for (let pass = 0; pass < PASSES && left.length > 0; pass++) {
    for (const step of left) {
      const reason = await whyNotDone(session, step)
      if (reason === undefined) reasons.delete(step)
      else reasons.set(step, reason)
    }
    left = [...reasons.keys()]
    if (mayWait && pass === 0 && [...reasons.values()].some((reason) => NOT_NOW.has(reason))) await letWorkEnd(session)
  }
  for (const [step, reason] of reasons) if (isThere(session, step, reason)) tell(session, step, reason)
}

/** What cannot be done at the moment, such as the deletion of a cluster that is still being made. */
const NOT_NOW: ReadonlySet<string> = new Set([409, 423, 425].map((status) => `answered ${status}`))

/** Longer than most work takes. */
const A_WHILE = 'PT1H'

/** A driver that does not move the clock after all leaves things as they are. */
async function letWorkEnd({ driver }: Session): Promise<void> {
  if (!driver.can('advanceClock')) return
  await driver.cause('advanceClock', { by: A_WHILE }).catch(() => undefined)
}

/** Restores what the areas keep outside of their things, and what could be written though nothing can. */
export async function putRight(session: Session, shadow: Shadow, actor: string): Promise<void> {
  for (const write of writesToUndo(shadow)) await sendAside(session, write)
  for (const area of AREAS) await AREA_JUDGES[area].cleanUp.putRight?.(session, shadow, actor)
}

/** Ends states that the shadow does not know of and that would affect the next sequence. */
export async function endStrays(session: Session, actor: string): Promise<void> {
  for (const area of AREAS) await AREA_JUDGES[area].cleanUp.endStrays?.(session, actor)
}

/** Deletes one thing by its identifier, and reports it if it remains. */
export async function removeOne(session: Session, entity: string, id: string, actor: string): Promise<void> {
  const remover = removers(session.contract).find((one) => one.entity === entity)
  if (!remover) return
  const step = plainRequest({ operation: remover.operation, parameters: { [remover.parameter]: id } }, actor)
  const reason = await whyNotDone(session, step)
  if (reason !== undefined) tell(session, step, reason)
}

/** Why something is not removed or let go of; undefined when it is, or was never there. */
async function whyNotDone(session: Session, step: RequestStep): Promise<string | undefined> {
  const exchange = await sendAside(session, step)
  if (!exchange.answered) return exchange.problem
  const { status } = exchange.received
  return status < 300 || status === 404 || status === 410 ? undefined : `answered ${status}`
}

const ALREADY = 'answered 409'

/** False if ending it is refused because it has already ended. */
const isThere = ({ contract }: Session, { operation }: RequestStep, reason: string): boolean =>
  reason !== ALREADY || contract.operation(operation).does === 'delete'

const tell = ({ leftBehind }: Session, { operation, parameters }: RequestStep, reason: string) =>
  leftBehind.add(`${[operation, ...Object.values(parameters)].join(' ')}: ${reason}`)

function leftovers({ contract, base }: Session, shadow: Shadow, actor: string): RequestStep[] {
  const org = contract.profile.actors[actor]?.organization ?? ''
  const release = AREAS.flatMap((area) => AREA_JUDGES[area].cleanUp.release?.(shadow.world, org) ?? [])
  const made = ({ entity }: Remover) =>
    tableOf(shadow.world, entity) === tableOf(base, entity)
      ? []
      : liveRows(shadow.world, entity, org).filter(
          ({ id }) => id !== undefined && !isSymbol(id) && rowsWithId(base, entity, id).length === 0,
        )
  const remove = removers(contract).flatMap((remover) =>
    made(remover).map((row) => {
      const { operation, parameter } = remover
      const by = factsOf(operation).endsTheirOwn ? actorOf(contract, org, row) : undefined
      return plainRequest({ operation, parameters: { [parameter]: String(row.id) } }, by ?? actor)
    }),
  )
  return [...release.map((request) => plainRequest(request, actor)), ...remove]
}

/** Whoever acts as the user of a thing. */
function actorOf({ profile }: Contract, org: string, row: Row & { readonly userId?: unknown }): string | undefined {
  const isTheirs = ([, { organization, user, headers = {} }]: [string, Actor]) =>
    organization === org && user === row.userId && Object.keys(headers).length > 0
  return Object.entries(profile.actors).find(isTheirs)?.[0]
}

type Actor = Contract['profile']['actors'][string]

/** An operation that deletes a thing by its identifier alone. */
interface Remover {
  readonly operation: string
  readonly entity: string
  readonly parameter: string
}

const removers = memo((contract: Contract): readonly Remover[] =>
  [...contract.operations.values()].flatMap((operation) => remover(contract, operation)),
)

function remover({ profile }: Contract, { id, does, parameters }: Operation): Remover[] {
  const [only, ...more] = parameters.filter((parameter) => parameter.in === 'path')
  // An operation with more required parameters deletes something inside the thing.
  const needsMore = more.length > 0 || parameters.some((parameter) => parameter.in !== 'path' && parameter.required)
  if (does !== 'delete' || profile.leaveOut.includes(id) || !only?.names || needsMore) return []
  return [{ operation: id, entity: only.names, parameter: only.name }]
}
