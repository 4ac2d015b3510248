import type { Rows } from '../../../../model/world/rows.ts'
import type { Check, Found } from '../../../checks/check.ts'
import { placeIn } from '../../../compare/things.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * The exact rule for moving between states is not shown; but a monitor is not down while too few failures from too few
 * places can have been seen for its down condition (Resources, UptimeMonitor; States, monitor state). Remembers the monitors
 * that may have been down before something was changed: they may stay down by what held before.
 */
export const downTooSoon: Check<ReadonlySet<string>> = {
  name: 'history',
  provenance: 'implied',
  start: new Set(),
  look(answered, downBefore) {
    const memory = withChanged(answered, downBefore)
    return { found: wronglyDown(answered, memory), memory }
  },
}

function withChanged(answered: Answered, downBefore: ReadonlySet<string>): ReadonlySet<string> {
  const { operation, request, shadow } = answered
  if (operation.id !== 'updateMonitor' || !isSuccess(answered)) return downBefore
  const before = rowsOf(shadow.world, 'UptimeMonitor').find(({ id }) => id === request.parameters.id)
  return before && mayBeDown(shadow.world, before) ? new Set([...downBefore, before.id]) : downBefore
}

function wronglyDown({ things, shadow: { world, salt } }: Answered, downBefore: ReadonlySet<string>): Found[] {
  return things.flatMap((thing): Found[] => {
    const { entity, id, object } = thing
    if (entity !== 'UptimeMonitor' || object.state !== 'down' || downBefore.has(id)) return []
    const monitor = rowsOf(world, 'UptimeMonitor').find((row) => row.id === id && row.name.includes(salt))
    if (!monitor || mayBeDown(world, monitor)) return []
    const place = { path: placeIn(thing, 'state'), expected: 'up or pending', actual: object.state }
    return [{ code: 'value', ...place, rules: ['UPT-07'] }]
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
