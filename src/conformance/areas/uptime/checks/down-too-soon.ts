import type { Rows } from '../../../../model/world/rows.ts'
import type { Check, Found } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * The exact rule for moving between states is not shown; but a monitor is not down while too few failures from too few
 * places can have been seen for its down condition (Resources, UptimeMonitor; States, monitor state).
 */
export const downTooSoon: Check<undefined> = {
  name: 'history',
  provenance: 'implied',
  start: undefined,
  look: (answered) => ({ found: wronglyDown(answered), memory: undefined }),
}

function wronglyDown({ things, shadow: { world, salt } }: Answered): Found[] {
  return things.flatMap(({ entity, id, object: { state } }): Found[] => {
    if (entity !== 'UptimeMonitor' || state !== 'down') return []
    const monitor = rowsOf(world, 'UptimeMonitor').find((row) => row.id === id && row.name.includes(salt))
    if (!monitor || mayBeDown(world, monitor)) return []
    return [{ code: 'value', path: 'state', expected: 'up or pending', actual: state, rules: ['UPT-07'] }]
  })
}

/** True if so many places can have seen so many failures; everything that is not known speaks for it. */
function mayBeDown(world: Answered['shadow']['world'], monitor: Rows['UptimeMonitor']): boolean {
  const { spans, vantages, downCondition, intervalSeconds } = monitor
  const { confirmations, quorum } = downCondition
  const [first, another] = spans
  if (!first || another || typeof confirmations !== 'number' || typeof quorum !== 'number') return true
  // The target may probe by itself too, from the start on and at every interval.
  const itsOwn = 1 + Math.ceil((world.nowMs - first.fromMs) / (intervalSeconds * 1000))
  const reported = rowsOf(world, 'UptimeProbe').filter(({ monitorId, ok }) => monitorId === monitor.id && !ok)
  const failing = vantages.filter(
    (vantage) => itsOwn + reported.filter((probe) => probe.vantage === vantage).length >= confirmations,
  )
  return failing.length >= quorum
}
