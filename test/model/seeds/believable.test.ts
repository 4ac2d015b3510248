import { describe, expect, test } from 'vitest'
import { advance } from '../../../src/model/advance.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import { everyRow, type Row, type Table } from '../../../src/model/table/table.ts'
import type { TableName } from '../../../src/model/world/rows.ts'
import { apply, type World } from '../../../src/model/world/world.ts'
import { contract } from '../support.ts'
import { asked, grown, NINE, rowsOf } from './support.ts'

const DAY = 86_400_000
const wild = seedNamed('random:believable:500')
if (!wild) throw new Error('there is no random seed')

const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Han', 'Hiragana', 'Devanagari'] as const
const scriptsIn = (texts: readonly string[]) =>
  SCRIPTS.filter((script) => texts.some((text) => new RegExp(`\\p{Script=${script}}`, 'u').test(text)))

/** All times that a world's rows show. */
function timesIn(world: World): string[] {
  const tables = Object.values(world.tables) as Table<Row>[]
  const values = tables.flatMap((table) => [...everyRow(table)].flatMap((row) => Object.values(row)))
  return values.filter((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value))
}

describe('acme: people and what they write', () => {
  const world = grown(acme)
  const mails = rowsOf(world, 'EmailMessage', 'acme')

  test('people have names of several scripts, long ones and short ones', () => {
    const labels = rowsOf(world, 'User').map(({ label }) => label)
    expect(scriptsIn(labels)).toEqual(expect.arrayContaining(['Latin', 'Greek', 'Cyrillic', 'Han']))
    expect(new Set(labels).size).toBe(labels.length)
    expect(Math.min(...labels.map(({ length }) => length))).toBeLessThan(4)
    expect(Math.max(...labels.map(({ length }) => length))).toBeGreaterThan(40)
  })

  test('mail goes to one and to several, with copies and without a subject, in several scripts', () => {
    const sent = mails.filter(({ direction }) => direction === 'send')
    const received = mails.filter(({ direction }) => direction === 'receive')
    for (const some of [sent, received]) {
      expect(some.filter(({ cc }) => cc !== undefined).length).toBeGreaterThan(3)
      expect(some.filter(({ to }) => to.length > 1).length).toBeGreaterThan(3)
      expect(some.filter(({ subject }) => subject === undefined).length).toBeGreaterThan(1)
      expect(scriptsIn(some.map(({ subject = '' }) => subject)).length).toBe(SCRIPTS.length - 1)
    }
  })

  test('no two letters to customers read the same, nor two incidents or alerts of one', () => {
    const letters = mails.filter(({ from, text }) => from.includes('orders@') && text !== undefined)
    expect(letters.length).toBeGreaterThan(50)
    expect(new Set(letters.map(({ text }) => text)).size / letters.length).toBeGreaterThan(0.95)
    const titles = rowsOf(world, 'OncallIncident').map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    const told = rowsOf(world, 'OncallAlert', 'acme').map((row) => `${row.incidentId} ${row.annotations.summary}`)
    expect(new Set(told).size).toBe(told.length)
  })

  test('timelines call an alert by one name, when it fires and when it is over', () => {
    const lines = rowsOf(world, 'OncallTimelineEntry', 'acme')
    const names = (wanted: string) =>
      new Set(lines.filter(({ kind }) => kind === wanted).map(({ incidentId, detail }) => `${incidentId} ${detail}`))
    const over = names('alertResolved')
    expect(over.size).toBeGreaterThan(50)
    expect([...over.difference(names('alertAttached'))]).toEqual([])
  })

  test('of the newest hundred deliveries some have failed, some wait and some arrived', () => {
    const { deliveries } = asked(world, 'listDeliveries', 'owner', {}, { limit: '100' }).body
    const states = new Set<string>(deliveries.map(({ state }) => state))
    expect(['failed', 'pending', 'delivered'].filter((state) => !states.has(state))).toEqual([])
  })

  test('timelines name people, not their ids', () => {
    const lines = rowsOf(world, 'OncallTimelineEntry').map(({ detail = '', byLabel = '' }) => detail + byLabel)
    expect(lines.filter((line) => line.includes('usr_'))).toEqual([])
    expect(lines.filter((line) => line.includes('Έλλη')).length).toBeGreaterThan(5)
  })
})

