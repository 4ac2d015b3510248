import { apiDay } from '../../areas/oncall/queries/schedules/days.ts'
import { EVERYWHERE } from '../../identity/identity.ts'
import { UNITS_MS } from '../../values/lifetime.ts'
import type { Reader } from '../../world/reader.ts'
import type { Dice } from '../kit/dice.ts'
import { DAY, HOUR } from '../kit/durations.ts'

/** The place of a made-up value: the operation, the world, and the number of the thing. */
export interface Place {
  readonly operation: string
  readonly reader: Reader
  readonly org: string
  readonly dice: Dice
  readonly number: number
}

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'] as const
const WORDS = ['amber', 'birch', 'cobalt', 'dune', 'ember', 'fjord', 'grove', 'harbor', 'iris', 'juniper'] as const

const named = ({ dice, number }: Place): string => `${dice.pick(WORDS)}-${number}`
const oneOf = <T>(items: readonly T[], dice: Dice): T | undefined => items[dice.between(0, items.length - 1)]
const soon = ({ reader }: Place, ms: number): string => new Date(reader.nowMs + ms).toISOString()
const inDays = (days: number, unit: keyof typeof UNITS_MS): number =>
  Math.max(1, Math.floor((days * DAY) / UNITS_MS[unit]))

/** The address of somebody at a domain of the organization that sends, or receives. */
function ownAddress({ reader, org, dice }: Place, state: 'sendState' | 'receiveState'): string {
  const domains = [...reader.oldest('EmailDomain', 'all', org)].filter((one) => one[state] === 'verified')
  return `post@${oneOf(domains, dice)?.name}`
}

/** Somebody of the organization. */
export function member({ reader, org, dice }: Place): { userId: string; label: string } | undefined {
  const membership = oneOf([...reader.oldest('Membership', 'all', org)], dice)
  const user = membership && reader.get('User', EVERYWHERE, membership.id)
  return user && { userId: user.id, label: user.label }
}

function step(place: Place): object {
  const schedule = oneOf([...place.reader.oldest('OncallSchedule', 'all', place.org)], place.dice)
  const person = member(place)
  const target = schedule
    ? { kind: 'schedule', id: schedule.id, label: schedule.name }
    : { kind: 'user', id: person?.userId, label: person?.label }
  return { target, waitSeconds: place.dice.between(60, 3600) }
}

/**
 * Values that a schema alone does not tell: their form is open, so gaps decide it, or they must agree with something
 * else. By their name; with the operation before it where it means something else there.
 */
export const VALUES: Readonly<Record<string, (place: Place) => unknown>> = {
  name: named,
  slug: named,
  label: (place) => member(place)?.label,
  displayName: named,
  title: named,
  description: named,
  node: named,
  subject: named,
  text: named,
  body: named,
  alert: named,
  audience: named,
  pattern: named,
  'createDomain.name': (place) => `${named(place)}.example`,
  'imagePushed.repository': named,
  region: ({ reader, dice }) => oneOf(reader.gap('registry.regions'), dice),
  issuer: (place) => `https://${named(place)}.example`,
  subjectPattern: (place) => `repo:${named(place)}`,
  repoPrefixes: (place) => [`${named(place)}/`],
  timezone: ({ dice }) => dice.pick(ZONES),
  participants: (place) => [member(place)],
  time: ({ reader }) => (reader.gap('oncall.handoff-time-format') === 'hours-minutes-seconds' ? '09:00:00' : '09:00'),
  dow: ({ reader, dice }) => apiDay(reader, dice.between(1, 7)),
  startsAt: (place) => soon(place, HOUR),
  endsAt: (place) => soon(place, DAY),
  steps: (place) => [step(place)],
  repeat: ({ dice }) => dice.between(0, 3),
  address: (place) => `${named(place)}@people.example`,
  'messageSent.from': (place) => ownAddress(place, 'sendState'),
  'messageSent.to': (place) => [`${named(place)}@people.example`],
  'messageReceived.from': (place) => `${named(place)}@people.example`,
  'messageReceived.to': (place) => [ownAddress(place, 'receiveState')],
  url: (place) => `https://${named(place)}.example/`,
  http: (place) => ({ url: `https://${named(place)}.example/` }),
  tcp: (place) => ({ host: `${named(place)}.example`, port: place.dice.between(1, 65_535) }),
  vantages: ({ reader, org, dice }) => {
    const available = [...reader.oldest('UptimeVantage', 'all', org)].filter((vantage) => vantage.available)
    return [oneOf(available, dice)?.id]
  },
  eventTypes: ({ reader, org, dice }) => [oneOf([...reader.oldest('EmailEventType', 'all', org)], dice)?.id],
  downCondition: ({ dice }) => ({ confirmations: dice.between(1, 3), quorum: 1 }),
  timeoutMs: ({ dice }) => dice.between(1, 10) * 1000,
  latencyMs: ({ dice }) => dice.between(20, 400),
  replicas: ({ reader, dice }) => dice.between(1, reader.gap('clusters.most-replicas')),
  datastore: () => ({ mode: 'shared' }),
  'createToken.expiresIn': (place) => inDays(place.dice.between(1, 90), place.reader.gap('tokens.expires-in-unit')),
  'createRegistrationToken.expiresIn': (place) =>
    inDays(place.dice.between(1, 90), place.reader.gap('clusters.expires-in-unit')),
}
