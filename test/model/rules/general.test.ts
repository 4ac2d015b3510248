import { describe, expect, test } from 'vitest'
import { AREAS } from '../../../src/contract/areas.ts'
import type { GapValues } from '../../../src/contract/generated/gaps.ts'
import { type ActorSeed, seedIdentities } from '../../../src/model/access/seed-identities.ts'
import { seedCatalog } from '../../../src/model/areas/uptime/state/catalog.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { type Answer, contract, makeModel, type Options } from '../support.ts'

const rulesOf = ({ outcome }: Answer) => outcome.rules
const gapsOf = ({ outcome }: Answer) => outcome.gaps
const refusal = (answer: Answer) => [answer.status, answer.body.error, rulesOf(answer)]

/** Somebody of two organizations, whose credential is for the second. */
const WANDERER: ActorSeed = {
  credential: 'wanderer',
  organization: 'globex',
  role: 'member',
  userId: 'usr_wanderer',
  label: 'The wanderer',
  email: 'wanderer@acme.example',
}

function withWanderer(options: Options = {}) {
  const model = makeModel(options)
  model.seed((world) => seedIdentities(world, [{ ...WANDERER, credential: 'old', organization: 'acme' }, WANDERER]))
  return model
}

describe('GEN-05: who is calling', () => {
  test.each([
    ['listTokens', 'unauthenticated'],
    ['listDomains', 'no valid session'],
    ['listMonitors', 'no valid session'],
    ['listIncidents', 'unauthenticated'],
  ] as const)('%s without a credential: %s', (operation, text) => {
    expect(makeModel().call(operation, undefined)).toMatchObject({ status: 401, body: { error: text } })
  })

  test.each(AREAS)('nobody gets into %s, and one rule says so', (area) => {
    const found = [...contract.operations.values()].find((operation) => operation.area === area)
    const { status, outcome } = makeModel().call(found?.id as OperationId, undefined)
    const open = area === 'registry' || area === 'oncall'
    expect({ status, rules: outcome.rules }).toEqual({
      status: 401,
      rules: [open ? 'general.caller-needed-open' : 'general.caller-needed'],
    })
  })

  test('the texts are open', () => {
    const texts = { email: 'who are you' } as GapValues['general.unauthenticated-texts']
    const { call } = makeModel({ gaps: { 'general.unauthenticated-texts': texts } })
    expect(call('listDomains', undefined).body).toEqual({ error: 'who are you' })
  })

  test('a credential that nobody knows is refused; with what is open', () => {
    const { call, setGap } = makeModel()
    const wrong = [401, 'this credential is not valid', ['general.credential-unknown']]
    expect(refusal(call('listTokens', 'nobody'))).toEqual(wrong)
    setGap('general.invalid-credential-status', 403)
    expect(call('listTokens', 'nobody').status).toBe(403)
    expect(call('listTokens', undefined).status).toBe(401)
  })

  test('so is one that has expired or was switched off', () => {
    const { call, happen, advance, setGap } = makeModel()
    setGap('general.expired-credential-status', 419)
    const first = call('createToken', 'owner', { body: { name: 'short', expiresIn: 60 } }).body
    const second = call('createToken', 'owner', { body: { name: 'long', expiresIn: 3600 } }).body
    advance(61)
    const expired = call('listTokens', first.key)
    expect(refusal(expired)).toEqual([419, 'this credential has expired', ['general.credential-expired']])
    happen('tokenDisabled', { tokenId: second.id })
    expect(refusal(call('listTokens', second.key))).toEqual([
      419,
      'this credential is switched off',
      ['general.credential-expired'],
    ])
  })
})