test.each([acme, wild])('$name: things do not happen on the minute', (seed) => {
  const seconds = timesIn(grown(seed)).map((time) => time.slice(17, 19))
  const counts = Object.values(Object.groupBy(seconds, (second) => second)).map((same) => same?.length ?? 0)
  expect(counts).toHaveLength(60)
  expect(Math.max(...counts) / seconds.length).toBeLessThan(0.08)
})

describe('every state of every machine', () => {
  const world = grown(acme)
  // Whether an image has tags is not in its own row; another test counts those without.
  const observed = contract.machines.filter(({ entity, observe }) => observe !== null && entity !== 'RegistryManifest')

  /** What rows show in the field that a machine observes. */
  function statesIn(present: World, entity: string, field: string): Set<string> {
    const rows = rowsOf(present, entity as TableName).filter((row) => !('deleted' in row && row.deleted))
    return new Set(rows.map((row) => shown(row, field)))
  }

  function shown(row: object, field: string): string {
    if (field === 'phase' && 'work' in row) {
      const { kind, endedMs } = row.work as { kind: string; endedMs?: number }
      return endedMs === undefined ? kind : 'ready'
    }
    const value: unknown = Reflect.get(row, field === 'state' && 'stage' in row ? 'stage' : field)
    if (typeof value !== 'boolean') return String(value)
    return value === (field === 'enabled') ? 'enabled' : 'disabled'
  }

  const random = grown(wild)
  test.each(observed)('$entity: $observe in a random world', ({ entity, observe, states }) => {
    expect([...statesIn(random, entity, observe ?? '')].sort()).toEqual(expect.arrayContaining([...states]))
  })

  test('in a random world, images with and without tags, and what is revoked', () => {
    const tagged = new Set(rowsOf(random, 'RegistryTag').map(({ digest }) => digest))
    const images = rowsOf(random, 'RegistryManifest').map(({ digest }) => tagged.has(digest))
    expect(new Set(images).size).toBe(2)
    for (const table of ['OncallAlertSource', 'RegistryKey', 'EmailSendKey'] as const)
      expect([table, new Set(rowsOf(random, table).map(({ revoked }) => revoked)).size]).toEqual([table, 2])
  })

  test.each(observed)(
    '$entity: $observe in acme, now and after a day without anybody',
    ({ entity, observe, states }) => {
      const tomorrow = apply(world, advance(world, NINE + DAY, contract.gaps).changes)
      for (const present of [world, tomorrow])
        expect([...statesIn(present, entity, observe ?? '')].sort()).toEqual(expect.arrayContaining([...states]))
    },
  )

  test('in acme, sending is paused in one organization, for a reason that can be counted', () => {
    expect(asked(world, 'getEmailSettings', 'outsider').body).toMatchObject({
      paused: true,
      pausedAt: expect.any(String),
      pauseReason: 'bounce rate',
    })
    const queued = rowsOf(world, 'EmailMessage', 'globex').filter(({ stage }) => stage === 'queued')
    expect(queued).toHaveLength(1)
  })

  test('in acme, what can be revoked is there both ways', () => {
    for (const table of ['OncallAlertSource', 'UptimeExportToken', 'EmailSendKey'] as const)
      expect(new Set(rowsOf(world, table, 'acme').map(({ revoked }) => revoked)).size).toBe(2)
  })
})

