/**
 * A probe reports on a monitor: the sample is kept, a failure is recorded, and
 * the monitor changes state when its down condition says so.
 * @param {any} world @param {any} monitor
 * @param {{vantage: string, ok: boolean, outcome?: string, latencyMs?: number, errorKind?: string, errorDetail?: string, responseSnippet?: string}} result
 * @param {number} now
 * @returns {boolean} whether the monitor changed state
 */
export function probeReports(world, monitor, result, now) {
  const { choice } = world
  const { vantage, ok } = result
  if (!monitor.enabled || !monitor.vantages.includes(vantage)) return false
  const streak = ok ? 0 : (monitor.streaks.get(vantage) ?? 0) + 1
  monitor.streaks.set(vantage, streak)
  keep(monitor.samples, { at: now, vantage, ok, latencyMs: result.latencyMs ?? (ok ? 42 : 0) })
  if (!ok) {
    keep(monitor.failures, {
      at: now,
      vantage,
      attempt: choice.failureAttempt === 'one' ? 1 : streak,
      outcome: result.outcome ?? 'fail',
      errorKind: result.errorKind ?? 'unexpected-status',
      errorDetail: result.errorDetail ?? '',
      responseSnippet: (result.responseSnippet ?? '').slice(0, 200),
    })
  }
  return move(world, monitor, now)
}

/** Applies the down condition. @returns {boolean} whether the state changed */
function move(world, monitor, now) {
  const { confirmations, quorum } = monitor.downCondition
  const failing = monitor.vantages.filter((vantage) => (monitor.streaks.get(vantage) ?? 0) >= confirmations)
  let to = monitor.state
  if (failing.length >= quorum) to = 'down'
  else if (monitor.state === 'down' || mayRise(world.choice, monitor)) to = 'up'
  if (to === monitor.state) return false
  keep(monitor.transitions, { at: now, from: monitor.state, to, failingVantages: failing })
  monitor.state = to
  monitor.stateSince = now
  return true
}

/** Whether a pending monitor has seen enough to be up. */
function mayRise(choice, monitor) {
  const good = monitor.vantages.filter((vantage) => monitor.streaks.get(vantage) === 0)
  return choice.upNeeds === 'one-vantage' ? good.length > 0 : good.length === monitor.vantages.length
}

function keep(list, item) {
  list.push(item)
  if (list.length > 20000) list.splice(0, 10000)
}
