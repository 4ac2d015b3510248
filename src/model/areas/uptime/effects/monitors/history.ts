import type { Effect } from '../../../area.ts'
import { failureView, transitionView } from '../../queries/views.ts'
import { failuresNewestFirst, transitionsCap, transitionsNewestFirst } from '../../statements/index.ts'
import { untoldFailures } from '../probing/untold-failures.ts'

/** Limits, transition history. */
const MOST_TRANSITIONS = 50

/** Outside events may report the past, so times decide; for equal times, the last recorded is the newest. */
const byTime = (a: { atMs: number; seq: number }, b: { atMs: number; seq: number }) => b.atMs - a.atMs || b.seq - a.seq

export const listMonitorFailures: Effect<'listMonitorFailures'> = (context) => {
  const monitor = context.the('UptimeMonitor')
  const told = [...context.newest('UptimeFailure', 'parent', monitor.org, monitor.id)]
  const most = context.gap('uptime.recent-failures')
  const newest = [...told, ...untoldFailures(context, monitor, told, most)].sort(byTime).slice(0, most)
  context.cite(failuresNewestFirst)
  return { failures: newest.map(failureView) }
}

export const listMonitorTransitions: Effect<'listMonitorTransitions'> = (context) => {
  const { org, id } = context.the('UptimeMonitor')
  const all = [...context.newest('UptimeTransition', 'parent', org, id)].sort(byTime)
  context.cite(transitionsCap)
  const newest = all.slice(0, MOST_TRANSITIONS)
  context.cite(transitionsNewestFirst)
  return { transitions: newest.map(transitionView) }
}
