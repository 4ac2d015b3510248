import { expect, test } from 'vitest'
import { RANDOM } from '../../../src/model/seeds/random/index.ts'
import { SEEDS, SEEDS_ON_OFFER, seedNamed } from '../../../src/model/seeds/seeds.ts'
import { worldToJson } from '../../../src/model/world-file.ts'
import { asked, counted, grown, NINE, rowsOf } from './support.ts'

test('the seeds by name; the first is the usual one', () => {
  expect(SEEDS.map(({ name }) => name)).toEqual(['acme', 'empty', 'small'])
  expect(SEEDS_ON_OFFER.at(-1)).toBe(RANDOM)
  expect(
    ['acme', 'random:7:20', 'random:7', 'random::3', 'random:7:100001', 'nothing'].map((name) => seedNamed(name)?.name),
  ).toEqual(['acme', 'random:7:20', undefined, undefined, undefined, undefined])
})

const wild = (name: string) => {
  const seed = seedNamed(name)
  if (!seed) throw new Error(`there is no seed ${name}`)
  return grown(seed)
}

test('the same for the same name, another for another', () => {
  const json = (name: string) => JSON.stringify(worldToJson(wild(name), { clock: 'frozen', actors: {}, gaps: {} }))
  expect(json('random:7:60')).toBe(json('random:7:60'))
  expect(json('random:8:60')).not.toBe(json('random:7:60'))
})

test('as many as asked for, over all areas', () => {
  const world = wild('random:7:600')
  const made = [
    'Registry',
    'RegistryManifest',
    'RegistryKey',
    'EmailDomain',
    'EmailMessage',
    'OncallIncident',
    'OncallSchedule',
    'OncallOverride',
    'OncallEscalationPolicy',
    'Cluster',
    'Node',
    'UptimeMonitor',
    'UptimeProbe',
    'PersonalToken',
  ] as const
  for (const table of made) expect([table, rowsOf(world, table).length > 15]).toEqual([table, true])
  expect(rowsOf(wild('random:7:0'), 'Registry')).toEqual([])
})

test('monitors are probed up to now, endpoints answer, and mail says something', () => {
  const world = wild('random:7:600')
  const { monitors } = asked(world, 'listMonitors', 'owner').body
  const probed = monitors.filter(({ enabled, state }) => enabled && state !== 'pending')
  expect(probed.length).toBeGreaterThan(2)
  for (const { id, intervalSeconds } of probed) {
    const { series, stepSeconds } = asked(world, 'getMonitorMetrics', 'owner', { id }, { window: '24h' }).body
    const last = Math.max(...series.flatMap(({ points }) => points.map(({ t }) => t)))
    expect(NINE / 1000 - last).toBeLessThanOrEqual(Math.max(intervalSeconds, stepSeconds))
  }
  const states = counted(world, 'EmailDelivery', ({ state }) => state)
  expect(Object.keys(states)).toEqual(expect.arrayContaining(['delivered', 'failed']))
  const mail = rowsOf(world, 'EmailMessage')
  expect(mail.filter(({ text }) => text === undefined)).toEqual([])
  const scripts = /\p{Script=Han}|\p{Script=Greek}|\p{Script=Cyrillic}/u
  expect(mail.some(({ subject = '' }) => scripts.test(subject))).toBe(true)
})