describe('GEN-04: the acting organization', () => {
  const slug = (answer: Answer<'createToken'>) => answer.body.orgSlug
  const mint = { body: { name: 'one' } }

  test('is the credential’s, unless the gap says otherwise', () => {
    const { call, setGap } = withWanderer()
    expect(slug(call('createToken', 'wanderer', mint))).toBe('globex')
    expect(slug(call('createToken', 'wanderer', { ...mint, organization: 'acme' }))).toBe('globex')
    setGap('general.acting-organization', 'header')
    expect(slug(call('createToken', 'wanderer', mint))).toBe('globex')
    expect(slug(call('createToken', 'wanderer', { ...mint, organization: 'acme' }))).toBe('acme')
    setGap('general.acting-organization', 'first-membership')
    expect(slug(call('createToken', 'wanderer', mint))).toBe('acme')
  })

  test('has to be one the caller belongs to', () => {
    const { call, setGap } = withWanderer({ gaps: { 'general.acting-organization': 'header' } })
    const refused = call('createToken', 'owner', { ...mint, organization: 'globex' })
    expect(refusal(refused)).toEqual([403, 'you do not belong to this organization', ['general.membership-needed']])
    setGap('general.no-membership-status', 404)
    expect(call('createToken', 'owner', { ...mint, organization: 'globex' }).status).toBe(404)
  })

  test('of a personal token is the one it was minted in (Authentication, point 2)', () => {
    const { call, setGap } = withWanderer()
    const { key } = call('createToken', 'wanderer', mint).body
    setGap('general.acting-organization', 'header')
    expect(slug(call('createToken', key, { ...mint, organization: 'acme' }))).toBe('globex')
  })

  test('has a say only where there is a choice', () => {
    const { call } = withWanderer()
    expect(gapsOf(call('createToken', 'owner', mint))).not.toContain('general.acting-organization')
    expect(gapsOf(call('createToken', 'wanderer', mint))).toContain('general.acting-organization')
  })

  test('does not hold what another one has; the status of that is open', () => {
    const { call, setGap } = makeModel()
    const { id } = call('createSchedule', 'owner', {
      body: {
        name: 'one',
        timezone: 'UTC',
        participants: [{ userId: 'usr_owner', label: 'The owner' }],
        handoff: { interval: 'daily', time: '09:00' },
      },
    }).body
    const theirs = { parameters: { id } }
    expect(refusal(call('deleteSchedule', 'outsider', theirs))).toEqual([
      404,
      `there is no schedule ${id}`,
      ['general.foreign-resource'],
    ])
    setGap('general.foreign-status', 403)
    expect(call('deleteSchedule', 'outsider', theirs).status).toBe(403)
    const nobodys = call('deleteSchedule', 'outsider', { parameters: { id: 'no-such' } })
    expect([nobodys.status, rulesOf(nobodys)]).toEqual([404, ['general.unknown-resource-open']])
  })
})

describe('GEN-08: input', () => {
  const createKey = (body: unknown) =>
    makeModel().call('createRegistryKey', 'owner', {
      parameters: { slug: 'images' },
      body,
    })

  test.each([
    ['without a required field', { mode: 'pull' }, 'general.input-invalid'],
    ['with a value outside its enumeration', { name: 'ci', mode: 'push' }, 'general.input-invalid'],
    ['of another type', { name: 7, mode: 'pull' }, 'general.input-malformed'],
    ['with null for a word of a list', { name: 'ci', mode: null }, 'general.input-malformed'],
    ['that is no object', ['ci'], 'general.input-malformed'],
    ['that is missing', undefined, 'general.input-invalid'],
  ])('a body %s', (_what, body, rule) => {
    const general = rulesOf(createKey(body)).filter((id) => id.startsWith('general.input'))
    expect(general).toEqual([rule])
  })

  test('a missing body lacks nothing where no field is required', () => {
    const answer = makeModel().call('updateContacts', 'owner')
    expect(rulesOf(answer)).toContain('general.input-malformed')
  })

  test('REG-24: a missing query parameter', () => {
    const answer = makeModel().call('listTags', 'owner', { parameters: { slug: 'images' } })
    expect(rulesOf(answer)).toContain('general.input-invalid')
  })

  test('only what is stated is held against anybody', () => {
    const { outcome } = createKey({ name: 7, mode: 'pull' })
    const applied = outcome.kind === 'refused' ? outcome.refusals : []
    expect(applied.find(({ rule }) => rule.id === 'general.input-malformed')?.rule.provenance).toBe('assumed')
  })
})

