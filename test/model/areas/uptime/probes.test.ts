import { describe, expect, test } from 'vitest'
import type { GapValues } from '../../../../src/contract/generated/gaps.ts'
import { makeUptime } from './world.ts'

const state = ({ owner }: ReturnType<typeof makeUptime>, id: string) => owner.get(id).body.state

describe('UPT-07: the down condition', () => {
  test('confirmations at one vantage and a quorum of one', () => {
    const world = makeUptime()
    const { id } = world.owner.monitor().body
    expect(world.probe(id, 'ok')).toMatchObject({ state: 'up', transitions: 1 })
    expect(world.probe(id, 'fail', { vantage: 'iad' })).toMatchObject({ state: 'up', transitions: 0 })
    expect(world.probe(id, 'fail', { vantage: 'iad' })).toMatchObject({ state: 'down', transitions: 1 })
    expect(world.probe(id, 'ok', { vantage: 'iad' })).toMatchObject({ state: 'up', transitions: 1 })
  })

  test('a success in between starts the count again', () => {
    const world = makeUptime()
    const { id } = world.owner.monitor().body
    for (const outcome of ['ok', 'fail', 'ok', 'fail'] as const) world.probe(id, outcome, { vantage: 'fra' })
    expect(state(world, id)).toBe('up')
  })

  test('a quorum of two needs two vantages', () => {
    const world = makeUptime()
    const { id } = world.owner.monitor({ downCondition: { confirmations: 1, quorum: 2 } }).body
    world.probe(id, 'ok')
    world.probe(id, 'fail', { vantage: 'fra', times: 5 })
    expect(state(world, id)).toBe('up')
    world.probe(id, 'fail', { vantage: 'iad' })
    expect(state(world, id)).toBe('down')
  })

  /** outcomes at both vantages in turn, then the state */
  const reads = (gaps: Partial<GapValues>, ...outcomes: ('ok' | 'fail' | 'error')[]) => {
    const world = makeUptime({ gaps })
    const { id } = world.owner.monitor().body
    for (const outcome of outcomes) world.probe(id, outcome)
    return state(world, id)
  }

  test('what exactly the numbers mean is open', () => {
    expect(reads({}, 'ok', 'fail', 'fail')).toBe('down')
    expect(reads({ 'uptime.confirmations-meaning': 'after-first' }, 'ok', 'fail', 'fail')).toBe('up')
    expect(reads({ 'uptime.confirmations-meaning': 'after-first' }, 'ok', 'fail', 'fail', 'fail')).toBe('down')
    expect(reads({ 'uptime.error-counts-as-failure': 'ignore' }, 'ok', 'error', 'error')).toBe('up')
    expect(reads({}, 'ok', 'error', 'error')).toBe('down')
    expect(reads({ 'uptime.pending-to-down': 'via-up' }, 'fail', 'fail')).toBe('pending')
    expect(reads({ 'uptime.recovery-rule': 'confirmed-successes' }, 'fail', 'fail', 'ok')).toBe('down')
    expect(reads({ 'uptime.recovery-rule': 'confirmed-successes' }, 'fail', 'fail', 'ok', 'ok')).toBe('up')
  })

  test('more vantages than the quorum, and all of them before it is up', () => {
    const more = makeUptime({ gaps: { 'uptime.quorum-meaning': 'more-than', 'uptime.up-rule': 'all-vantages' } })
    const { id } = more.owner.monitor().body
    more.probe(id, 'ok', { vantage: 'fra' })
    expect(state(more, id)).toBe('pending')
    more.probe(id, 'ok', { vantage: 'iad' })
    more.probe(id, 'fail', { vantage: 'iad', times: 3 })
    expect(state(more, id)).toBe('up')
    more.probe(id, 'fail', { vantage: 'fra', times: 2 })
    expect(state(more, id)).toBe('down')
  })
})

