import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import type { Options } from '../../support.ts'
import { makeOncall } from './world.ts'

const mistaken = await mistakenModel()

const CREDENTIAL = { accountSid: 'AC5f', authToken: '7d1f0c5be2a94c1f', fromNumber: '+15550100100' }
const EMAIL = { channel: 'email', delaySeconds: 0 }
const SMS = { channel: 'sms', delaySeconds: 120 }
const PHONE = '+15550100199'

/** An organization with a provider credential. */
function makeSettings(options: Options = {}) {
  const oncall = makeOncall(options)
  const { call } = oncall
  call('setProviderCredential', 'admin', { body: CREDENTIAL })
  return {
    ...oncall,
    save: (body: object, actor = 'member') => call('savePagingSettings', actor, { body }),
    settings: (actor = 'member') => call('getPagingSettings', actor).body,
  }
}

describe('paging settings', () => {
  test('ONC-15: are email at once for someone who never saved any', () => {
    expect(makeSettings().settings()).toEqual({ email: 'member@acme.example', phone: '', rules: [EMAIL] })
  })

  test('ONC-15: are personal, and their email is the session’s', () => {
    const { save, settings } = makeSettings()
    const saved = { email: 'member@acme.example', phone: PHONE, rules: [SMS] }
    const { status, body } = save({ phone: PHONE, rules: [SMS], email: 'else@acme.example' })
    expect([status, body]).toEqual([200, saved])
    expect(settings()).toEqual(saved)
    expect(settings('owner').rules).toEqual([EMAIL])
  })

  test('ONC-15: hold in one organization or in all', () => {
    const scoped = (gap: 'organization' | 'user') => {
      const { save, settingsKept } = makeSettings({ gaps: { 'oncall.paging-scope': gap } })
      save({ rules: [] })
      return settingsKept()
    }
    expect([scoped('organization'), scoped('user')]).toEqual([['acme'], ['*']])
  })

  test.each([
    [{ rules: [SMS] }, 'oncall.bad-phone', 'accept'],
    [{ phone: '0155', rules: [SMS] }, 'oncall.bad-phone', 'accept'],
    [{ phone: '0155', rules: [EMAIL] }, 'oncall.bad-phone', 'refuse-when-needed'],
    [{ rules: [{ channel: 'email', delaySeconds: -1 }] }, 'oncall.negative-numbers', 'as-zero'],
    [{ rules: [EMAIL, EMAIL] }, 'oncall.duplicate-rules', 'accept'],
    [{ rules: [] }, 'oncall.empty-rules', 'accept'],
  ] as const)('%j is refused or taken, as %s says', (body, gap, taken) => {
    const strict = { 'oncall.duplicate-rules': 'refuse', 'oncall.empty-rules': 'refuse' } as const
    expect(makeSettings({ gaps: strict }).save(body).status).toBe(400)
    expect(makeSettings({ gaps: { ...strict, [gap]: taken } }).save(body).status).toBe(200)
  })

  test('ONC-15: sms needs the provider credential when it is saved, where the gap says so', () => {
    const saved = (gap: 'accept' | 'refuse') => {
      const { call, save } = makeSettings({ gaps: { 'oncall.sms-without-credential': gap } })
      call('clearProviderCredential', 'admin')
      return save({ phone: PHONE, rules: [SMS] }).status
    }
    expect([saved('accept'), saved('refuse')]).toEqual([200, 409])
  })

  test('lose a phone to an empty one, which is what they show without one; or that is refused as no phone', () => {
    const { save, settings, setGap } = makeSettings()
    save({ phone: PHONE, rules: [SMS] })
    expect(save({ phone: '', rules: [SMS] }).status).toBe(400)
    expect(settings().phone).toBe(PHONE)
    expect(save({ phone: '', rules: [EMAIL] }).body.phone).toBe('')
    expect(settings().phone).toBe('')
    const { phone, rules } = settings()
    expect(save({ phone, rules }).status).toBe(200)
    setGap('oncall.empty-phone', 'not-a-phone')
    expect(save({ phone: '', rules: [EMAIL] }).status).toBe(400)
  })

  test('keep or clear a phone that is left out', () => {
    const phone = (gap: 'keep' | 'clear') => {
      const { save } = makeSettings({ gaps: { 'oncall.phone-omitted-on-save': gap } })
      save({ phone: PHONE, rules: [SMS] })
      return [save({ rules: [EMAIL] }).body.phone, save({ rules: [SMS] }).status]
    }
    expect(phone('keep')).toEqual([PHONE, 200])
    expect(phone('clear')).toEqual(['', 400])
  })

  test('make the default of no rules and one of equal ones, where the gaps say so', () => {
    const gaps = { 'oncall.empty-rules': 'default', 'oncall.duplicate-rules': 'merge' } as const
    const { save } = makeSettings({ gaps })
    expect(save({ rules: [] }).body.rules).toEqual([EMAIL])
    expect(save({ rules: [EMAIL, EMAIL] }).body.rules).toEqual([EMAIL])
  })
})

