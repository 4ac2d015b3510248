import fc from 'fast-check'
import { liveRows } from '../shadow/rows.ts'
import { type Drawing, plainName } from './drawing.ts'
import { plainMail, verifiedDomain } from './ways.ts'

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
  region: ({ vocabulary, sampler }) => sampler.pick(vocabulary.regions ?? []),
  repoPrefixes: (drawing) => [`${plainName(drawing)}/`],
  createOidcRule: (drawing) => ({
    name: plainName(drawing),
    issuer: `https://${plainName(drawing)}.example.com`,
    audience: plainName(drawing),
    subjectPattern: `repo-${plainName(drawing)}`,
    mode: drawing.sampler.pick(['pull', 'readwrite']),
    ...(drawing.sampler.chance(0.5) && { repoPrefixes: [`${plainName(drawing)}/`] }),
  }),
  setUpstreamCredential: (drawing) => ({ username: plainName(drawing), password: secret(drawing) }),
  createDomain: (drawing) =>
    drawing.vocabulary.domainSuffix && { name: `${plainName(drawing)}.${drawing.vocabulary.domainSuffix}` },
  domainIds: ({ shadow, org, sampler }) => {
    const domain = sampler.pick(liveRows(shadow.world, 'EmailDomain', org))
    return domain && [domain.id]
  },
  /** Armed domains only: others get no routes (Errors, Email routes). */
  createRoute: (drawing) => {
    const { shadow, org, sampler } = drawing
    const domain = sampler.pick(armedDomains(drawing))
    const endpoint = sampler.pick(liveRows(shadow.world, 'EmailWebhook', org))
    return domain && endpoint && { domainId: domain.id, pattern: plainName(drawing), endpointId: endpoint.id }
  },
  sendMessage: (drawing) => {
    const domain = verifiedDomain(drawing)
    return domain && plainMail(drawing, domain)
  },
  address: (drawing) => `${plainName(drawing)}@reader.example`,
  url: (drawing) => `https://${plainName(drawing)}.example.com/hook`,
  eventTypes: ({ vocabulary, sampler }) =>
    vocabulary.eventTypes &&
    (sampler.chance(0.6)
      ? vocabulary.eventTypes
      : sampler.draw(fc.shuffledSubarray([...vocabulary.eventTypes], { minLength: 1 }))),
  disabled: ({ sampler }) => sampler.chance(0.5),
  billingEmail: (drawing) => `${plainName(drawing)}@contacts.example`,
  technicalEmail: (drawing) => `${plainName(drawing)}@contacts.example`,
  securityEmail: (drawing) => `${plainName(drawing)}@contacts.example`,
  createCluster: (drawing) => {
    const { sampler, shadow, org } = drawing
    const versions = liveRows(shadow.world, 'OrchestratorVersion', org)
    return {
      name: plainName(drawing),
      tier: sampler.pick(['small', 'medium', 'large']),
      ...(versions.length > 0 && sampler.chance(0.7) && { orchestratorVersion: sampler.pick(versions)?.id }),
      ...(sampler.chance(0.5) && { replicas: sampler.pick([1, 3]) }),
      ...(sampler.chance(0.5) && { mesh: sampler.chance(0.5) }),
      ...(sampler.chance(0.5) && {
        datastore: sampler.chance(0.5)
          ? { mode: 'shared' }
          : { mode: 'dedicated', size: 'db-medium', storageGiB: 50, replicas: 1, backups: sampler.chance(0.5) },
      }),
      ...(sampler.chance(0.5) && { managedLoadBalancers: { enabled: sampler.chance(0.7) } }),
    }
  },
  /** One thing at a time, and nothing that becomes less. */
  updateCluster: ({ sampler }) =>
    sampler.pick([{ replicas: 3 }, { managedLoadBalancers: { enabled: true } }, { tier: 'large' }]),
  since: ({ shadow }) => iso(shadow.world.nowMs - 24 * HOUR),
  to: ({ shadow, org, sampler }) => {
    const message = sampler.pick(liveRows(shadow.world, 'EmailMessage', org)) as { to?: readonly string[] } | undefined
    return message?.to?.[0]
  },
  /** Values of state are the target's own, and a cursor comes from an answer. */
  state: () => undefined,
  cursor: () => undefined,
  purge: ({ vocabulary, sampler }) => (sampler.chance(0.5) ? vocabulary.purgeValue : undefined),
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

export function armedDomains({ shadow, org }: Drawing) {
  return liveRows(shadow.world, 'EmailDomain', org).filter(
    (row) => 'receiveState' in row && (row.receiveState === 'pending' || row.receiveState === 'verified'),
  )
}

/** 128 bits that nobody else sends, so that it can be searched for in answers. */
const secret = ({ sampler }: Drawing): string =>
  sampler
    .draw(fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 32 }))
    .map((n) => n.toString(16))
    .join('')
