import { describe, expect, test } from 'vitest'
import type { LiveOptions } from '../../stateful-mock/live/live-mode.ts'
import { ask, startedMock } from './support.ts'
import { advance } from './webhook-support.ts'

interface Entry {
  readonly at: string
  readonly kind: string
  readonly name: string
}

/** What happened by itself in an hour of a standing clock. */
async function anHour(live: LiveOptions, steps = 1): Promise<Entry[]> {
  const mock = await startedMock({ seed: 'acme', live })
  for (let step = 0; step < steps; step++) await advance(mock, `PT${3600 / steps}S`)
  const { body } = await ask(mock, 'GET', '/_understudy/journal/entries?limit=1000')
  const { entries } = body as { entries: (Entry & { changed: unknown })[] }
  return entries
    .filter(({ kind }) => kind === 'event')
    .map(({ at, kind, name, changed }) => ({ at, kind, name, changed }))
}

describe('live mode', () => {
  test('lets all kinds of things happen, at a human pace and never in bursts', async () => {
    const events = await anHour({ everySeconds: 45 })
    expect(events.length).toBeGreaterThan(50)
    expect(events.length).toBeLessThanOrEqual(100)
    const names = new Set(events.map(({ name }) => name))
    const usual = ['probeResult', 'alertFires', 'alertResolves', 'messageSent', 'messageDelivered', 'messageReceived']
    expect(usual.filter((name) => !names.has(name))).toEqual([])
    const gaps = events.slice(1).map(({ at }, index) => (Date.parse(at) - Date.parse(events[index]?.at ?? '')) / 1000)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22)
  })
  test('is the same for the same seed, in one step or in many, and another for another', async () => {
    const whole = await anHour({ everySeconds: 60, seed: 7 })
    expect(await anHour({ everySeconds: 60, seed: 7 }, 8)).toEqual(whole)
    expect(await anHour({ everySeconds: 60, seed: 8 })).not.toEqual(whole)
  })
  test('keeps to what can be: few monitors are down, few incidents are open', async () => {
    const mock = await startedMock({ seed: 'acme', live: { everySeconds: 20 } })
    for (let hour = 0; hour < 4; hour++) {
      await advance(mock, 'PT30M')
      const monitors = (await ask(mock, 'GET', '/api/v1/uptime/monitors', { as: 'owner' })).body as {
        monitors: { state: string }[]
      }
      expect(monitors.monitors.filter(({ state }) => state === 'down').length).toBeLessThanOrEqual(2)
    }
  })
  test('stands still with the clock, in other sandboxes, and without being asked for', async () => {
    const mock = await startedMock({ seed: 'acme', live: { everySeconds: 1 } })
    const entries = async (headers = {}) => (await ask(mock, 'GET', '/_understudy/journal/entries', { headers })).body
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await entries()).toMatchObject({ last: 0 })
    const other = { 'X-Understudy-Sandbox': 'other' }
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT30S' }, headers: other })
    const theirs = (await entries(other)) as { entries: Entry[] }
    expect(theirs.entries.filter(({ kind }) => kind === 'event')).toEqual([])
  })
  test('goes on by itself while the clock runs, and ends when the mock is closed', async () => {
    const mock = await startedMock({ seed: 'acme', clock: 'real', live: { everySeconds: 0.05 } })
    const events = async () => {
      const { body } = await ask(mock, 'GET', '/_understudy/journal/entries?limit=1000')
      return (body as { entries: Entry[] }).entries.filter(({ kind }) => kind === 'event').length
    }
    for (let time = 0; time < 100 && (await events()) < 5; time++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await events()).toBeGreaterThanOrEqual(5)
  })
})
