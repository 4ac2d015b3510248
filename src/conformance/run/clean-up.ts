import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { apply, type World } from '../../model/world/world.ts'
import { PLENTY } from '../kit/switch.ts'
import { toSend } from '../sequence/execute.ts'
import type { Session } from '../session/session.ts'
import { liveRows, rowsOf, rowsWithId, tableOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { RequestStep } from '../step/step.ts'

const PASSES = 3

/**
 * Removes what a sequence made, as far as the API lets it: incidents are resolved, lent services
 * detached, the rest deleted. What others still refer to goes in a later pass.
 */
export async function cleanUp(session: Session, shadow: Shadow, actor: string): Promise<void> {
  let left = leftovers(session, shadow, actor)
  for (let pass = 0; pass < PASSES && left.length > 0; pass++) {
    const refused: RequestStep[] = []
    for (const step of left) if (!(await accepted(session, step))) refused.push(step)
    left = refused
  }
  if (rowsOf(shadow.world, 'OncallAlert').length > 0) await resolveStrays(session, actor)
  await giveRolesBack(session, shadow)
  await letSendingGoOn(session, shadow)
  await raiseMailQuota(session, shadow)
}

/**
 * In an organization that is ours alone, an incident on a lent service that the shadow lost sight of
 * is resolved too: the next alert there would attach to it.
 */
export async function resolveStrays(session: Session, actor: string): Promise<void> {
  const { contract, client } = session
  const services = contract.profile.vocabulary.oncallServices ?? []
  if (contract.profile.organization !== 'exclusive' || services.length === 0) return
  const list = toSend(
    contract.operation('listIncidents'),
    request('listIncidents', actor, {}),
    contract.profile.actors[actor]?.headers ?? {},
  )
  const exchange = await client.send(list)
  const body = exchange.answered ? exchange.received.json : undefined
  const incidents = isObject(body) && Array.isArray(body.incidents) ? body.incidents.filter(isObject) : []
  for (const { id, serviceId } of incidents)
    if (services.includes(String(serviceId)))
      await accepted(session, request('resolveIncident', actor, { id: String(id) }))
}

/** Bounces and complaints may have paused sending, and only staff lift that (Events, point 3). */
async function letSendingGoOn({ driver }: Session, shadow: Shadow): Promise<void> {
  const paused = rowsOf(shadow.world, 'EmailSettings').some((row) => 'paused' in row && row.paused === true)
  if (paused && driver.can('sendingUnpaused')) await driver.cause('sendingUnpaused', {}).catch(() => undefined)
}

/** A daily quota that a sequence has set is raised for the next ones, which know of it. */
async function raiseMailQuota(session: Session, shadow: Shadow): Promise<void> {
  for (const row of rowsOf(shadow.world, 'EmailSettings')) {
    const before = rowsOf(session.base, 'EmailSettings').find(({ org }) => org === row.org)
    if (!('dailyQuota' in row) || row.dailyQuota === (before as typeof row | undefined)?.dailyQuota) continue
    await session.driver.cause('quotaChanges', { organization: row.org, quota: 'daily-email', value: PLENTY })
    const raised = { ...row, dailyQuota: PLENTY, paused: false, pausedAt: undefined, pauseReason: undefined }
    session.base = apply(session.base, [{ kind: 'put', table: 'EmailSettings', row: raised }])
  }
}

/** Members whose role a sequence changed get theirs back. */
async function giveRolesBack({ base, driver }: Session, shadow: Shadow): Promise<void> {
  for (const before of rowsOf(base, 'Membership')) {
    const now = rowsOf(shadow.world, 'Membership').find((row) => row.id === before.id && row.org === before.org)
    if (now === before || !('role' in before) || !driver.can('roleChanges')) continue
    await driver.cause('roleChanges', { organization: before.org, userId: before.id, role: before.role })
  }
}

/** Paging settings and the provider credential as they were when the run began. */
export async function putBack(session: Session, atStart: World, actor: string): Promise<void> {
  const { contract } = session
  const { user, organization = '' } = contract.profile.actors[actor] ?? {}
  const settings = rowsOf(atStart, 'PagingSettings').find((row) => row.id === user && row.org === organization)
  if (settings && 'rules' in settings)
    await accepted(session, request('savePagingSettings', actor, {}, { rules: settings.rules }))
  const provider = rowsOf(atStart, 'ProviderCredential').find((row) => row.org === organization)
  if (provider && 'configured' in provider && provider.configured === false)
    await accepted(session, request('clearProviderCredential', actor, {}))
  const contacts = rowsOf(atStart, 'Contacts').find((row) => row.org === organization)
  if (contacts) {
    const { id: _id, org: _org, seq: _seq, ...addresses } = contacts
    await accepted(session, request('updateContacts', actor, {}, addresses))
  }
}

const request = (
  operation: string,
  actor: string,
  parameters: Record<string, string>,
  body?: unknown,
): RequestStep => ({
  kind: 'request',
  operation,
  actor,
  parameters,
  query: {},
  body,
  intent: 'plain',
})

async function accepted(session: Session, step: RequestStep): Promise<boolean> {
  const headers = session.contract.profile.actors[step.actor]?.headers ?? {}
  const exchange = await session.client.send(toSend(session.contract.operation(step.operation), step, headers))
  return exchange.answered && exchange.received.status !== 409
}

function leftovers({ contract, base }: Session, shadow: Shadow, actor: string): RequestStep[] {
  const org = contract.profile.actors[actor]?.organization ?? ''
  const step = (operation: string, parameters: Record<string, string>, body?: unknown) =>
    request(operation, actor, parameters, body)
  const detach = liveRows(shadow.world, 'OncallService', org)
    .filter((row) => 'escalationPolicyId' in row && row.escalationPolicyId)
    .map(({ id }) => step('setServiceEscalationPolicy', { id }, { escalationPolicyId: null }))
  const resolve = liveRows(shadow.world, 'OncallIncident', org)
    .filter((row) => 'status' in row && row.status !== 'resolved' && !row.id.includes('⟦'))
    .map(({ id }) => step('resolveIncident', { id }))
  const remove = removers(contract).flatMap((remover) =>
    removals(remover, shadow, base, org).map((parameters) => step(remover.operation, parameters)),
  )
  return [...detach, ...resolve, ...remove]
}

/** An operation that deletes a thing by its identifier alone. */
interface Remover {
  readonly operation: string
  readonly entity: string
  readonly parameter: string
}

const known = new WeakMap<Contract, readonly Remover[]>()

function removers(contract: Contract): readonly Remover[] {
  const found = known.get(contract) ?? [...contract.operations.values()].flatMap((one) => remover(contract, one))
  known.set(contract, found)
  return found
}

function remover({ profile }: Contract, { id, does, parameters }: Operation): Remover[] {
  const [only, ...more] = parameters.filter((parameter) => parameter.in === 'path')
  if (does !== 'delete' || profile.leaveOut.includes(id) || !only?.names || more.length > 0) return []
  return [{ operation: id, entity: only.names, parameter: only.name }]
}

/** Path parameters of everything an operation can delete that was not there at the start. */
function removals({ entity, parameter }: Remover, shadow: Shadow, base: World, org: string): Record<string, string>[] {
  if (tableOf(shadow.world, entity) === tableOf(base, entity)) return []
  return liveRows(shadow.world, entity, org)
    .filter(({ id }) => id !== undefined && !isSymbol(id) && rowsWithId(base, entity, id).length === 0)
    .map(({ id }) => ({ [parameter]: String(id) }))
}
