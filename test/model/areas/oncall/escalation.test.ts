import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import type { Options } from '../../support.ts'
import { makeOncall, step } from './world.ts'

const mistaken = await mistakenModel()

const STEPS = [step('user', 'usr_owner', 300), step('user', 'usr_admin', 600)]

/** A service whose incidents walk these steps. */
function makeEscalating(options: Options = {}, steps = STEPS, repeat = 0) {
  const oncall = makeOncall(options)
  const policy = oncall.policy(steps, repeat)
  oncall.attach(policy.id)
  return { ...oncall, policyId: policy.id }
}

describe('an escalation policy', () => {
  test('ONC-12: is created, listed with its services, changed and deleted', () => {
    const { policy, attach, call, id } = makeOncall()
    const created = policy(STEPS, 2)
    expect(created).toEqual({
      id: created.id,
      name: 'Core',
      repeat: 2,
      steps: STEPS,
      services: 0,
      createdAt: '2026-03-05T09:00:00Z',
    })
    attach(created.id)
    expect(call('listEscalationPolicies', 'member').body).toEqual({ policies: [{ ...created, services: 1 }] })
    const changed = call('updateEscalationPolicy', 'admin', { ...id(created.id), body: { repeat: 1 } }).body
    expect(changed).toEqual({ ...created, repeat: 1, services: 1 })
    expect(call('deleteEscalationPolicy', 'admin', id(created.id)).status).toBe(409)
    attach(null)
    expect(call('deleteEscalationPolicy', 'admin', id(created.id)).status).toBe(204)
    expect(call('listEscalationPolicies', 'member').body).toEqual({ policies: [] })
  })

  test.each([
    [{ steps: [] }, 'oncall.empty-steps', 'accept'],
    [{ steps: [step('user', 'usr_outsider', 0)] }, 'oncall.unknown-targets', 'accept'],
    [{ steps: [step('schedule', 'sch_none', 0)] }, 'oncall.unknown-targets', 'accept'],
    [{ steps: [step('user', 'usr_owner', -1)] }, 'oncall.negative-numbers', 'as-zero'],
    [{ repeat: -1 }, 'oncall.negative-numbers', 'as-zero'],
    [{ name: ' ' }, 'general.blank-strings', 'accept'],
  ] as const)('%j is refused or taken, as %s says', (given, gap, taken) => {
    const body = { name: 'Core', repeat: 0, steps: STEPS, ...given }
    expect(makeOncall().call('createEscalationPolicy', 'admin', { body }).status).toBeGreaterThanOrEqual(400)
    const { call } = makeOncall({ gaps: { [gap]: taken } })
    expect(call('createEscalationPolicy', 'admin', { body }).status).toBe(201)
  })

  test('ONC-13: is attached to a service, and detached by null', () => {
    const { attach, policy, call, serviceId } = makeOncall()
    const { id } = policy(STEPS)
    const service = { id: serviceId, name: 'Checkout', createdAt: '2026-03-05T09:00:00Z' }
    expect(attach(id).body).toEqual({ ...service, escalationPolicyId: id })
    expect(call('listOncallServices', 'member').body).toEqual({ services: [{ ...service, escalationPolicyId: id }] })
    expect(attach(null).body).toEqual(service)
    expect(attach('pol_none').status).toBe(404)
    const shown = makeOncall({ gaps: { 'oncall.detached-policy-shown': 'null' } })
    expect(shown.attach(null).body.escalationPolicyId).toBeNull()
    const lax = makeOncall({ gaps: { 'oncall.unknown-policy-attached': 'accept' } })
    expect(lax.attach('pol_none').body.escalationPolicyId).toBe('pol_none')
  })
})

