import { describe, expect, test } from 'vitest'
import { EVERYWHERE } from '../../../src/model/identity/identity.ts'
import { seedNamed } from '../../../src/model/seeds/seeds.ts'
import { everyRow, getRow, type Row, type Table } from '../../../src/model/table/table.ts'
import type { Rows } from '../../../src/model/world/rows.ts'
import type { World } from '../../../src/model/world/world.ts'
import { grown, rowsOf } from './support.ts'

const NAMES = ['acme', 'random:1:500', 'random:5:500', 'random:77:500', 'random:2026:600', 'random:5:2000']

function worldNamed(name: string): World {
  const seed = seedNamed(name)
  if (!seed) throw new Error(`there is no seed ${name}`)
  return grown(seed)
}

type Event = Rows['EmailMessageEvent']

/** What is wrong with what befell a message on its way to one recipient: it is taken, or given back, and only then disliked. */
function unlawful(events: readonly Event[]): string | undefined {
  const told = events.map(({ kind, bounceType }) => (kind === 'bounced' ? `${bounceType} bounce` : kind)).join(', ')
  return /^sent(, soft bounce)*(, delivered(, complained)?|, hard bounce)?$/.test(told) ? undefined : told
}

/** The state that the last events of a message lead to. */
function stageAfter(events: readonly Event[]): string {
  const had = (kind: string) => events.some((event) => event.kind === kind && event.bounceType !== 'soft')
  return ['complained', 'bounced', 'delivered'].find(had) ?? 'sent'
}

/** Every list of texts anywhere in a row. */
function* listsIn(value: unknown, path = ''): Generator<readonly [string, readonly unknown[]]> {
  if (Array.isArray(value)) yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, inside] of Object.entries(value)) yield* listsIn(inside, `${path}.${name}`)
}

/** Everybody who is named with an id and a label, anywhere in a row. */
function* peopleIn(value: unknown): Generator<{ readonly userId: string; readonly label: string }> {
  if (typeof value !== 'object' || value === null) return
  if ('userId' in value && 'label' in value) yield value as { userId: string; label: string }
  if ('kind' in value && value.kind === 'user' && 'id' in value && 'label' in value)
    yield { userId: String(value.id), label: String(value.label) }
  for (const inside of Object.values(value)) yield* peopleIn(inside)
}

