import { isObject } from '../../contract/json.ts'
import type { ReplayTarget } from './replay-target.ts'

/** The time on a target: its own clock if it shows one, else ours. */
export async function targetTime({ kind, driver, send }: ReplayTarget): Promise<number> {
  if (kind === 'target' && !driver.can('getClock')) return Date.now()
  const clock = kind === 'target' ? await driver.cause('getClock', {}).catch(() => undefined) : await askedOf(send)
  const now = isObject(clock) ? Date.parse(String(clock.now)) : Number.NaN
  return Number.isNaN(now) ? Date.now() : now
}

async function askedOf(send: ReplayTarget['send']): Promise<unknown> {
  const exchange = await send({ method: 'GET', path: '/_understudy/clock', headers: {}, body: undefined })
  return exchange.answered ? exchange.received.json : undefined
}
