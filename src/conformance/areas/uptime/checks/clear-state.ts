import type { Rows } from '../../../../model/world/rows.ts'
import type { Check, Found } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

type World = Answered['shadow']['world']

/** So many results beyond what the down condition takes, so that it holds however it is read. */
const FOR_SURE = 2

/**
 * The exact rule for moving between states is not shown; but a monitor that was up and then failed from everywhere, again and
 * again, is down, and one that succeeds from everywhere, again and again, is up (States, monitor state).
 */
export const clearState: Check<undefined> = {
  // A late state is a stale read like any other, so it bears the name of what may be one.
  name: 'body',
  provenance: 'implied',
  start: undefined,
  look: (answered) => ({ found: wrongState(answered), memory: undefined }),
}

function wrongState({ things, shadow: { world, salt } }: Answered): Found[] {
  return things.flatMap(({ entity, id, object: { state: actual } }): Found[] => {
    if (entity !== 'UptimeMonitor' || typeof actual !== 'string') return []
    const monitor = rowsOf(world, 'UptimeMonitor').find((row) => row.id === id && row.name.includes(salt))
    const expected = monitor && clearlySo(world, monitor)
    if (expected === undefined || expected === actual) return []
    return [{ code: 'value', path: 'state', expected, actual, rules: ['UPT-07'] }]
  })
}

/** The state that all reports of late leave no doubt about. A monitor that was changed or switched may start anew. */
function clearlySo(world: World, monitor: Rows['UptimeMonitor']): 'up' | 'down' | undefined {
  const { enabled, spans, vantages, downCondition } = monitor
  const { confirmations, quorum } = downCondition
  const isPlain =
    enabled === true && spans.length === 1 && typeof confirmations === 'number' && vantages.length > quorum
  if (!isPlain) return undefined
  const reports = vantages.map((vantage) => reportsFrom(world, monitor, vantage))
  const needed = confirmations + FOR_SURE
  const isEach = (ok: boolean) =>
    reports.every((own) => own.length >= needed && own.slice(-needed).every((one) => one === ok))
  if (isEach(true)) return 'up'
  return isEach(false) && reports.every((own) => own.includes(true)) ? 'down' : undefined
}

/** Whether the probes from a vantage succeeded, in turn, as long as the target had no time for one of its own. */
function reportsFrom(world: World, { id, intervalSeconds }: Rows['UptimeMonitor'], vantage: string): boolean[] {
  return rowsOf(world, 'UptimeProbe')
    .filter((probe) => probe.monitorId === id && probe.vantage === vantage)
    .filter(({ atMs }) => world.nowMs - atMs < (intervalSeconds * 1000) / 2)
    .toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq)
    .map(({ ok }) => ok)
}