describe('bodies where nothing is stated', () => {
  const schedule = {
    name: 'one',
    timezone: 'UTC',
    participants: [{ userId: 'usr_owner', label: 'The owner' }],
    handoff: { interval: 'daily', time: '09:00' },
  }
  const policy = (repeat: number) => ({
    name: 'one',
    repeat,
    steps: [{ target: { kind: 'user', id: 'usr_owner', label: 'The owner' }, waitSeconds: 60 }],
  })

  test('an unlisted field is passed over, or refused by name', () => {
    const { call, setGap } = makeModel()
    const body = { ...schedule, handoff: { ...schedule.handoff, when: 'noon' } }
    expect(call('createSchedule', 'owner', { body }).status).toBe(201)
    setGap('general.unknown-body-fields', 'refuse')
    expect(refusal(call('createSchedule', 'owner', { body }))).toEqual([
      400,
      'handoff.when is not a field here',
      ['general.field-unknown'],
    ])
    expect(call('createSchedule', 'owner', { body: schedule }).status).toBe(201)
  })

  test('an unlisted field that is passed over is not kept, however deep it stands', () => {
    const { call, seed } = makeModel()
    seed((world, choices) => seedCatalog(world, 'acme', choices))
    const odd = { colour: 'blue' }
    const shownFor = [
      call('createSchedule', 'owner', {
        body: {
          ...schedule,
          participants: [{ ...schedule.participants[0], ...odd }],
          handoff: { ...schedule.handoff, ...odd },
        },
      }),
      call('createEscalationPolicy', 'owner', {
        body: {
          ...policy(1),
          steps: [{ target: { kind: 'user', id: 'usr_owner', label: 'The owner', ...odd }, waitSeconds: 60, ...odd }],
        },
      }),
      call('savePagingSettings', 'owner', { body: { rules: [{ channel: 'email', delaySeconds: 0, ...odd }] } }),
      call('createMonitor', 'owner', {
        body: {
          name: 'one',
          intervalSeconds: 60,
          vantages: ['fra'],
          kind: 'http',
          http: { url: 'https://acme.example', headers: odd, ...odd },
          downCondition: { confirmations: 1, quorum: 1, ...odd },
        },
      }),
      call('createCluster', 'owner', {
        body: { name: 'blue', tier: 'small', datastore: { mode: 'dedicated', ...odd } },
      }),
    ]
    expect(shownFor.map(({ status }) => Math.floor(status / 100))).toEqual([2, 2, 2, 2, 2])
    expect(JSON.stringify(shownFor.map(({ body }) => body)).split('colour')).toHaveLength(2)
  })

  test.each([
    ['createToken', { name: '' }, 'name'],
    ['createToken', { name: 'one', scope: [{ role: '' }] }, 'scope.0.role'],
    ['createUptimeService', { name: '' }, 'name'],
    ['createExportToken', { name: '' }, 'name'],
    ['createRegistrationToken', { name: '' }, 'name'],
    ['createMonitor', { name: '', kind: 'tcp', intervalSeconds: 60, vantages: ['fra'] }, 'name'],
    [
      'createMonitor',
      { name: 'a', kind: 'tcp', intervalSeconds: 60, vantages: [], tcp: { host: '', port: 1 } },
      'tcp.host',
    ],
    ['updateMonitor', { name: '' }, 'name'],
    ['createSendKey', { name: '' }, 'name'],
    ['createRegistryKey', { name: '', mode: 'pull' }, 'name'],
    ['setUpstreamCredential', { username: 'bob', password: '' }, 'password'],
    ['updateSchedule', { name: '' }, 'name'],
    ['createSchedule', { ...schedule, participants: [{ userId: '', label: 'x' }] }, 'participants.0.userId'],
    ['publishUpdate', { body: '' }, 'body'],
  ] as const)('%s with an empty text is refused, or not', (operation, body, field) => {
    const { call, setGap } = makeModel()
    const asked = { parameters: { id: 'x', name: 'x', slug: 'x', host: 'x' }, body }
    const message = `${field} must not be empty`
    const refusals = () => {
      const { outcome } = call(operation, 'owner', asked)
      return outcome.kind === 'refused' ? outcome.refusals.map((one) => one.message) : []
    }
    expect(refusals()).toContain(message)
    setGap('general.empty-strings', 'accept')
    expect(refusals()).not.toContain(message)
  })

  test('a blank text has a gap of its own', () => {
    const { call, setGap } = makeModel()
    const create = (name: string) => call('createUptimeService', 'owner', { body: { name } }).status
    expect([create(' '), create('')]).toEqual([400, 400])
    setGap('general.blank-strings', 'accept')
    expect([create(' '), create('')]).toEqual([201, 400])
  })

  test('a map takes any field', () => {
    const { call } = makeModel({ gaps: { 'general.unknown-body-fields': 'refuse' } })
    const http = { url: 'https://acme.example', headers: { 'X-Any': 'thing' } }
    const answer = call('createMonitor', 'owner', {
      body: { name: 'one', intervalSeconds: 60, vantages: [], kind: 'http', http },
    })
    expect(rulesOf(answer)).not.toContain('general.field-unknown')
  })

  test('white space around a text is kept, or trimmed', () => {
    const { call, setGap } = makeModel()
    const body = { ...schedule, name: ' one ', participants: [{ userId: 'usr_owner', label: '\tThe owner ' }] }
    expect(call('createSchedule', 'owner', { body }).body.name).toBe(' one ')
    setGap('general.trimming', 'trim')
    expect(call('createSchedule', 'owner', { body }).body).toMatchObject(schedule)
  })

  test('a text may be too long, counted in characters', () => {
    const { call, setGap } = makeModel()
    setGap('general.maximum-length', 16)
    const long = call('createSchedule', 'owner', { body: { ...schedule, name: '🦊'.repeat(17) } })
    expect(refusal(long)).toEqual([400, 'name has more than 16 characters', ['general.text-too-long']])
    const fitting = call('createSchedule', 'owner', { body: { ...schedule, name: '🦊'.repeat(16) } })
    expect(fitting.status).toBe(201)
    expect(gapsOf(fitting)).not.toContain('general.maximum-length')
  })

  test('an integer may be out of bounds', () => {
    const { call } = makeModel({ gaps: { 'general.integer-bounds': { minimum: 0, maximum: 2 } } })
    const answer = call('createEscalationPolicy', 'owner', { body: policy(3) })
    expect(rulesOf(answer)).toContain('general.integer-out-of-bounds')
    expect(gapsOf(answer)).toContain('general.integer-bounds')
  })

  test('null in a creation is refused, or as good as nothing', () => {
    const { call, setGap } = makeModel()
    const body = { ...schedule, handoff: { ...schedule.handoff, dow: null } }
    expect(refusal(call('createSchedule', 'owner', { body }))).toEqual([
      400,
      'handoff.dow must be an integer',
      ['general.input-malformed'],
    ])
    setGap('general.null-in-create', 'ignore')
    expect(call('createSchedule', 'owner', { body }).body.handoff).toEqual(schedule.handoff)
    expect(call('createSchedule', 'owner', { body: { ...schedule, name: null } }).status).toBe(400)
  })

  test('null in a change is refused, as good as nothing, or clears what may be missing', () => {
    const { call, setGap, seed } = makeModel()
    seed((world, choices) => seedCatalog(world, 'acme', choices))
    const service = call('createUptimeService', 'owner', { body: { name: 'shop' } }).body.id
    const tcp = { host: 'acme.example', port: 443 }
    const body = { name: 'one', kind: 'tcp', tcp, serviceId: service, intervalSeconds: 60, vantages: ['fra'] }
    const { id } = call('createMonitor', 'owner', { body }).body
    const change = (given: unknown) => call('updateMonitor', 'owner', { parameters: { id }, body: given })
    expect(change({ serviceId: null }).status).toBe(400)
    setGap('general.null-in-patch', 'ignore')
    expect(change({ serviceId: null, name: 'two' }).body).toMatchObject({ serviceId: service, name: 'two' })
    setGap('general.null-in-patch', 'clear')
    expect(change({ serviceId: null, name: null }).body).toMatchObject({ name: 'two' })
    expect(change({}).body).not.toHaveProperty('serviceId')
  })
})

