import type { Change } from '../../../model/world/world.ts'
import type { Excuse } from '../../checks/excuse.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { follow } from '../../shadow/shadow.ts'

/**
 * An endpoint that could not be reached may have been disabled for it (email.auto-disable). After how many attempts that
 * is, and how far apart they are, is open, so it shows when it shows.
 */
export const disabledByFailures: Excuse = ({ operation, things, org }, { outcome, mismatches, seen }) => {
  if (operation.id !== 'listWebhooks' || outcome.kind !== 'success') return undefined
  if (mismatches.length === 0 || !mismatches.every(isNowDisabled)) return undefined
  const failing = new Set(
    rowsOf(seen.world, 'EmailDelivery')
      .filter((row) => row.org === org && row.state !== 'delivered')
      .map(({ endpointId }) => endpointId),
  )
  const wrong = rowsOf(seen.world, 'EmailWebhook').filter(
    (row) =>
      row.org === org && !row.disabled && things.some(({ id, object }) => id === row.id && object.disabled === true),
  )
  if (wrong.length === 0 || wrong.some(({ id }) => !failing.has(id))) return undefined
  const changes = wrong.map((row): Change => {
    const disabled = { ...row, disabled: true }
    return { kind: 'put', table: 'EmailWebhook', row: disabled }
  })
  return {
    shadow: follow(seen, changes, new Map()),
    inconclusive: `${operation.id}: an endpoint may have been disabled`,
  }
}

const isNowDisabled = (one: Mismatch): boolean =>
  one.code === 'value' && one.path.endsWith('disabled') && one.actual === true