describe('the provider credential', () => {
  test('ONC-17: is stored without ever showing its auth token, and cleared', () => {
    const { call } = makeOncall()
    const unset = { configured: false, accountSid: '', fromNumber: '', updatedAt: '' }
    expect(call('getProviderCredential', 'member').body).toEqual(unset)
    const stored = call('setProviderCredential', 'admin', { body: CREDENTIAL })
    expect(stored.body).toEqual({
      configured: true,
      accountSid: 'AC5f',
      fromNumber: '+15550100100',
      updatedAt: '2026-03-05T09:00:00Z',
    })
    expect(call('getProviderCredential', 'member').body).toEqual(stored.body)
    expect(call('getProviderCredential', 'outsider').body).toEqual(unset)
    expect(call('clearProviderCredential', 'admin').status).toBe(204)
    expect(call('getProviderCredential', 'member').body).toEqual(unset)
    expect(call('clearProviderCredential', 'admin').status).toBe(204)
  })

  test.each([
    ['rejects', 422],
    ['unreachable', 502],
  ] as const)('ONC-17: is not stored when the provider %s it', (behaviour, status) => {
    const { call, happen } = makeOncall()
    happen('providerBehaves', { behaviour })
    expect(call('setProviderCredential', 'admin', { body: CREDENTIAL }).status).toBe(status)
    expect(call('getProviderCredential', 'member').body.configured).toBe(false)
    happen('providerBehaves', { behaviour: 'accepts', only: 'verification' })
    expect(call('setProviderCredential', 'admin', { body: CREDENTIAL }).status).toBe(200)
  })

  test('ONC-17: needs all three fields', () => {
    const { call } = makeOncall()
    for (const field of Object.keys(CREDENTIAL))
      expect(call('setProviderCredential', 'admin', { body: { ...CREDENTIAL, [field]: undefined } }).status).toBe(400)
  })

  test('cleared may tell when, and cannot be cleared when unset where the gap says so', () => {
    const gaps = { 'oncall.cleared-at': 'time-of-clearing', 'oncall.clear-unset': 'refuse' } as const
    const { call, advance } = makeOncall({ gaps })
    expect(call('clearProviderCredential', 'admin').status).toBe(404)
    call('setProviderCredential', 'admin', { body: CREDENTIAL })
    advance(60)
    call('clearProviderCredential', 'admin')
    expect(call('getProviderCredential', 'member').body.updatedAt).toBe('2026-03-05T09:01:00Z')
  })
})

describe('an on-call service', () => {
  test('has a name of its own where the gap says so', () => {
    const create = (gap: 'shared' | 'unique') =>
      makeOncall({ gaps: { 'general.name-uniqueness': gap } }).call('createOncallService', 'owner', {
        body: { name: 'Checkout' },
      }).status
    expect([create('shared'), create('unique')]).toEqual([201, 409])
  })

  test('is listed in the order and number of the gaps', () => {
    const names = (gaps: object) => {
      const { call } = makeOncall({ gaps })
      for (const name of ['Search', 'Auth']) call('createOncallService', 'owner', { body: { name } })
      return call('listOncallServices', 'member').body.services.map(({ name }: { name: string }) => name)
    }
    expect(names({})).toEqual(['Checkout', 'Search', 'Auth'])
    expect(names({ 'general.list-order': 'newest-first' })).toEqual(['Auth', 'Search', 'Checkout'])
    expect(names({ 'general.list-order': 'by-name', 'general.list-limit': 2 })).toEqual(['Auth', 'Checkout'])
  })
})

describe('a symbolic world', () => {
  test('gives every fresh value a placeholder of its own', () => {
    const { open, call, id } = makeOncall({ values: 'symbolic' })
    const incident = open()
    const { acknowledgedAt } = call('acknowledgeIncident', 'admin', id(incident.id)).body
    const values = [incident.id, incident.serviceId, incident.openedAt, acknowledgedAt]
    expect(values.every((value) => /^⟦.*⟧$/.test(String(value)))).toBe(true)
    expect(new Set(values).size).toBe(4)
  })
})

describe('a broken rule changes the answer', () => {
  const story = (broken: string) => {
    const { call, save, settings, happen } = makeSettings({ model: mistaken([broken]) })
    const body = { phone: PHONE, rules: [SMS], email: 'else@acme.example' }
    const before = settings('admin')
    const saved = [save(body).body, settings('owner')]
    const credential = call('getProviderCredential', 'member').body
    call('clearProviderCredential', 'admin')
    const cleared = call('getProviderCredential', 'member').body
    const refused = (['rejects', 'unreachable'] as const).map((behaviour) => {
      happen('providerBehaves', { behaviour })
      return call('setProviderCredential', 'admin', { body: CREDENTIAL }).status
    })
    return { before, saved, credential, cleared, refused }
  }
  const whole = story('none')
  test.each([
    'oncall.paging-personal',
    'oncall.paging-default',
    'oncall.paging-email-from-session',
    'oncall.auth-token-hidden',
    'oncall.clear-forgets',
    'oncall.provider-rejects',
    'oncall.provider-unreachable',
  ])('%s', (rule) => {
    expect(story(rule)).not.toEqual(whole)
  })
})