describe('a new incident', () => {
  test('ONC-14: walks the steps in order, with their waits between them', () => {
    const { open, advance, pages } = makeEscalating()
    open()
    expect(pages()).toEqual(['09:00:00 usr_owner email'])
    advance(299)
    expect(pages()).toHaveLength(1)
    advance(1)
    expect(pages()).toEqual(['09:00:00 usr_owner email', '09:05:00 usr_admin email'])
    advance(86400)
    expect(pages()).toHaveLength(2)
  })

  test('ONC-14: walks them as often as repeat says', () => {
    const paged = (gaps: object) => {
      const { open, advance, pages } = makeEscalating({ gaps }, STEPS, 2)
      open()
      advance(86400)
      return pages().length
    }
    expect(paged({})).toBe(6)
    expect(paged({ 'oncall.repeat-meaning': 'all-rounds' })).toBe(4)
    expect(paged({ 'oncall.walk-limit': 3 })).toBe(3)
  })

  test('may wait before a step instead of after it', () => {
    const { open, advance, pages } = makeEscalating({ gaps: { 'oncall.wait-meaning': 'before-step' } })
    open()
    advance(86400)
    expect(pages()).toEqual(['09:05:00 usr_owner email', '09:15:00 usr_admin email'])
  })

  test('ONC-14: walks until someone acknowledges', () => {
    const { open, call, id, advance, pages } = makeEscalating()
    const incident = open()
    advance(60)
    call('acknowledgeIncident', 'owner', id(incident.id))
    advance(86400)
    expect(pages()).toEqual(['09:00:00 usr_owner email'])
  })

  test('resolved, it stops or goes on', () => {
    const paged = (gap: 'stop' | 'go-on') => {
      const { open, call, id, advance, pages } = makeEscalating({ gaps: { 'oncall.resolve-stops-walk': gap } })
      call('resolveIncident', 'owner', id(open().id))
      advance(86400)
      return pages().length
    }
    expect([paged('stop'), paged('go-on')]).toEqual([1, 2])
  })

  test('ONC-13: pages nobody when its service has no policy', () => {
    const { attach, open, advance, pages } = makeEscalating()
    attach(null)
    open()
    advance(86400)
    expect(pages()).toEqual([])
  })

  test('ONC-14: opened by an alert walks too; an alert that attaches pages nobody', () => {
    const { fire, pages } = makeEscalating()
    fire('A')
    fire('B')
    expect(pages()).toEqual(['09:00:00 usr_owner email'])
  })

  test('ONC-14: pages whom a schedule has on call, overrides first', () => {
    const { schedule, policy, attach, call, id, open, pages, advance } = makeOncall()
    const { id: scheduleId } = schedule().body
    attach(policy([step('schedule', scheduleId, 0)]).id)
    open()
    const times = { startsAt: '2026-03-05T09:30:00Z', endsAt: '2026-03-05T10:30:00Z' }
    call('addOverride', 'admin', { ...id(scheduleId), body: { userId: 'usr_member', label: 'Me', ...times } })
    advance(3600)
    open()
    expect(pages()).toEqual(['09:00:00 usr_owner email', '10:00:00 usr_member email'])
  })

  test('skips a step with nobody on call at once, or waits it out', () => {
    const paged = (gap: 'skip' | 'wait') => {
      const gaps = { 'oncall.nobody-on-call': gap, 'oncall.empty-participants': 'accept' } as const
      const { schedule, policy, attach, open, pages, advance } = makeOncall({ gaps })
      const { id } = schedule({ participants: [] }).body
      attach(policy([step('schedule', id, 300), step('user', 'usr_admin', 0)]).id)
      open()
      advance(86400)
      return pages()
    }
    expect(paged('skip')).toEqual(['09:00:00 usr_admin email'])
    expect(paged('wait')).toEqual(['09:05:00 usr_admin email'])
  })

  test('goes on with the policy as it was at opening, or as it is', () => {
    const paged = (gap: 'at-opening' | 'as-is') => {
      const gaps = { 'oncall.policy-change-during-walk': gap } as const
      const { open, call, id, policyId, advance, pages } = makeEscalating({ gaps })
      open()
      const steps = [STEPS[0], step('user', 'usr_member', 0)]
      call('updateEscalationPolicy', 'admin', { ...id(policyId), body: { steps } })
      advance(86400)
      return pages().at(-1)
    }
    expect(paged('at-opening')).toBe('09:05:00 usr_admin email')
    expect(paged('as-is')).toBe('09:05:00 usr_member email')
  })

  test('survives a policy that repeats for ever without a wait', () => {
    const { open, pages } = makeEscalating({}, [step('user', 'usr_owner', 0)], 2_000_000_000)
    open()
    expect(pages()).toHaveLength(1000)
  })
})

