import { expect, test } from 'vitest'
import { ask, startedMock } from './support.ts'

const SLUG = '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'
const NAME = '^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$'
const POLICY = { name: 'p', repeat: 0 }
const STEP = { target: { kind: 'user', id: 'usr_ada', label: 'Ada' }, waitSeconds: 0 }

test('an error names the field that is wrong, and says what it has to be', async () => {
  const mock = await startedMock()
  const cases: readonly (readonly [string, string, unknown, string])[] = [
    ['POST', '/uptime/services', [], 'the body must be an object'],
    ['POST', '/registry/registries', { slug: 'x'.repeat(64) }, `slug does not match ${SLUG}`],
    ['POST', '/registry/registries', { slug: '-images' }, `slug does not match ${SLUG}`],
    ['POST', '/clusters', { name: 'Prod', tier: 'small' }, `name does not match ${NAME}`],
    ['POST', '/oncall/escalation-policies', { ...POLICY, repeat: -1, steps: [STEP] }, 'repeat must not be negative'],
    [
      'POST',
      '/oncall/escalation-policies',
      { ...POLICY, steps: [STEP, { ...STEP, waitSeconds: -1 }] },
      'steps.1.waitSeconds must not be negative',
    ],
    [
      'PUT',
      '/oncall/paging-settings',
      { rules: [{ channel: 'email', delaySeconds: -1 }] },
      'rules.0.delaySeconds must not be negative',
    ],
    ['PUT', '/oncall/paging-settings', { rules: [{ channel: 'sms', delaySeconds: 0 }] }, 'sms and voice need a phone'],
    ['PUT', '/oncall/paging-settings', { phone: '0155', rules: [] }, 'phone is not in E.164 form'],
  ]
  for (const [method, path, json, error] of cases) {
    const { body } = await ask(mock, method, `/api/v1${path}`, { as: 'owner', json })
    expect({ path, json, body }).toEqual({ path, json, body: { error } })
  }
})

test('a join token that has expired is not said to belong to another cluster', async () => {
  const mock = await startedMock()
  await ask(mock, 'POST', '/api/v1/clusters', { as: 'owner', json: { name: 'prod', tier: 'small' } })
  const { body } = await ask(mock, 'POST', '/api/v1/clusters/prod/join-tokens', { as: 'owner' })
  const { joinToken } = body as { joinToken: string }
  await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT1H' } })
  const join = { json: { node: 'worker-1', token: joinToken } }
  expect(await ask(mock, 'POST', '/api/v1/clusters/prod/join', join)).toMatchObject({
    status: 401,
    body: { error: 'the cluster has no such token, or no longer' },
  })
})

test('an alert with an empty fingerprint is known by its labels', async () => {
  const mock = await startedMock()
  const source = { as: 'owner', json: { name: 'prometheus', serviceId: 'svc_checkout' } }
  const { body } = await ask(mock, 'POST', '/api/v1/oncall/alert-sources', source)
  const { id, token } = body as { id: string; token: string }
  const alerts = ['DiskFull', 'HighLatency'].map((alertname) => ({
    status: 'firing',
    labels: { alertname },
    fingerprint: '',
  }))
  await ask(mock, 'POST', `/api/v1/oncall/alert-sources/${id}/webhook`, { as: token, json: { alerts } })
  expect(await ask(mock, 'GET', '/api/v1/oncall/incidents', { as: 'owner' })).toMatchObject({
    body: { incidents: [{ firingAlerts: 2 }] },
  })
})
