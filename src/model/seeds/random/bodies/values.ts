import { apiDay } from '../../../areas/oncall/queries/schedules/days.ts'
import { EVERYWHERE } from '../../../identity/identity.ts'
import { UNITS_MS } from '../../../values/lifetime.ts'
import type { Reader } from '../../../world/reader.ts'
import type { Dice } from '../../kit/dice.ts'
import { DAY, HOUR, MINUTE } from '../../kit/durations.ts'
import { noticed } from '../words/notices.ts'
import { UPDATES } from '../words/updates.ts'
import { name, type Sort } from '../words/vocabulary.ts'

/** The place of a made-up value: the operation, the world, and the number of the thing among its kind. */
export interface Place {
  readonly operation: string
  readonly reader: Reader
  readonly org: string
  readonly dice: Dice
  readonly number: number
  readonly salt: number
}

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'America/Sao_Paulo', 'Asia/Kolkata'] as const
const HOURS = ['06', '08', '09', '10', '14', '18', '22'] as const
const ISSUERS = ['token.actions.githubusercontent.com', 'gitlab.example', 'ci.example'] as const
const REFS = ['ref:refs/heads/main', 'pull_request', 'ref:refs/tags/*', 'environment:production'] as const

const named =
  (sort: Sort, between: string) =>
  ({ number, salt }: Place): string =>
    name(sort, number, salt, between)
const titled =
  (sort: Sort) =>
  (place: Place): string => {
    const text = name(sort, place.number, place.salt, ' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
const oneOf = <T>(items: readonly T[], dice: Dice): T | undefined => items[dice.between(0, items.length - 1)]
const inDays = (days: number, unit: keyof typeof UNITS_MS): number =>
  Math.max(1, Math.floor((days * DAY) / UNITS_MS[unit]))

/** Some of the things in a list, each once. */
export function some<T>(items: readonly T[], most: number, dice: Dice): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(left.length, dice.between(1, most)) }).flatMap(() =>
    left.splice(dice.between(0, left.length - 1), 1),
  )
}

/** The people of the organization, as schedules name them. */
export function people({ reader, org }: Place): { userId: string; label: string }[] {
  return [...reader.oldest('Membership', 'all', org)].flatMap(({ id }) => {
    const user = reader.get('User', EVERYWHERE, id)
    return user ? [{ userId: user.id, label: user.label }] : []
  })
}

/** A schedule first, and then people, each once. */
function steps(place: Place): object[] {
  const { reader, org, dice } = place
  const schedules = some([...reader.oldest('OncallSchedule', 'all', org)], 2, dice)
  const persons = some(people(place), schedules.length > 0 ? 2 : 3, dice)
  const targets = [
    ...schedules.map((row) => ({ kind: 'schedule', id: row.id, label: row.name })),
    ...persons.map(({ userId, label }) => ({ kind: 'user', id: userId, label })),
  ]
  return targets.map((target) => ({ target, waitSeconds: 60 * dice.between(1, 30) }))
}

/** From some days ago to some days ahead, for some hours. */
function turn({ reader, dice }: Place): { startsAt: string; endsAt: string } {
  const fromMs = reader.nowMs + dice.between(-2, 20) * HOUR + dice.between(0, 3) * 15 * MINUTE
  const at = (ms: number) => new Date(Math.floor(ms / MINUTE) * MINUTE).toISOString()
  return { startsAt: at(fromMs), endsAt: at(fromMs + dice.between(4, 72) * HOUR) }
}

/** The images of a registry, whose names a prefix or a rule may begin with. */
const team = (place: Place): string => name('repository', place.number, place.salt, '/').split('/')[0] ?? ''

/**
 * Values that a schema alone does not tell: their form is open, so gaps decide it, or they must agree with something
 * else. By their name; with the operation before it where it means something else there.
 */