describe.each(NAMES)('%s', (name) => {
  const world = worldNamed(name)
  const rows = Object.entries(world.tables as Record<string, Table<Row>>).flatMap(([table, { rows }]) =>
    [...rows.values()].map((row) => [table, row] as const),
  )
  const share = <T>(items: readonly T[], is: (item: T) => boolean): number => items.filter(is).length / items.length

  test('what befalls a message comes in a lawful order, and once for each recipient', () => {
    const events = Map.groupBy([...everyRow(world.tables.EmailMessageEvent)], ({ messageId }) => messageId)
    const wrong: string[] = []
    for (const { id, org, stage, to, cc = [], reached } of rowsOf(world, 'EmailMessage')) {
      const all = (events.get(id) ?? []).toSorted((one, other) => one.seq - other.seq)
      if (['queued', 'failed', 'received'].includes(stage)) {
        if (all.length > 0) wrong.push(`${id} ${stage} has events`)
        continue
      }
      const times = all.map(({ occurredAt }) => occurredAt)
      if (String(times) !== String(times.toSorted())) wrong.push(`${id} ${times}`)
      for (const recipient of reached) {
        const told = unlawful(all.filter((event) => event.kind === 'sent' || event.recipient === recipient))
        if (told !== undefined) wrong.push(`${id} ${recipient}: ${told}`)
      }
      if (stage !== stageAfter(all)) wrong.push(`${id} is ${stage} after ${all.map(({ kind }) => kind)}`)
      if (all.some(({ recipient }) => recipient !== undefined && ![...to, ...cc].includes(recipient)))
        wrong.push(`${id} reached somebody else`)
      for (const { kind, bounceType, recipient = '' } of all)
        if (kind === 'complained' || bounceType === 'hard')
          if (!rowsOf(world, 'EmailSuppression', org).some(({ address }) => address === recipient))
            wrong.push(`${recipient} is not suppressed`)
    }
    expect(wrong).toEqual([])
  })

  test('labels are those of the people and schedules whose ids stand beside them', () => {
    const named = rows.flatMap(([, row]) => [...peopleIn(row)])
    expect(named.length).toBeGreaterThan(20)
    const wrong = named.filter(({ userId, label }) => getRow(world.tables.User, [EVERYWHERE, userId])?.label !== label)
    expect(wrong).toEqual([])
    const targets = rowsOf(world, 'OncallEscalationPolicy').flatMap(({ org, steps }) =>
      steps.filter(({ target }) => target.kind === 'schedule').map(({ target }) => ({ org, ...target })),
    )
    expect(
      targets.filter(({ org, id, label }) => getRow(world.tables.OncallSchedule, [org, id])?.name !== label),
    ).toEqual([])
  })

  test('no list names anything twice', () => {
    const twice = rows.flatMap(([table, row]) =>
      [...listsIn(row)]
        .filter(([path]) => !/payload|script/.test(path))
        .filter(([, list]) => new Set(list.map((item) => JSON.stringify(item))).size < list.length)
        .map(([path, list]) => `${table}${path} ${JSON.stringify(list)}`),
    )
    expect(twice).toEqual([])
    const people = rowsOf(world, 'OncallSchedule').map(({ participants }) => participants.map(({ userId }) => userId))
    for (const ids of people) expect(new Set(ids).size).toBe(ids.length)
  })

  test('most services have a policy, and people were paged for most of their incidents', () => {
    const services = rowsOf(world, 'OncallService', 'acme')
    expect(share(services, ({ escalationPolicyId }) => escalationPolicyId !== undefined)).toBeGreaterThan(0.5)
    expect(rowsOf(world, 'Page', 'acme').length).toBeGreaterThan(10)
    expect(new Set(rowsOf(world, 'Page', 'acme').map(({ channel }) => channel)).size).toBeGreaterThan(1)
  })

  test('incidents are taken within hours or not at all, and over after that', () => {
    const wrong = rowsOf(world, 'OncallIncident').filter(({ openedAt, acknowledgedAt, resolvedAt }) => {
      const minutes = (Date.parse(acknowledgedAt ?? openedAt) - Date.parse(openedAt)) / 60_000
      return minutes < 0 || minutes > 12 * 60 || (resolvedAt !== undefined && resolvedAt < (acknowledgedAt ?? openedAt))
    })
    expect(wrong).toEqual([])
  })

  test('sizes differ', () => {
    const images = rowsOf(world, 'RegistryManifest').map(({ imageBytes }) => imageBytes)
    expect(new Set(images).size / images.length).toBeGreaterThan(0.8)
    const mails = rowsOf(world, 'EmailMessage').map(({ sizeBytes }) => sizeBytes)
    expect(new Set(mails).size / mails.length).toBeGreaterThan(0.2)
  })

  test('credentials are used, and some are narrowed', () => {
    expect(rowsOf(world, 'PersonalToken').some(({ scope }) => scope.length > 0)).toBe(true)
    expect(rowsOf(world, 'PersonalToken').some(({ scope }) => scope.some((one) => one.resourceIds.length > 0))).toBe(
      true,
    )
    expect(rowsOf(world, 'UptimeExportToken').some(({ lastUsedAt }) => lastUsedAt !== '')).toBe(true)
    for (const table of ['EmailSendKey', 'RegistryKey'] as const) {
      const keys = rowsOf(world, table)
      expect([table, keys.some(({ lastUsedAt }) => lastUsedAt !== undefined)]).toEqual([table, true])
      for (const { createdAt, lastUsedAt = createdAt } of keys) expect(lastUsedAt >= createdAt).toBe(true)
    }
  })

  test('what people have written is language', () => {
    const texts = [
      ...rowsOf(world, 'OncallIncident').map(({ title }) => title),
      ...rowsOf(world, 'PublicUpdate').map(({ body }) => body),
      ...rowsOf(world, 'EmailMessage').flatMap(({ text }) => text ?? []),
    ]
    // Some languages do without spaces.
    expect(texts.filter((text) => !/\s|\p{Script=Han}|\p{Script=Hiragana}/u.test(text))).toEqual([])
    const titles = rowsOf(world, 'OncallIncident', 'acme').map(({ title }) => title)
    expect(new Set(titles).size / titles.length).toBeGreaterThan(0.6)
    const subjects = rowsOf(world, 'EmailMessage', 'acme').flatMap(({ subject }) => subject ?? [])
    expect(new Set(subjects).size / subjects.length).toBeGreaterThan(0.6)
  })

  test('names are not numbered through', () => {
    const names = (['OncallService', 'Cluster', 'UptimeMonitor', 'EmailDomain', 'OncallSchedule'] as const).flatMap(
      (table) => rowsOf(world, table).map((row) => row.name),
    )
    expect(share(names, (text) => /[- ]\d{2,}(\.example)?$/.test(text))).toBeLessThan(0.1)
  })
})