describe('UPT-07: transitions', () => {
  test('each leads from one state to another, most recent first', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor().body
    probe(id, 'ok')
    advance(60)
    probe(id, 'fail', { vantage: 'iad', times: 2 })
    advance(60)
    probe(id, 'ok', { vantage: 'iad' })
    expect(owner.transitions(id).body).toEqual({
      transitions: [
        { at: '2026-03-05T09:02:00Z', from: 'down', to: 'up', failingVantages: [] },
        { at: '2026-03-05T09:01:00Z', from: 'up', to: 'down', failingVantages: ['iad'] },
        { at: '2026-03-05T09:00:00Z', from: 'pending', to: 'up', failingVantages: [] },
      ],
    })
    expect(owner.get(id).body).toMatchObject({ state: 'up', stateSince: '2026-03-05T09:02:00Z' })
  })

  test('told of probes in a row that leave no room for the interval, they stay most recent first', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor({ intervalSeconds: 300, vantages: ['fra'] }).body
    advance(600)
    probe(id, 'fail', { times: 3 })
    probe(id, 'ok')
    advance(60)
    probe(id, 'fail', { times: 3 })
    probe(id, 'ok')
    const { transitions } = owner.transitions(id).body
    expect(transitions.map(({ from, to }: Record<'from' | 'to', string>) => `${from}>${to}`)).toEqual([
      'down>up',
      'up>down',
      'down>up',
      'up>down',
      'pending>up',
    ])
    const times = transitions.map((transition: { at: string }) => transition.at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(owner.get(id).body.stateSince).toBe(times[0])
  })

  test('what is told later of an earlier instant does not move the state before it last moved', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor({ downCondition: { confirmations: 1, quorum: 1 } }).body
    advance(600)
    probe(id, 'fail', { vantage: 'fra' })
    probe(id, 'ok', { vantage: 'fra' })
    probe(id, 'fail', { vantage: 'iad', at: '2026-03-05T09:05:00Z' })
    expect(owner.transitions(id).body.transitions).toMatchObject([
      { at: '2026-03-05T09:10:00Z', from: 'up', to: 'down' },
      { at: '2026-03-05T09:10:00Z', from: 'down', to: 'up' },
      { at: '2026-03-05T09:10:00Z', from: 'up', to: 'down' },
      { from: 'pending', to: 'up' },
    ])
  })

  test('what is told later of an earlier instant does not say how things are now', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor({ vantages: ['fra'] }).body
    advance(600)
    expect(probe(id, 'fail', { times: 3 })).toMatchObject({ state: 'down' })
    expect(probe(id, 'ok', { at: '2026-03-05T09:07:00Z' })).toMatchObject({ state: 'down', transitions: 0 })
    expect(probe(id, 'ok')).toMatchObject({ state: 'up', transitions: 1 })
    expect(probe(id, 'fail', { at: '2026-03-05T09:05:00Z' })).toMatchObject({ state: 'up', transitions: 0 })
    expect(probe(id, 'fail', { at: '2026-03-05T09:06:00Z' })).toMatchObject({ state: 'up', transitions: 0 })
    const attempts = owner.failures(id).body.failures.map(({ attempt }: { attempt: number }) => attempt)
    expect(attempts).toEqual([3, 2, 1, 2, 1])
  })

  test('a success told later, from amid failures in a row, starts the count again there', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor({ downCondition: { confirmations: 3, quorum: 1 } }).body
    probe(id, 'ok')
    for (const seconds of [60, 60]) {
      advance(seconds)
      probe(id, 'fail')
    }
    probe(id, 'ok', { at: '2026-03-05T09:01:30Z' })
    expect(probe(id, 'fail')).toMatchObject({ state: 'up' })
    expect(probe(id, 'fail')).toMatchObject({ state: 'down' })
  })

  test('all vantages that fail at once are named', () => {
    const { owner, probe } = makeUptime()
    const { id } = owner.monitor({ vantages: ['fra', 'iad', 'sin'] }).body
    probe(id, 'ok')
    probe(id, 'fail', { times: 2 })
    expect(owner.transitions(id).body.transitions[0]).toMatchObject({
      to: 'down',
      failingVantages: ['fra', 'iad', 'sin'],
    })
  })

  test('LIM-01: at most 50', () => {
    const { owner, probe } = makeUptime({ gaps: { 'uptime.unprompted-probe': 'nothing' } })
    const { id } = owner.monitor({ downCondition: { confirmations: 1, quorum: 1 } }).body
    for (let round = 0; round < 30; round++) {
      probe(id, 'fail')
      probe(id, 'ok')
    }
    const { transitions } = owner.transitions(id).body
    expect(transitions).toHaveLength(50)
    expect(transitions[0]).toMatchObject({ from: 'down', to: 'up' })
  })

  test('what is recorded of the first state and of recovery is open', () => {
    const { owner, probe } = makeUptime({
      gaps: { 'uptime.first-state-is-transition': 'skip', 'uptime.failing-vantages-on-recovery': 'failed-before' },
    })
    const { id } = owner.monitor().body
    probe(id, 'ok')
    expect(owner.transitions(id).body).toEqual({ transitions: [] })
    probe(id, 'fail', { vantage: 'iad', times: 2 })
    probe(id, 'ok')
    expect(owner.transitions(id).body.transitions[0]).toMatchObject({ to: 'up', failingVantages: ['iad'] })
  })
})

