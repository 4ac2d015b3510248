import { each, insteadOf, resend, rewrite } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asFields, asList, fieldsOf, good, reply } from '../replies.ts'
import { get, patch, post, put, remove } from '../steps.ts'

const SCHEDULES = '/oncall/schedules'
const POLICIES = '/oncall/escalation-policies'
const ATTACH = 'PUT /oncall/services/{id}/escalation-policy'

const ADA = { userId: 'usr_ada', label: 'Ada' }
const BO = { userId: 'usr_bo', label: 'Bo' }
const schedule = post(SCHEDULES, {
  name: 'Primary',
  timezone: 'Europe/Berlin',
  participants: [ADA, BO],
  handoff: { interval: 'weekly', dow: 1, time: '09:00' },
})
const override = post(`${SCHEDULES}/$1.id/overrides`, {
  userId: 'usr_cy',
  label: 'Cy',
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: '2036-01-01T00:00:00Z',
})
const step = (kind: string, id: string, label: string) => ({ target: { kind, id, label }, waitSeconds: 300 })
const policy = post(POLICIES, {
  name: 'Usual',
  repeat: 1,
  steps: [step('user', 'usr_ada', 'Ada'), step('user', 'usr_bo', 'Bo')],
})
const attach = (escalationPolicyId: string | null) =>
  put('/oncall/services/svc_checkout/escalation-policy', { escalationPolicyId })