const CREDENTIAL = { accountSid: 'AC5f', authToken: '7d1f0c5be2a94c1f', fromNumber: '+15550100100' }
const SETTINGS = {
  phone: '+15550100199',
  rules: [
    { channel: 'email', delaySeconds: 0 },
    { channel: 'sms', delaySeconds: 120 },
    { channel: 'voice', delaySeconds: 180 },
  ],
}

/** The owner, who is paged first, has rules for every channel. */
function makePaged(options: Options = {}) {
  const oncall = makeEscalating(options)
  oncall.call('setProviderCredential', 'admin', { body: CREDENTIAL })
  oncall.call('savePagingSettings', 'owner', { body: SETTINGS })
  return oncall
}

describe('a responder', () => {
  test('ONC-16: is notified by each rule after its delay', () => {
    const { open, advance, pages } = makePaged()
    open()
    advance(200)
    expect(pages()).toEqual(['09:00:00 usr_owner email', '09:02:00 usr_owner sms', '09:03:00 usr_owner voice'])
  })

  test('ONC-16: without a credential sms and voice fail per page, and never in silence', () => {
    const { open, call, advance, pages, read } = makePaged()
    const incident = open()
    call('clearProviderCredential', 'admin')
    advance(200)
    expect(pages().slice(1)).toEqual([
      '09:02:00 usr_owner sms: no provider credential',
      '09:03:00 usr_owner voice: no provider credential',
    ])
    expect(read(incident.id).timeline.at(-1)).toMatchObject({
      kind: 'pageFailed',
      detail: 'voice to The owner: no provider credential',
    })
  })

  test.each([
    ['rejects', 'the provider rejects the page'],
    ['unreachable', 'the provider is unreachable'],
  ] as const)('ONC-16: hears nothing when the provider %s, and the log says why', (behaviour, error) => {
    const { open, happen, advance, pages } = makePaged()
    open()
    happen('providerBehaves', { behaviour, only: 'pages' })
    advance(120)
    expect(pages().at(-1)).toBe(`09:02:00 usr_owner sms: ${error}`)
  })

  test('is spared what still waits when someone acknowledges, or not', () => {
    const paged = (gap: 'cancel' | 'send') => {
      const { open, call, id, advance, pages } = makePaged({ gaps: { 'oncall.pending-pages': gap } })
      call('acknowledgeIncident', 'admin', id(open().id))
      advance(200)
      return pages().length
    }
    expect([paged('cancel'), paged('send')]).toEqual([1, 3])
  })

  test.each([
    ['all', ['opened', 'paged']],
    ['failed', ['opened']],
    ['none', ['opened']],
  ] as const)('shows on the timeline: %s', (gap, kinds) => {
    const { open, read } = makePaged({ gaps: { 'oncall.pages-on-timeline': gap } })
    expect(read(open().id).timeline.map(({ kind }) => kind)).toEqual(kinds)
  })
})

