import { isSymbol } from '../../../model/world/fresh.ts'
import type { Rows } from '../../../model/world/rows.ts'
import type { Change } from '../../../model/world/world.ts'
import type { Excuse } from '../../checks/excuse.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import { isLongAgo } from '../../compare/long-ago.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { follow } from '../../shadow/shadow.ts'

/**
 * An endpoint that could not be reached may have been disabled for it (email.auto-disable). After how many attempts that
 * is, and how far apart they are, is open, so it shows when it shows: in a list, or when nothing is delivered again.
 */
export const disabledByFailures: Excuse = (answered, disagreement) => {
  const { operation, org } = answered
  const { seen } = disagreement
  const wrong = disabledAfterAll(answered, disagreement)
  const lacking = unsent(answered, disagreement)
  // Nothing that is lacking shows that anything failed, and hardly anybody gives an endpoint up at once.
  const failing = new Set(
    rowsOf(seen.world, 'EmailDelivery')
      .filter((row) => row.org === org && row.state !== 'delivered')
      .filter((row) => lacking.length === 0 || (!lacking.includes(row) && isLongAgo(row.createdAt, seen.world.nowMs)))
      .map(({ endpointId }) => endpointId),
  )
  if (wrong.length === 0 || wrong.some(({ id }) => !failing.has(id))) return undefined
  const changes = wrong.map((row): Change => {
    const disabled = { ...row, disabled: true }
    return { kind: 'put', table: 'EmailWebhook', row: disabled }
  })
  // What was believed to be under way, and has never been shown, may never have been.
  const ended = new Set(wrong.map(({ id }) => id))
  const unseen = rowsOf(seen.world, 'EmailDelivery').filter((row) => ended.has(row.endpointId) && isSymbol(row.id))
  for (const { id, org: of } of new Set([...lacking, ...unseen]))
    changes.push({ kind: 'remove', table: 'EmailDelivery', key: [of, id] })
  return {
    shadow: follow(seen, changes, new Map()),
    inconclusive: `${operation.id}: an endpoint may have been disabled`,
  }
}

/** The endpoints that are believed to be enabled and that an answer calls disabled. */
function disabledAfterAll(
  { operation, things, org, received, request }: Parameters<Excuse>[0],
  { outcome, mismatches, seen }: Parameters<Excuse>[1],
): readonly Rows['EmailWebhook'][] {
  if (outcome.kind !== 'success') return []
  const enabled = rowsOf(seen.world, 'EmailWebhook').filter((row) => row.org === org && !row.disabled)
  const unsentTo = new Set(unsent({ operation }, { mismatches, seen }).map(({ endpointId }) => endpointId))
  if (unsentTo.size > 0) return enabled.filter(({ id }) => unsentTo.has(id))
  if (operation.id === 'redeliverDelivery' && DISABLED.has(received.status)) {
    const { endpointId } = rowsOf(seen.world, 'EmailDelivery').find(({ id }) => id === request.parameters.id) ?? {}
    return enabled.filter(({ id }) => id === endpointId)
  }
  if (!SHOWING.has(operation.id) || mismatches.length === 0 || !mismatches.every(isNowDisabled)) return []
  return enabled.filter((row) => things.some(({ id, object }) => id === row.id && object.disabled === true))
}

const SHOWING: ReadonlySet<string> = new Set(['listWebhooks', 'updateWebhook'])

const isNowDisabled = (one: Mismatch): boolean =>
  one.code === 'value' && one.path.endsWith('disabled') && one.actual === true

/** The statuses that a target may have for what cannot be done to a disabled endpoint; none is stated. */
const DISABLED: ReadonlySet<number> = new Set([400, 409, 410, 412, 422, 423])

/** The deliveries that a list lacks, if that is all that is wrong with it. */
function unsent(
  { operation }: Pick<Parameters<Excuse>[0], 'operation'>,
  { mismatches, seen }: Pick<Parameters<Excuse>[1], 'mismatches' | 'seen'>,
): readonly Rows['EmailDelivery'][] {
  const lacking = mismatches.flatMap((one) =>
    one.code === 'lacks' && one.entity === 'EmailDelivery' ? [Object(one.expected).id] : [],
  )
  if (operation.id !== 'listDeliveries' || lacking.length === 0 || lacking.length < mismatches.length) return []
  return rowsOf(seen.world, 'EmailDelivery').filter(({ id, number }) => lacking.includes(number ?? id))
}
