import { describe, expect, test } from 'vitest'
import type { GapValues } from '../../../../src/contract/generated/gaps.ts'
import { makeUptime } from './world.ts'

function makeFailing(gaps: Partial<GapValues> = {}, change: object = {}) {
  const uptime = makeUptime({ gaps: { 'uptime.unprompted-probe': 'success', ...gaps } })
  const { owner, probe, advance } = uptime
  const { id } = owner.monitor({ downCondition: { confirmations: 1, quorum: 1 }, ...change }).body
  probe(id, 'ok')
  advance(30)
  probe(id, 'fail')
  const state = () => owner.get(id).body.state
  const points = () =>
    owner.metrics(id, '1h').body.series.map(({ points: all }: { points: { up: number }[] }) => all.map(({ up }) => up))
  return { ...uptime, id, state, points }
}

describe('where every probe that nobody tells of succeeds', () => {
  test('a monitor that is down is up again at its interval, and goes on being probed', () => {
    const { owner, id, state, points, advance } = makeFailing()
    expect(state()).toBe('down')
    advance(89)
    expect(state()).toBe('down')
    advance(1)
    expect(state()).toBe('up')
    expect(owner.transitions(id).body.transitions[0]).toEqual({
      ...{ at: '2026-03-05T09:02:00Z', from: 'down', to: 'up' },
      failingVantages: [],
    })
    advance(3600)
    for (const ups of points()) expect([ups.length > 50, new Set(ups)]).toEqual([true, new Set([1])])
    expect(owner.failures(id).body.failures).toHaveLength(2)
  })

  test.each([
    ['all-vantages-succeed', 90],
    ['confirmed-successes', 150],
  ] as const)('it takes as many as %s says', (rule, seconds) => {
    const { state, advance, probe, id } = makeFailing(
      { 'uptime.recovery-rule': rule },
      { downCondition: { confirmations: 2, quorum: 1 } },
    )
    probe(id, 'fail')
    expect(state()).toBe('down')
    advance(seconds - 1)
    expect(state()).toBe('down')
    advance(1)
    expect(state()).toBe('up')
  })

  test('a failure that was told of once more is waited for once more', () => {
    const { state, advance, probe, id } = makeFailing()
    advance(60)
    probe(id, 'fail')
    advance(60)
    expect(state()).toBe('down')
    advance(30)
    expect(state()).toBe('up')
  })

  test('an unconfirmed failure waits for an outside event', () => {
    const { state, advance, probe, id } = makeFailing(
      { 'uptime.recovery-rule': 'all-vantages-succeed' },
      { downCondition: { confirmations: 2, quorum: 1 } },
    )
    probe(id, 'fail', { vantage: 'fra' })
    expect(state()).toBe('down')
    advance(86_400)
    expect(state()).toBe('down')
    probe(id, 'ok', { vantage: 'iad' })
    expect(state()).toBe('up')
  })

  test('a disabled monitor is not probed; enabled again it is', () => {
    const { owner, state, advance, id } = makeFailing({
      'uptime.state-while-disabled': 'keep',
      'uptime.state-after-enabling': 'keep',
    })
    owner.patch(id, { enabled: false })
    advance(3600)
    expect(state()).toBe('down')
    owner.patch(id, { enabled: true })
    advance(60)
    expect(state()).toBe('up')
  })

  test('what is told of long after has been made good since', () => {
    const { state, advance, probe, id, owner } = makeFailing()
    advance(3600)
    probe(id, 'fail', { at: '2026-03-05T09:50:30Z' })
    expect(state()).toBe('up')
    expect(owner.transitions(id).body.transitions).toMatchObject([
      { at: '2026-03-05T09:52:00Z', to: 'up' },
      { at: '2026-03-05T09:50:30Z', to: 'down' },
      { to: 'up' },
      { to: 'down' },
      { to: 'up' },
    ])
  })
})

test.each(['continue', 'nothing'] as const)('where they %s, it stays down', (gap) => {
  const { state, advance } = makeFailing({ 'uptime.unprompted-probe': gap })
  advance(86_400)
  expect(state()).toBe('down')
})
