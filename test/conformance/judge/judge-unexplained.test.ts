import { describe, expect, test } from 'vitest'
import { judgeAnswer } from '../../../src/conformance/judge/judge-answer.ts'
import type { Shadow } from '../../../src/conformance/shadow/shadow.ts'
import { seedIdentities } from '../../../src/model/access/seed-identities.ts'
import { answered, blankShadow } from '../../support/answered.ts'

const AT = '2026-03-01T10:00:00Z'
const OWNER = { credential: 'actor:owner', organization: 'acme', role: 'owner', userId: 'ada' } as const

function start(role: 'owner' | 'viewer' = 'owner'): Shadow {
  const blank = blankShadow(AT)
  return { ...blank, world: seedIdentities(blank.world, [{ ...OWNER, role, label: 'Ada', email: 'ada@acme.example' }]) }
}

const webhook = (id: string, url: string) => ({ id, url, eventTypes: ['message.sent'], disabled: false, createdAt: AT })

function withWebhook(shadow: Shadow, id: string): Shadow {
  // Without a time, so that something in the row stays open.
  const { createdAt, ...made } = webhook(id, `https://${id}.example/`)
  const sent = { url: made.url, eventTypes: made.eventTypes }
  const body = { webhook: made, signingSecret: `whsec_${id}` }
  return judgeAnswer(answered({ operation: 'createWebhook', status: 201, sent, body, shadow })).shadow
}

test('a list that differs from the prediction renames nothing: another thing may stand in the same place', () => {
  const shadow = withWebhook(withWebhook(start(), 'one'), 'two')
  const body = { webhooks: [webhook('nine', 'https://nine.example/'), webhook('two', 'https://wrong.example/')] }
  const judged = judgeAnswer(answered({ operation: 'listWebhooks', body, shadow }))
  expect(judged.explained).toBeUndefined()
  expect([...judged.shadow.world.tables.EmailWebhook.rows.values()].map(({ id }) => id)).toEqual(['one', 'two'])
})

describe('a request with an odd value that another rule refuses anyway', () => {
  const changed = (status: number, intent: 'odd' | 'plain') =>
    judgeAnswer(
      answered({
        operation: 'updateContacts',
        ...{ status, intent, shadow: start('viewer') },
        sent: { billingEmail: 'Bills@ACME.example' },
        body: { error: 'no' },
      }),
    ).findings.map(({ check }) => check)

  test('may be called invalid first', () => {
    expect([changed(400, 'odd'), changed(422, 'odd'), changed(403, 'odd')]).toEqual([[], [], []])
  })

  test('is not refused for a reason it does not have', () => {
    expect([changed(404, 'odd'), changed(409, 'odd')]).toEqual([['status'], ['status']])
  })

  test('a plain one gets the stated status', () => {
    expect(changed(400, 'plain')).toEqual(['status'])
  })
})

test('a success has the status that is stated for it, also where it is excused that it is one', () => {
  const blank = start()
  const held = (status: number) => {
    const shadow = withCluster(blank)
    const body = { ...CLUSTER, tier: 'large', phase: 'rolling' }
    const asked = { parameters: { name: CLUSTER.name }, sent: { tier: 'large' } }
    return judgeAnswer(answered({ operation: 'updateCluster', status, ...asked, body, shadow })).findings
  }
  expect(held(202)).toMatchObject([{ code: 'status', severity: 'failure', expected: [200], actual: 202 }])
  expect(held(200)).toEqual([])
})

const CLUSTER = {
  ...{ name: 'edge', tier: 'small', orchestratorVersion: '1.30.0', replicas: 1, mesh: false, phase: 'provisioning' },
  ...{
    datastore: { mode: 'shared' },
    endpoint: 'https://edge.example',
    ...{ managedLoadBalancers: { enabled: false, maxServices: 5, loadBalancers: [] } },
  },
}

/** A cluster that was made a moment ago: whether it is ready by now is open. */
function withCluster(shadow: Shadow): Shadow {
  const sent = { name: CLUSTER.name, tier: CLUSTER.tier, orchestratorVersion: CLUSTER.orchestratorVersion }
  return judgeAnswer(answered({ operation: 'createCluster', status: 201, sent, body: CLUSTER, shadow })).shadow
}

describe('deleting something that is not there', () => {
  const deleted = (operation: 'deleteSchedule' | 'deleteUptimeService', shadow: Shadow, id = 'never-was') =>
    judgeAnswer(answered({ operation, status: 204, parameters: { id }, body: undefined, shadow }))

  test('may succeed where no status is stated', () => {
    const { findings, observations } = deleted('deleteSchedule', start())
    expect(findings).toEqual([])
    expect(observations).toContainEqual({ gap: 'general.repeat-delete', value: 'accept' })
  })

  test('is 404 where that is stated', () => {
    expect(deleted('deleteUptimeService', start()).findings).toMatchObject([{ code: 'accepted' }])
  })

  test('of another organization is a fault, unless what never was can be deleted too', () => {
    const shadow = withForeignSchedule(start())
    expect(deleted('deleteSchedule', shadow, 'theirs').findings).toMatchObject([{ code: 'accepted' }])
    const learned = new Map([...shadow.learned, ['general.repeat-delete', 'accept']]) as Shadow['learned']
    expect(deleted('deleteSchedule', { ...shadow, learned }, 'theirs').findings).toEqual([])
  })
})

function withForeignSchedule(shadow: Shadow): Shadow {
  const made = {
    ...{ id: 'theirs', name: 'Nights', timezone: 'UTC', createdAt: AT, overrides: [] },
    ...{ participants: [{ userId: 'bo', label: 'Bo' }], handoff: { interval: 'daily', time: '09:00' } },
  }
  const { id: _id, createdAt: _at, overrides: _overrides, ...sent } = made
  const other = seedIdentities(shadow.world, [
    {
      credential: 'actor:other',
      organization: 'globex',
      role: 'owner',
      userId: 'bo',
      label: 'Bo',
      email: 'bo@globex.example',
    },
  ])
  const asked = answered({
    operation: 'createSchedule',
    ...{ status: 201, sent, body: made, shadow: { ...shadow, world: other } },
  })
  return judgeAnswer({ ...asked, org: 'globex', request: { ...asked.request, credential: 'actor:other' } }).shadow
}