export const VALUES: Readonly<Record<string, (place: Place) => unknown>> = {
  'createOncallService.name': named('service', ' '),
  'createUptimeService.name': named('service', ' '),
  'createMonitor.name': titled('check'),
  'createRegistry.slug': named('registry', '-'),
  'createRegistry.displayName': titled('registry'),
  'createCluster.name': named('cluster', '-'),
  'createSendKey.name': named('key', ' '),
  'createRegistryKey.name': named('key', '-'),
  'createRegistrationToken.name': named('node', ' '),
  'createToken.name': named('token', ' '),
  'createExportToken.name': named('scraper', ' '),
  'createAlertSource.name': named('source', ' '),
  'createSchedule.name': named('rotation', ', '),
  'createEscalationPolicy.name': named('policy', ' '),
  'createOidcRule.name': named('rule', ' of '),
  'createDomain.name': (place) => `${named('company', '-')(place)}.example`,
  'publishUpdate.body': ({ dice }) => dice.pick<string>(UPDATES),
  name: titled('service'),
  audience: team,
  pattern: (place) => named('mailbox', '')(place).replace(/\*(\d+)$/, '$1*'),
  region: ({ reader, dice }) => oneOf(reader.gap('registry.regions'), dice),
  issuer: ({ dice }) => `https://${dice.pick(ISSUERS)}`,
  subjectPattern: (place) => `repo:${named('repository', '/')(place)}:${place.dice.pick(REFS)}`,
  repoPrefixes: (place) => [`${team(place)}/`],
  timezone: ({ dice }) => dice.pick(ZONES),
  participants: (place) => some(people(place), 4, place.dice),
  time: ({ reader, dice }) => {
    const time = `${dice.pick(HOURS)}:00`
    return reader.gap('oncall.handoff-time-format') === 'hours-minutes-seconds' ? `${time}:00` : time
  },
  dow: ({ reader, dice }) => apiDay(reader, dice.between(1, 7)),
  steps,
  repeat: ({ dice }) => dice.between(0, 3),
  address: (place) => `${named('person', '.')(place)}@people.example`,
  'createWebhook.url': (place) => `https://hooks.${named('company', '-')(place)}.example/mail`,
  url: (place) =>
    `https://www.${named('company', '-')(place)}.example/${place.dice.pick(['', 'health', 'status', 'login'])}`,
  http: (place) => ({ url: VALUES.url?.(place) }),
  tcp: (place) => ({
    host: `${place.dice.pick(['db', 'mail', 'ldap', 'mq'])}.${named('company', '-')(place)}.example`,
    port: place.dice.pick([443, 465, 636, 5432, 5671, 6379]),
  }),
  vantages: ({ reader, org, dice }) => {
    const available = [...reader.oldest('UptimeVantage', 'all', org)].filter((vantage) => vantage.available)
    return some(available, 3, dice).map(({ id }) => id)
  },
  eventTypes: ({ reader, org, dice }) =>
    some([...reader.oldest('EmailEventType', 'all', org)], 2, dice).map(({ id }) => id),
  domainIds: ({ reader, org, dice }) =>
    some([...reader.oldest('EmailDomain', 'all', org)], 3, dice).map(({ id }) => id),
  downCondition: ({ dice }) => ({ confirmations: dice.between(1, 3), quorum: 1 }),
  timeoutMs: ({ dice }) => dice.between(2, 10) * 1000,
  replicas: ({ reader, dice }) => dice.between(1, reader.gap('clusters.most-replicas')),
  datastore: () => ({ mode: 'shared' }),
  'createToken.expiresIn': (place) => inDays(place.dice.between(1, 90), place.reader.gap('tokens.expires-in-unit')),
  'createRegistrationToken.expiresIn': (place) =>
    inDays(place.dice.between(1, 90), place.reader.gap('clusters.expires-in-unit')),
}

/** Bodies whose fields go together, by the operation. */
export const TOGETHER: Readonly<Record<string, (place: Place) => object>> = {
  addOverride: (place) => ({ ...some(people(place), 1, place.dice)[0], ...turn(place) }),
  openIncident: ({ reader, org, dice }) => {
    const service = oneOf([...reader.oldest('OncallService', 'all', org)], dice)
    return { serviceId: service?.id, ...noticed(service?.name ?? '', dice) }
  },
}