export const oncallRota: readonly Fault[] = [
  {
    name: 'oncall-schedule-deleted-under-a-step',
    area: 'oncall',
    does: 'deleting a schedule deletes the policies that have it as a target',
    breaks: 'Endpoints, On-call, operation 15: 409 while an escalation step targets the schedule',
    checklist: ['ONC-09'],
    show: [
      schedule,
      post(POLICIES, { name: 'Usual', repeat: 1, steps: [step('schedule', '$1.id', 'Primary')] }),
      remove(`${SCHEDULES}/$1.id`),
    ],
    deeds: {
      [`DELETE ${SCHEDULES}/{id}`]: insteadOf([409], async ({ ask, pass, upstream }) => {
        const policies = asList(fieldsOf(await upstream('GET', POLICIES)).policies)
        for (const { id, steps } of policies)
          if (JSON.stringify(steps).includes(JSON.stringify(ask.at.id))) await upstream('DELETE', `${POLICIES}/${id}`)
        return pass()
      }),
    },
  },
  {
    name: 'oncall-participants-sorted',
    area: 'oncall',
    does: 'participants are put into the order of their ids',
    breaks: 'Endpoints, On-call, operation 7: the order of participants is the rotation',
    checklist: ['ONC-09'],
    show: [schedule, patch(`${SCHEDULES}/$1.id`, { participants: [BO, ADA] })],
    deeds: {
      [`PATCH ${SCHEDULES}/{id}`]: resend((asked) => ({
        ...asked,
        ...(Array.isArray(asked.participants) && {
          participants: asList(asked.participants).toSorted((a, b) => String(a.userId).localeCompare(String(b.userId))),
        }),
      })),
    },
  },
  {
    name: 'oncall-rename-resets-timezone',
    area: 'oncall',
    does: 'renaming a schedule moves it to UTC',
    breaks: 'Endpoints, On-call, operation 14: the fields of a change are optional, what is left out stays',
    checklist: ['ONC-09'],
    show: [schedule, patch(`${SCHEDULES}/$1.id`, { name: 'First' })],
    deeds: { [`PATCH ${SCHEDULES}/{id}`]: resend((asked) => ({ timezone: 'UTC', ...asked })) },
  },
  {
    name: 'oncall-override-not-listed',
    area: 'oncall',
    does: 'schedules are listed without their overrides',
    breaks: 'Endpoints, On-call, operation 5: each schedule is one rotation plus overrides',
    checklist: ['ONC-11'],
    show: [schedule, override, get(SCHEDULES)],
    deeds: { [`GET ${SCHEDULES}`]: each('schedules', (one) => ({ ...one, overrides: [] })) },
  },
  {
    name: 'oncall-override-does-not-win',
    area: 'oncall',
    does: 'the rotation is on call in spite of an active override',
    breaks: 'Endpoints, On-call, operation 5: an active override wins outright',
    checklist: ['ONC-10'],
    show: [schedule, override, get(SCHEDULES)],
    deeds: {
      [`GET ${SCHEDULES}`]: each('schedules', (one) => {
        const now = asFields(one.onCallNow)
        const [first] = asList(one.participants)
        return now.override === true ? { ...one, onCallNow: { ...now, ...first, override: false } } : one
      }),
    },
  },
  {
    name: 'oncall-override-stays',
    area: 'oncall',
    does: 'removing an override is answered as done, and nothing is done',
    breaks: 'Endpoints, On-call, operation 26: remove an override',
    checklist: ['ONC-11'],
    show: [schedule, override, remove(`${SCHEDULES}/$1.id/overrides/$2.id`), get(SCHEDULES)],
    deeds: {
      [`DELETE ${SCHEDULES}/{id}/overrides/{oid}`]: async ({ ask, pass, upstream }) => {
        const there = await upstream('GET', SCHEDULES)
        return there.body.includes(JSON.stringify(ask.at.oid)) ? reply(204) : pass()
      },
    },
  },
  {
    name: 'oncall-override-of-the-first-participant',
    area: 'oncall',
    does: 'an override answers with the user and label of somebody else',
    breaks: 'Endpoints, On-call, operation 22: the override has the user and label of the body',
    checklist: ['ONC-11'],
    show: [schedule, override],
    deeds: { [`POST ${SCHEDULES}/{id}/overrides`]: rewrite((made) => ({ ...made, ...ADA })) },
  },
  {
    name: 'oncall-steps-reversed',
    area: 'oncall',
    does: 'a policy is made with its steps in reverse',
    breaks: 'Endpoints, On-call, operation 19: the steps are ordered',
    checklist: ['ONC-12', 'ONC-14'],
    show: [policy],
    deeds: {
      [`POST ${POLICIES}`]: resend((asked) => ({
        ...asked,
        ...(Array.isArray(asked.steps) && { steps: asked.steps.toReversed() }),
      })),
    },
  },
  {
    name: 'oncall-attached-services-not-counted',
    area: 'oncall',
    does: 'policies are listed with no services attached',
    breaks: 'Resources, OncallEscalationPolicy: services counts the attached services',
    checklist: ['ONC-12'],
    show: [policy, attach('$1.id'), get(POLICIES)],
    deeds: { [`GET ${POLICIES}`]: each('policies', (one) => ({ ...one, services: 0 })) },
  },
  {
    name: 'oncall-policy-deleted-under-a-service',
    area: 'oncall',
    does: 'deleting a policy detaches it first',
    breaks: 'Endpoints, On-call, operation 24: 409 while a service references it',
    checklist: ['ONC-12'],
    show: [policy, attach('$1.id'), remove(`${POLICIES}/$1.id`)],
    deeds: {
      [ATTACH]: async ({ ask, pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set(`policy of ${ask.at.id}`, fieldsOf(ask).escalationPolicyId)
        return answer
      },
      [`DELETE ${POLICIES}/{id}`]: insteadOf([409], async ({ ask, pass, memory, upstream }) => {
        for (const [key, id] of memory.notes)
          if (id === ask.at.id)
            await upstream('PUT', `/oncall/services/${key.slice('policy of '.length)}/escalation-policy`, {
              escalationPolicyId: null,
            })
        return pass()
      }),
    },
  },
  {
    name: 'oncall-policy-conflict-is-400',
    area: 'oncall',
    does: 'deleting a policy in use is answered 400',
    breaks: 'Errors: policy delete 409 while a service references it',
    checklist: ['ONC-12'],
    show: [policy, attach('$1.id'), remove(`${POLICIES}/$1.id`)],
    deeds: { [`DELETE ${POLICIES}/{id}`]: insteadOf([409], (_, answer) => ({ ...answer, status: 400 })) },
  },
  {
    name: 'oncall-detaching-swallowed',
    area: 'oncall',
    does: 'detaching a policy is answered as done, and it is attached again',
    breaks: 'Endpoints, On-call, operation 12: null detaches',
    checklist: ['ONC-13', 'ONC-12'],
    show: [policy, attach('$1.id'), attach(null), get(POLICIES)],
    deeds: {
      [ATTACH]: async ({ ask, pass, memory, upstream }) => {
        const answer = await pass()
        const { escalationPolicyId } = fieldsOf(ask)
        const key = `policy of ${ask.at.id}`
        const before = memory.notes.get(key)
        if (good(answer) && escalationPolicyId !== null) memory.notes.set(key, escalationPolicyId)
        if (good(answer) && escalationPolicyId === null && before)
          await upstream('PUT', ask.path, { escalationPolicyId: before })
        return answer
      },
    },
  },
]