describe('acme: how long things take', () => {
  const world = grown(acme)
  const sentAt = new Map(rowsOf(world, 'EmailMessage').map((row) => [row.id, Date.parse(row.sentAt ?? '')]))
  const events = rowsOf(world, 'EmailMessageEvent')
  const secondsUntil = (wanted: string): number[] =>
    events
      .filter(({ kind }) => kind === wanted)
      .map(({ messageId, occurredAt }) => (Date.parse(occurredAt) - (sentAt.get(messageId) ?? 0)) / 1000)
      .toSorted((one, other) => one - other)
  /** The share of the most usual value. */
  const mostAlike = (values: readonly unknown[]): number =>
    Math.max(
      ...Map.groupBy(values, (value) => value)
        .values()
        .map(({ length }) => length),
    ) / values.length

  test('mail is delivered after seconds, some after minutes and a few much later', () => {
    const seconds = secondsUntil('delivered')
    const middle = seconds[Math.floor(seconds.length / 2)] ?? 0
    expect(middle).toBeGreaterThan(1)
    expect(middle).toBeLessThan(60)
    expect(seconds.filter((one) => one > 60).length).toBeGreaterThan(10)
    const late = seconds.filter((one) => one > 300).length
    expect(late).toBeGreaterThan(2)
    expect(late).toBeLessThan(seconds.length / 10)
    expect(mostAlike(seconds)).toBeLessThan(0.3)
  })

  test('it does not reach several recipients at once', () => {
    const delivered = events.filter(({ kind }) => kind === 'delivered')
    const several = [...Map.groupBy(delivered, ({ messageId }) => messageId).values()].filter((all) => all.length > 1)
    expect(several.length).toBeGreaterThan(10)
    const apart = several.filter((all) => new Set(all.map(({ occurredAt }) => occurredAt)).size > 1)
    expect(apart.length / several.length).toBeGreaterThan(0.6)
    for (const all of several) expect(new Set(all.map(({ recipient }) => recipient)).size).toBe(all.length)
  })

  test.each(['bounced', 'complained'])('no two messages have %s after the same time', (kind) => {
    expect(new Set(secondsUntil(kind)).size).toBeGreaterThan(0.7 * secondsUntil(kind).length)
  })

  test('endpoints take some hundred milliseconds to some seconds', () => {
    const took = rowsOf(world, 'EmailDelivery', 'acme')
      .filter(({ deliveredAt, attempts }) => deliveredAt !== undefined && attempts === 1)
      .map(({ createdAt, deliveredAt = '' }) => (Date.parse(deliveredAt) - Date.parse(createdAt)) / 1000)
    expect(took.length).toBeGreaterThan(50)
    expect(mostAlike(took)).toBeLessThan(0.6)
    expect(Math.min(...took)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...took)).toBeLessThan(15)
  })
})

