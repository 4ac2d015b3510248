import type { Change } from '../../../model/world/world.ts'
import type { Excuse } from '../../checks/excuse.ts'
import { movedTo } from '../../session/receiver.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { follow } from '../../shadow/shadow.ts'

/**
 * What a target makes of a redirect is open: it may take the whole address that it was sent to for that of the endpoint from
 * then on.
 */
export const movedByRedirect: Excuse = ({ operation, things, org }, { outcome, mismatches, seen }) => {
  const isMove = mismatches.every((one) => one.code === 'value' && one.path.endsWith('.url'))
  if (operation.id !== 'listWebhooks' || outcome.kind !== 'success' || mismatches.length === 0 || !isMove)
    return undefined
  const moved = rowsOf(seen.world, 'EmailWebhook').flatMap((row) => {
    const url = things.find(({ id }) => row.org === org && id === row.id)?.object.url
    return url !== undefined && url !== row.url ? [{ row, url: String(url) }] : []
  })
  if (!moved.every(({ row, url }) => url === redirectOf(row.url))) return undefined
  const changes = moved.map(({ row, url }): Change => {
    const there = { ...row, url }
    return { kind: 'put', table: 'EmailWebhook', row: there }
  })
  return {
    shadow: follow(seen, changes, new Map()),
    inconclusive: `${operation.id}: an endpoint may have followed a redirect`,
  }
}

/** Where our receiver sends on what comes to an address of its own that redirects. */
function redirectOf(url: string): string | undefined {
  const [, mark] = /\/refusing-first-3\d\d\/([^/]+)$/.exec(url) ?? []
  return mark === undefined ? undefined : new URL(movedTo(mark), url).href
}