describe('what the server makes up', () => {
  const minted = <Id extends OperationId = 'createUptimeService'>(
    gaps: Partial<GapValues>,
    operation = 'createUptimeService' as Id,
  ) => makeModel({ gaps, now: '2026-03-05T09:00:00.250Z' }).call(operation, 'owner', { body: { name: 'one' } }).body

  test.each([
    ['prefixed', /^ups_[0-9a-z]{12}$/],
    ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['ulid', /^01KJYKKBVT[0-9A-HJKMNP-TV-Z]{16}$/],
    ['number', /^\d+$/],
  ] as const)('an id that is %s', (form, look) => {
    expect(minted({ 'general.id-format': form }).id).toMatch(look)
  })

  test.each([
    ['iso-seconds', '2026-03-05T09:00:00Z'],
    ['iso-milliseconds', '2026-03-05T09:00:00.250Z'],
    ['unix-seconds', '1772701200'],
    ['unix-milliseconds', '1772701200250'],
  ] as const)('a time in %s', (form, shown) => {
    expect(minted({ 'general.time-strings': form }).createdAt).toBe(shown)
  })

  test('a date-time is ISO 8601 whatever the other times are', () => {
    const { call, setGap } = makeModel({
      gaps: { 'general.time-strings': 'unix-seconds' },
      now: '2026-03-05T09:00:00.250Z',
    })
    call('createToken', 'owner', { body: { name: 'one' } })
    setGap('general.date-time-precision', 'milliseconds')
    call('createToken', 'owner', { body: { name: 'two' } })
    const [first, second] = call('listTokens', 'owner').body.tokens
    expect([first?.createdAt, second?.createdAt]).toEqual(['2026-03-05T09:00:00Z', '2026-03-05T09:00:00.250Z'])
  })

  test('a secret has as many characters as the gap says', () => {
    expect(minted({ 'general.secret-length': 64 }, 'createToken').key).toMatch(/^ustd_[0-9a-z]{64}$/)
    expect(minted({}, 'createToken').key).toMatch(/^ustd_[0-9a-z]{32}$/)
  })
})