describe('acme: latencies', () => {
  const world = grown(acme)
  const { monitors } = asked(world, 'listMonitors', 'owner').body
  const latencies = (wanted: string, window: string): number[][] => {
    const { id = '' } = monitors.find(({ name }) => name === wanted) ?? {}
    const { series } = asked(world, 'getMonitorMetrics', 'owner', { id }, { window }).body
    return series.map(({ points }) => points.map(({ latencyMs }) => latencyMs))
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  test.each(['API', 'Home page', 'Mail gateway'])('%s: no flat line, and another one from each vantage', (name) => {
    const lines = latencies(name, '24h')
    for (const line of lines) expect(new Set(line).size).toBeGreaterThan(line.length / 2)
    const means = lines.map((line) => Math.round(mean(line)))
    expect(new Set(means).size).toBe(means.length)
  })

  test('what breaks under load was slow before', () => {
    const [line = []] = latencies('Checkout', '1h')
    const broke = line.indexOf(0)
    expect(broke).toBeGreaterThan(20)
    expect(mean(line.slice(broke - 5, broke))).toBeGreaterThan(5 * mean(line.slice(0, 15)))
  })
})

describe('acme: lists are long enough', () => {
  const world = grown(acme)

  test('to meet their caps', () => {
    expect(asked(world, 'listIncidents', 'owner', {}, { status: 'resolved' }).body.incidents).toHaveLength(100)
    expect(rowsOf(world, 'OncallIncident', 'acme').length).toBeGreaterThan(100)
    expect(asked(world, 'listDeliveries', 'owner').body.deliveries).toHaveLength(100)
    const monitors = asked(world, 'listMonitors', 'owner').body.monitors
    const most = (lengths: readonly number[]) => Math.max(...lengths)
    const transitions = monitors.map(
      ({ id }) => asked(world, 'listMonitorTransitions', 'owner', { id }).body.transitions,
    )
    const failures = monitors.map(({ id }) => asked(world, 'listMonitorFailures', 'owner', { id }).body.failures)
    expect(most(transitions.map(({ length }) => length))).toBe(50)
    expect(most(failures.map(({ length }) => length))).toBe(100)
    const { clusters } = asked(world, 'listClusters', 'owner').body
    const full = clusters.filter(({ managedLoadBalancers: { maxServices, loadBalancers } }) => {
      return loadBalancers.length === maxServices
    })
    expect(full.map(({ name }) => name)).toEqual(['edge'])
  })

  test.each(['acme', 'random:believable:1000'])('to have pages: %s', (name) => {
    const large = seedNamed(name)
    if (!large) throw new Error(`there is no seed ${name}`)
    const { messages, cursor } = asked(grown(large), 'listMessages', 'owner').body
    expect(messages).toHaveLength(50)
    expect(cursor).toEqual(expect.any(String))
  })
})

describe.each([acme, wild])('$name: what is told in several places agrees to the second', (seed) => {
  const world = grown(seed)
  const callerOf = (org: string) => (org === 'acme' ? 'owner' : 'outsider')

  test('a kind of thing has ids of its own', () => {
    const kinds = new Map<string, Set<string>>()
    // A walk and a membership have the ids of what they belong to.
    const { OncallWalk: _, Membership: __, ...own } = world.tables
    for (const [name, table] of Object.entries(own) as [string, Table<Row>][])
      for (const { id } of everyRow(table)) {
        const [, prefix] = /^([a-z]+)_[0-9a-z]{12}$/.exec(id) ?? []
        if (prefix !== undefined) kinds.set(prefix, (kinds.get(prefix) ?? new Set()).add(name))
      }
    expect(kinds.size).toBeGreaterThan(10)
    for (const [prefix, names] of kinds) expect([prefix, ...names]).toHaveLength(2)
  })

  test('incidents: timelines and times', () => {
    const lines = Map.groupBy(rowsOf(world, 'OncallTimelineEntry'), ({ incidentId }) => incidentId)
    for (const { id, openedAt, acknowledgedAt, resolvedAt } of rowsOf(world, 'OncallIncident')) {
      const at = (kind: string) => lines.get(id)?.findLast((line) => line.kind === kind)?.at
      expect([openedAt, resolvedAt]).toEqual([at('opened'), at('resolved')])
      if (at('acknowledged') !== undefined) expect(acknowledgedAt).toBe(at('acknowledged'))
    }
  })

  const monitors = rowsOf(world, 'UptimeMonitor').filter(({ deleted }) => !deleted)

  test('monitors: the state began with its last transition, and going down with a failure', () => {
    expect(monitors.length).toBeGreaterThan(5)
    for (const { id, org, state, stateSince } of monitors) {
      const { transitions } = asked(world, 'listMonitorTransitions', callerOf(org), { id }).body
      expect([transitions[0]?.to ?? 'pending', transitions[0]?.at]).toEqual([state, stateSince])
      const times = transitions.map(({ at }) => at)
      expect(times).toEqual(times.toSorted().toReversed())
      const { failures } = asked(world, 'listMonitorFailures', callerOf(org), { id }).body
      const oldest = failures.at(-1)?.at ?? ''
      for (const { to, at, failingVantages } of transitions) {
        if (to !== 'down' || at <= oldest) continue
        const then = failures.filter((failure) => failure.at === at).map(({ vantage }) => vantage)
        expect(then).toEqual(expect.arrayContaining(failingVantages))
      }
    }
  })

  test('monitors: failures are in the metrics, up to the present, at the interval', () => {
    for (const { id, org, state, spans, intervalSeconds } of monitors) {
      const caller = callerOf(org)
      const { failures } = asked(world, 'listMonitorFailures', caller, { id }).body
      const { series } = asked(world, 'getMonitorMetrics', caller, { id }, { window: '1h' }).body
      const recent = failures.filter(({ at }) => Date.parse(at) > NINE - 3_600_000)
      for (const { at, vantage } of recent) {
        const points = series.find((one) => one.vantage === vantage)?.points ?? []
        const point = points.find(({ t }) => t <= Date.parse(at) / 1000 && t + 60 > Date.parse(at) / 1000)
        expect(point?.up).toBeLessThan(1)
      }
      if (seed !== acme) continue
      const step = intervalSeconds * 1000
      for (const { at } of failures) {
        const late = (Date.parse(at) - (spans[0]?.fromMs ?? 0)) % step
        // Times are shown in whole seconds.
        expect(Math.min(late, step - late)).toBeLessThan(1000)
      }
      if (state === 'down') expect(Date.parse(failures[0]?.at ?? '')).toBeGreaterThan(NINE - step)
      const times = series[0]?.points.map(({ t }) => t) ?? []
      if (state === 'down' && step === 60_000)
        expect(times.slice(1).map((t, index) => t - (times[index] ?? 0))).toEqual(Array(times.length - 1).fill(60))
    }
  })
})