describe('UPT-07: failures', () => {
  test('newest first, with what is known of them', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor().body
    probe(id, 'error', { vantage: 'iad', errorDetail: 'no answer within 5000 ms' })
    advance(60)
    probe(id, 'fail', { vantage: 'iad', errorKind: 'status', responseSnippet: 'Service unavailable' })
    expect(owner.failures(id).body).toEqual({
      failures: [
        {
          at: '2026-03-05T09:01:00Z',
          vantage: 'iad',
          attempt: 2,
          outcome: 'fail',
          errorKind: 'status',
          errorDetail: '',
          responseSnippet: 'Service unavailable',
        },
        {
          at: '2026-03-05T09:00:00Z',
          vantage: 'iad',
          attempt: 1,
          outcome: 'error',
          errorKind: 'timeout',
          errorDetail: 'no answer within 5000 ms',
          responseSnippet: '',
        },
      ],
    })
  })

  test('snippets are cut when captured; how many failures are recent is open', () => {
    const { owner, probe } = makeUptime({ gaps: { 'uptime.snippet-length': 5, 'uptime.recent-failures': 2 } })
    const { id } = owner.monitor().body
    probe(id, 'fail', { vantage: 'fra', times: 3, responseSnippet: 'Service unavailable' })
    const { failures } = owner.failures(id).body
    expect(failures.map(({ responseSnippet }: { responseSnippet: string }) => responseSnippet)).toEqual([
      'Servi',
      'Servi',
    ])
  })

  test('something past takes its place among them', () => {
    const { owner, probe, advance } = makeUptime()
    const { id } = owner.monitor().body
    advance(30)
    probe(id, 'fail', { vantage: 'fra' })
    probe(id, 'fail', { vantage: 'iad', at: '2026-03-05T09:00:10Z' })
    expect(owner.failures(id).body.failures.map(({ vantage }: { vantage: string }) => vantage)).toEqual(['fra', 'iad'])
  })
})

test('no probe is told of from before the monitor was made, or from the future', () => {
  const { owner, probe } = makeUptime()
  const { id } = owner.monitor().body
  expect(() => probe(id, 'fail', { at: '2026-03-05T08:59:59Z' })).toThrow('was before the monitor')
  expect(() => probe(id, 'fail', { at: '2026-03-05T09:00:01Z' })).toThrow('lies in the future')
  expect(owner.failures(id).body.failures).toEqual([])
})

describe('state where the contract leaves it open', () => {
  test('unless told otherwise the first probe finds everything well', () => {
    const world = makeUptime()
    const { id } = world.owner.monitor().body
    world.advance(59)
    expect(state(world, id)).toBe('pending')
    world.advance(1)
    expect(world.owner.get(id).body).toMatchObject({ state: 'up', stateSince: '2026-03-05T09:01:00Z' })
    const quiet = makeUptime({ gaps: { 'uptime.unprompted-probe': 'nothing' } })
    const other = quiet.owner.monitor().body.id
    quiet.advance(3600)
    expect(state(quiet, other)).toBe('pending')
  })

  test('state may be shown always, once known, or never', () => {
    const world = makeUptime({ gaps: { 'uptime.state-shown': 'once-known', 'uptime.pending-since': 'time' } })
    const { id } = world.owner.monitor().body
    expect(state(world, id)).toBeUndefined()
    world.setGap('uptime.state-shown', 'always')
    expect(world.owner.get(id).body.stateSince).toBe('2026-03-05T09:00:00Z')
    world.setGap('uptime.state-shown', 'never')
    expect(world.owner.get(id).body).not.toHaveProperty('stateSince')
  })

  test('a disabled monitor is not probed; what it shows is open', () => {
    const world = makeUptime()
    const { id } = world.owner.monitor().body
    world.probe(id, 'ok')
    expect(world.owner.patch(id, { enabled: false }).body.state).toBe('up')
    expect(() => world.probe(id, 'ok')).toThrow('disabled')
    world.setGap('uptime.state-while-disabled', 'absent')
    expect(world.owner.get(id).body).not.toHaveProperty('state')
    expect(world.owner.patch(id, { enabled: true }).body.state).toBe('pending')
    world.advance(60)
    expect(state(world, id)).toBe('up')
    world.setGap('uptime.state-while-disabled', 'pending')
    expect(world.owner.patch(id, { enabled: false }).body.state).toBe('pending')
    world.setGap('uptime.state-after-enabling', 'keep')
    world.owner.patch(id, { enabled: true })
    expect(state(world, id)).toBe('pending')
  })

  test('what a change of the check leaves is open', () => {
    const changed = (choice: GapValues['uptime.state-after-change']) => {
      const world = makeUptime({ gaps: { 'uptime.state-after-change': choice } })
      const { id } = world.owner.monitor().body
      world.probe(id, 'ok')
      world.probe(id, 'fail', { vantage: 'iad' })
      const { state: now } = world.owner.patch(id, { http: { url: 'https://b.example/' } }).body
      world.probe(id, 'fail', { vantage: 'iad' })
      return [now, state(world, id)]
    }
    expect(changed('state-and-counts')).toEqual(['up', 'down'])
    expect(changed('state')).toEqual(['up', 'up'])
    expect(changed('nothing')).toEqual(['pending', 'pending'])
  })

  test('state changes may move updatedAt', () => {
    const { owner, probe, advance } = makeUptime({ gaps: { 'uptime.updated-at': 'changes-and-states' } })
    const { id } = owner.monitor().body
    advance(30)
    probe(id, 'ok')
    expect(owner.get(id).body.updatedAt).toBe('2026-03-05T09:00:30Z')
  })
})

test('an event about a monitor or vantage there is not cannot happen', () => {
  const { owner, probe } = makeUptime()
  expect(() => probe('nope', 'ok')).toThrow('there is no monitor nope')
  expect(() => probe(owner.monitor().body.id, 'ok', { vantage: 'sin' })).toThrow('has no vantage sin')
})