describe('a broken rule changes the answer', () => {
  const story = (broken: string) => {
    const oncall = makeOncall({ model: mistaken([broken]) })
    const { call, schedule, policy, attach, open, id, advance, pages } = oncall
    const { id: scheduleId } = schedule().body
    const times = { startsAt: '2026-03-05T08:30:00Z', endsAt: '2026-03-05T18:30:00Z' }
    call('addOverride', 'admin', { ...id(scheduleId), body: { userId: 'usr_member', label: 'Me', ...times } })
    const { id: policyId } = policy([step('schedule', scheduleId, 300), step('user', 'usr_admin', 300)], 1)
    attach(policyId)
    call('updateEscalationPolicy', 'admin', { ...id(policyId), body: { name: 'renamed' } })
    const { services, repeat } = call('listEscalationPolicies', 'member').body.policies[0]
    const refused = call('deleteEscalationPolicy', 'admin', id(policyId)).status
    call('setProviderCredential', 'admin', { body: CREDENTIAL })
    call('savePagingSettings', 'member', { body: SETTINGS })
    call('clearProviderCredential', 'admin')
    const incident = open()
    advance(700)
    call('acknowledgeIncident', 'admin', id(incident.id))
    advance(1000)
    const detached = attach(null).body
    open()
    return { services, repeat, refused, detached, pages: pages() }
  }
  const whole = story('none')
  test.each([
    'oncall.policy-services-counted',
    'oncall.policy-patch-only-named',
    'oncall.policy-referenced',
    'oncall.null-detaches',
    'oncall.detached-pages-nobody',
    'oncall.walk-in-order',
    'oncall.walk-ends-at-acknowledge',
    'oncall.wait-between-steps',
    'oncall.rounds-repeat',
    'oncall.overrides-before-targets',
    'oncall.rules-delay',
    'oncall.missing-credential-told',
  ])('%s', (rule) => {
    expect(story(rule)).not.toEqual(whole)
  })
})

describe('nothing stays due for an incident that was taken or is over', () => {
  const slow = { rules: [{ channel: 'email', delaySeconds: 120 }] }

  test.each(['acknowledgeIncident', 'resolveIncident'] as const)('%s calls off the step and the page', (operation) => {
    const oncall = makeEscalating()
    oncall.call('savePagingSettings', 'owner', { body: slow })
    const incident = oncall.open()
    expect(oncall.due()).toEqual(['oncall.escalation-step', 'oncall.page'])
    oncall.call(operation, 'member', oncall.id(incident.id))
    expect(oncall.due()).toEqual([])
  })

  test('unless the gaps let them go on', () => {
    const gaps = { 'oncall.resolve-stops-walk': 'go-on', 'oncall.pending-pages': 'send' } as const
    const oncall = makeEscalating({ gaps })
    oncall.call('savePagingSettings', 'owner', { body: slow })
    oncall.call('resolveIncident', 'member', oncall.id(oncall.open().id))
    expect(oncall.due()).toEqual(['oncall.escalation-step', 'oncall.page'])
    oncall.advance(300)
    expect(oncall.pages()).toEqual(['09:02:00 usr_owner email', '09:05:00 usr_admin email'])
  })

  test('an incident that resolves by itself', () => {
    const oncall = makeEscalating()
    oncall.fire('A')
    oncall.stop('A')
    expect(oncall.due()).toEqual([])
  })
})

describe('somebody who has left the organization', () => {
  const leaves = { userId: 'usr_owner', role: 'none' } as const

  test('is passed over by a step, or paged all the same', () => {
    const paged = (gap: 'pass-over' | 'notify') => {
      const oncall = makeEscalating({ gaps: { 'oncall.departed-responders': gap } })
      oncall.happen('roleChanges', leaves)
      oncall.open()
      return oncall.pages()
    }
    expect(paged('pass-over')).toEqual(['09:00:00 usr_admin email'])
    expect(paged('notify')).toEqual(['09:00:00 usr_owner email'])
  })

  test('is passed over where a schedule has them on call', () => {
    const oncall = makeOncall()
    const { id } = oncall.schedule().body
    oncall.attach(oncall.policy([step('schedule', id, 60)]).id)
    const { userId } = oncall.onCall() ?? {}
    oncall.happen('roleChanges', { userId: String(userId), role: 'none' })
    oncall.open()
    expect(oncall.pages()).toEqual([])
  })

  test('gets no page that was waiting', () => {
    const oncall = makeEscalating()
    oncall.call('savePagingSettings', 'owner', { body: { rules: [{ channel: 'email', delaySeconds: 120 }] } })
    oncall.open()
    oncall.happen('roleChanges', leaves)
    oncall.advance(200)
    expect(oncall.pages()).toEqual([])
  })
})
