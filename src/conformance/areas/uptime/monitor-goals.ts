import { isObject } from '../../../contract/json.ts'
import type { Drawing } from '../../kit/drawing.ts'
import { newest, own } from '../../kit/own-rows.ts'
import type { Goal } from '../../script/goal.ts'
import { type Body, event, type Item } from '../../script/script.ts'

/** One result, from the monitor's first place or another of its places; or many in a row. */
export const probe = (outcome: 'ok' | 'fail' | 'error', place = 0, more: Item = {}): Goal =>
  event('probeResult', (drawing) => {
    const monitor = newest(drawing, 'UptimeMonitor')
    const vantage = monitor?.vantages[place]
    return monitor && vantage && { monitorId: monitor.id, vantage, outcome, ...more }
  })

/** Down after several failures from two places, and after the first from any. */
export const CAUTIOUS = { confirmations: 4, quorum: 2 }
export const HASTY = { confirmations: 1, quorum: 1 }

/** One failure from one place is enough. */
export const flappy: Body = (_, plain) => ({
  ...plain,
  enabled: true,
  vantages: [plain.vantages].flat().slice(0, 1),
  downCondition: HASTY,
})

/** From two places at once, where there are two. */
export const fromTwo: Body = (drawing, plain) => {
  const offered = own(drawing, 'UptimeVantage').filter(({ available }) => available === true)
  return offered.length < 2 ? undefined : { ...plain, enabled: true, vantages: offered.slice(0, 2).map(({ id }) => id) }
}
/** The same, and seldom probed by itself. */
export const flappyByHand: Body = (drawing, plain) => {
  const body = flappy(drawing, plain)
  return isObject(body) ? { ...body, intervalSeconds: longestInterval(drawing) } : undefined
}

const longestInterval = (drawing: Drawing): number =>
  Math.max(0, ...own(drawing, 'UptimeInterval').map(({ seconds }) => seconds))

/** From two places, down only after several failures from both, and seldom probed by itself. */
export const cautious: Body = (drawing, plain) => {
  const intervalSeconds = longestInterval(drawing)
  const body = fromTwo(drawing, plain)
  return isObject(body) && intervalSeconds > 0 ? { ...body, intervalSeconds, downCondition: CAUTIOUS } : undefined
}

/** From two places, down after a failure from one of them, and seldom probed by itself. */
export const hasty: Body = (drawing, plain) => {
  const body = cautious(drawing, plain)
  return isObject(body) ? { ...body, downCondition: HASTY } : undefined
}
