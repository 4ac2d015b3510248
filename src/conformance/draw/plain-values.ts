import fc from 'fast-check'
import { liveRows } from '../rows.ts'
import { type Drawing, plainName } from './drawing.ts'

/** Draws a value, or undefined when what it needs is not there (no vocabulary, no such thing yet). */
export type PlainValue = (drawing: Drawing) => unknown

const HOUR = 3_600_000
const iso = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()

/**
 * Values that cannot be read off a schema, by operation and field, or by field alone. Everything here
 * is plain: no correct implementation refuses it.
 */
export const PLAIN_VALUES: Readonly<Record<string, PlainValue>> = {
  timezone: ({ sampler }) => sampler.pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo']),
  handoff: ({ sampler }) => {
    const time = sampler.pick(['08:00', '09:30', '17:00'])
    return sampler.chance(0.5)
      ? { interval: 'daily', time }
      : { interval: 'weekly', dow: sampler.draw(fc.integer({ min: 1, max: 5 })), time }
  },
  participants: ({ vocabulary, sampler }) => {
    const users = vocabulary.users ?? []
    if (users.length === 0) return undefined
    return sampler
      .draw(fc.shuffledSubarray([...users], { minLength: 1 }))
      .map(({ id, label }) => ({ userId: id, label }))
  },
  addOverride: ({ vocabulary, sampler, shadow }) => {
    const user = sampler.pick(vocabulary.users ?? [])
    if (!user) return undefined
    const now = shadow.world.nowMs
    const [from, to] = sampler.chance(0.7) ? [now - HOUR, now + 2 * HOUR] : [now + 48 * HOUR, now + 72 * HOUR]
    return { userId: user.id, label: user.label, startsAt: iso(from), endsAt: iso(to) }
  },
  steps: (drawing) => {
    const { vocabulary, sampler, shadow, org } = drawing
    const users = (vocabulary.users ?? []).map(({ id, label }) => ({ kind: 'user', id, label }))
    const schedules = liveRows(shadow.world, 'OncallSchedule', org).map((row) => ({
      kind: 'schedule',
      id: row.id,
      label: String((row as unknown as { name: string }).name),
    }))
    const targets = schedules.length > 0 && sampler.chance(0.7) ? schedules : [...users, ...schedules]
    if (targets.length === 0) return undefined
    return sampler.draw(
      fc.array(fc.record({ target: fc.constantFrom(...targets), waitSeconds: fc.integer({ min: 60, max: 900 }) }), {
        minLength: 1,
        maxLength: 2,
      }),
    )
  },
  repeat: ({ sampler }) => sampler.draw(fc.integer({ min: 1, max: 3 })),
  escalationPolicyId: ({ shadow, org, sampler }) => {
    const policies = liveRows(shadow.world, 'OncallEscalationPolicy', org)
    return policies.length === 0 || sampler.chance(0.35) ? null : sampler.pick(policies)?.id
  },
  rules: ({ sampler }) =>
    sampler.draw(
      fc.array(fc.record({ channel: fc.constant('email'), delaySeconds: fc.integer({ min: 0, max: 600 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
  phone: ({ vocabulary }) => vocabulary.phone,
  setProviderCredential: ({ vocabulary }) => vocabulary.provider,
  expiresIn: ({ sampler }) => sampler.draw(fc.integer({ min: 3600, max: 86_400 })),
  /** Narrowing a token needs roles and resources that the target knows; left out until they are learned. */
  scope: () => undefined,
  intervalSeconds: ({ shadow, org, sampler }) => {
    const row = sampler.pick(liveRows(shadow.world, 'UptimeInterval', org))
    return row && Number(row.id)
  },
  vantages: ({ shadow, org, sampler }) => {
    const offered = liveRows(shadow.world, 'UptimeVantage', org).filter(
      (row) => (row as unknown as { available: boolean }).available,
    )
    return offered.length === 0
      ? undefined
      : sampler.draw(
          fc.shuffledSubarray(
            offered.map(({ id }) => id),
            { minLength: 1 },
          ),
        )
  },
  timeoutMs: ({ sampler }) => sampler.draw(fc.constantFrom(1000, 2000, 5000)),
  /** A quorum of one fits any number of vantages. */
  downCondition: ({ sampler }) => ({ confirmations: sampler.draw(fc.integer({ min: 1, max: 3 })), quorum: 1 }),
  http: (drawing) => {
    const { sampler } = drawing
    return {
      url: `https://${plainName(drawing)}.example.com/health`,
      ...(sampler.chance(0.5) && { method: sampler.pick(['GET', 'HEAD']) }),
      ...(sampler.chance(0.3) && { followRedirects: sampler.chance(0.5) }),
      ...(sampler.chance(0.3) && { headers: { accept: 'text/html' } }),
      ...(sampler.chance(0.3) && { expectBodyContains: 'ok' }),
    }
  },
  tcp: (drawing) => ({
    host: `${plainName(drawing)}.example.com`,
    port: drawing.sampler.draw(fc.integer({ min: 1024, max: 9000 })),
    ...(drawing.sampler.chance(0.3) && { tls: true }),
  }),
}
