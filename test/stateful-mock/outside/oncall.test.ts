import { expect } from 'vitest'
import { each, outside } from './kit.ts'
import { line } from './line.ts'

const { owner, admin, member, outsider, nobody, as, happens, tries, advance, pages } = outside()

const INCIDENTS = '/oncall/incidents'
const ADA = { userId: 'usr_ada', label: 'Ada' }
const BO = { userId: 'usr_bo', label: 'Bo' }
const user = ({ userId, label }: typeof ADA, waitSeconds: number) => ({
  target: { kind: 'user', id: userId, label },
  waitSeconds,
})
const open = async (title = 'Payments fail') =>
  (await member.post(INCIDENTS, { serviceId: 'svc_checkout', title })).body
const fires = (alert: string, more: object = {}) =>
  happens('alert-fires', { serviceId: 'svc_checkout', alert, ...more })
const stops = (alert: string) => happens('alert-resolves', { serviceId: 'svc_checkout', alert })
const working = async () => (await member.get(INCIDENTS)).body.incidents
const detail = async (id: string) => (await member.get(`${INCIDENTS}/${id}`)).body

/** Incidents of the checkout walk these steps from now on. */
async function escalate(steps: readonly object[], repeat = 0): Promise<void> {
  const policy = (await owner.post('/oncall/escalation-policies', { name: 'Core', repeat, steps })).body
  const attached = await owner.put('/oncall/services/svc_checkout/escalation-policy', { escalationPolicyId: policy.id })
  expect(attached.status).toBe(200)
}
const ROTATION = {
  name: 'Day',
  timezone: 'Europe/Paris',
  participants: [ADA, BO],
  handoff: { interval: 'daily', time: '09:00' },
}
const schedule = async () => (await owner.post('/oncall/schedules', ROTATION)).body

line('ONC-01: a manual incident without alerts never resolves by itself', async () => {
  const opened = await open()
  expect([opened.acknowledgedAt, opened.resolvedAt]).toEqual([undefined, undefined])
  const { id } = opened
  await advance('P365D')
  expect(await detail(id)).toMatchObject({ status: 'open', openedAt: '2026-03-05T09:00:00Z' })
  expect(await detail(id)).not.toHaveProperty('resolvedAt')
})

line('ONC-04: an alert after the resolution opens another incident; the resolved one stays as it was', async () => {
  const first = await fires('HighLatency', { title: 'Checkout is slow' })
  expect(first).toMatchObject({ opened: true, firingAlerts: 1 })
  await admin.post(`${INCIDENTS}/${first.incidentId}/resolve`)
  await advance('PT1H')
  const before = await detail(first.incidentId)
  const second = await fires('DiskFull')
  expect(second).toMatchObject({ opened: true, firingAlerts: 1 })
  expect(second.incidentId).not.toBe(first.incidentId)
  expect(await detail(first.incidentId)).toEqual(before)
  expect(each(await working(), 'id')).toEqual([second.incidentId])
})

line('ONC-05: alerts attach to the incident of their service, also while it is acknowledged', async () => {
  const { incidentId } = await fires('A')
  await admin.post(`${INCIDENTS}/${incidentId}/acknowledge`)
  expect(await fires('B')).toMatchObject({ incidentId, opened: false, firingAlerts: 2 })
  expect(await happens('alert-fires', { serviceId: 'svc_search', alert: 'A' })).toMatchObject({ opened: true })
  await stops('A')
  const [, ours] = await working()
  expect(ours).toMatchObject({ id: incidentId, status: 'acknowledged', firingAlerts: 1 })
  expect(each((await detail(incidentId)).alerts, 'status')).toEqual(['resolved', 'firing'])
})

line('ONC-07: the first public update shows an incident, the retraction of the last hides it', async () => {
  const { id } = await open()
  const page = async () => (await nobody.get('/oncall/status-pages/svc_checkout')).body.incidents
  const viewed = async () => (await happens('status-page-viewed', { organization: 'acme' })).incidents
  expect([await page(), await viewed()]).toEqual([[], []])
  await admin.post(`${INCIDENTS}/${id}/resolve`)
  const publish = async (body: string) =>
    (await admin.post(`${INCIDENTS}/${id}/updates`, { body, byLabel: 'Somebody else' })).body
  const update = await publish('We were on it.')
  expect(update).toEqual({ id: update.id, at: '2026-03-05T09:00:00Z', body: 'We were on it.', byLabel: 'Bo' })
  const shown = { id, title: 'Payments fail', status: 'resolved' }
  const times = { openedAt: '2026-03-05T09:00:00Z', resolvedAt: '2026-03-05T09:00:00Z' }
  expect(await page()).toEqual([{ ...shown, ...times, updates: [update] }])
  expect(await viewed()).toEqual([{ ...shown, serviceName: 'Checkout', updates: [update] }])
  expect(each((await detail(id)).timeline, 'kind')).toContain('opened')
  expect((await admin.delete(`${INCIDENTS}/${id}/updates/${update.id}`)).status).toBe(204)
  expect([await page(), await viewed(), (await detail(id)).updates]).toEqual([[], [], []])
})

line('ONC-10: who is on call follows the rotation in its time zone, unless an override is active', async () => {
  const { id } = await schedule()
  const onCall = async () => (await member.get('/oncall/schedules')).body.schedules[0].onCallNow
  expect(await onCall()).toEqual({ ...ADA, until: '2026-03-06T08:00:00Z', override: false })
  const times = { startsAt: '2026-03-05T12:00:00Z', endsAt: '2026-03-05T14:00:00Z' }
  const cy = { userId: 'usr_cy', label: 'Cy' }
  expect((await owner.post(`/oncall/schedules/${id}/overrides`, { ...cy, ...times })).status).toBe(201)
  expect((await onCall()).override).toBe(false)
  await advance('PT3H')
  expect(await onCall()).toEqual({ ...cy, until: '2026-03-05T14:00:00Z', override: true })
  await advance('PT2H')
  expect(await onCall()).toMatchObject({ ...ADA, override: false })
  await advance('PT18H')
  expect(await onCall()).toEqual({ ...BO, until: '2026-03-07T08:00:00Z', override: false })
  // Clocks in Paris go forward on 29 March: nine in the morning is an hour earlier from then on.
  await advance('P22D')
  expect((await onCall()).until).toBe('2026-03-29T07:00:00Z')
})

line('ONC-13: new incidents of a service without a policy page nobody', async () => {
  await escalate([user(ADA, 300)])
  await open()
  expect(await pages()).toEqual(['09:00:00 usr_ada email'])
  const detached = await owner.put('/oncall/services/svc_checkout/escalation-policy', { escalationPolicyId: null })
  expect(detached.status).toBe(200)
  await open('Another')
  await fires('A')
  await advance('P1D')
  expect(await pages()).toEqual(['09:00:00 usr_ada email'])
})

line('ONC-14: an incident walks the steps in order, over again, until someone acknowledges it', async () => {
  const { id: scheduleId } = await schedule()
  const times = { startsAt: '2026-03-05T08:00:00Z', endsAt: '2026-03-05T09:10:00Z' }
  await owner.post(`/oncall/schedules/${scheduleId}/overrides`, { userId: 'usr_cy', label: 'Cy', ...times })
  const rota = { target: { kind: 'schedule', id: scheduleId, label: 'Day' }, waitSeconds: 300 }
  await escalate([rota, user(BO, 600)], 1)
  const { id } = await open()
  await advance('PT15M')
  // Cy stands in during the first round; in the second the rotation holds again.
  expect(await pages()).toEqual(['09:00:00 usr_cy email', '09:05:00 usr_bo email', '09:15:00 usr_ada email'])
  await admin.post(`${INCIDENTS}/${id}/acknowledge`)
  await advance('P1D')
  expect(await pages()).toHaveLength(3)
})

const CREDENTIAL = { accountSid: 'AC5f', authToken: '7d1f0c5be2a94c1fb3f6a4d0e8c21597', fromNumber: '+15550100100' }
const RULES = [
  { channel: 'email', delaySeconds: 0 },
  { channel: 'sms', delaySeconds: 120 },
  { channel: 'voice', delaySeconds: 180 },
]

line('ONC-16: each rule pages after its delay; without a credential sms and voice fail, and say so', async () => {
  await escalate([user(ADA, 3600)])
  await owner.put('/oncall/provider-credential', CREDENTIAL)
  await owner.put('/oncall/paging-settings', { phone: '+15550100199', rules: RULES })
  await open()
  await advance('PT2M')
  expect(await pages()).toEqual(['09:00:00 usr_ada email', '09:02:00 usr_ada sms'])
  await owner.delete('/oncall/provider-credential')
  await advance('PT1M')
  expect((await pages())[2]).toBe('09:03:00 usr_ada voice: no provider credential')
  await owner.put('/oncall/provider-credential', CREDENTIAL)
  await happens('provider-behaves', { organization: 'acme', behaviour: 'unreachable', only: 'pages' })
  await open('Another')
  await advance('PT2M')
  expect((await pages()).at(-1)).toBe('09:05:00 usr_ada sms: the provider is unreachable')
})

line('ONC-17: a credential the provider rejects is 422, one nobody can verify 502; neither is stored', async () => {
  const set = (accountSid: string) => owner.put('/oncall/provider-credential', { ...CREDENTIAL, accountSid })
  const stored = async () => (await owner.get('/oncall/provider-credential')).body
  await happens('provider-behaves', { organization: 'acme', behaviour: 'rejects' })
  expect([(await set('AC1')).status, (await stored()).configured]).toEqual([422, false])
  await happens('provider-behaves', { organization: 'acme', behaviour: 'accepts' })
  expect((await set('AC2')).status).toBe(200)
  await happens('provider-behaves', { organization: 'acme', behaviour: 'unreachable' })
  expect([(await set('AC3')).status, (await stored()).accountSid]).toEqual([502, 'AC2'])
  expect(JSON.stringify(await stored())).not.toContain(CREDENTIAL.authToken)
  expect((await owner.delete('/oncall/provider-credential')).status).toBe(204)
  expect((await stored()).configured).toBe(false)
})

const NOTIFICATION = {
  version: '4',
  groupKey: '{}:{alertname="PaymentErrors"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'oncall',
  groupLabels: { alertname: 'PaymentErrors' },
  commonLabels: { alertname: 'PaymentErrors', severity: 'critical' },
  commonAnnotations: { summary: 'Payments fail' },
  externalURL: 'http://alertmanager.acme.example',
  alerts: ['9c1a70be4d2f6e13', '4b02c7aa91d3e850'].map((fingerprint, number) => ({
    status: 'firing',
    labels: { alertname: 'PaymentErrors', severity: 'critical', instance: `pay-${number + 1}` },
    annotations: { summary: 'Payments fail' },
    startsAt: '2026-03-05T06:41:30.123456789Z',
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: 'http://prometheus.acme.example/graph',
    fingerprint,
  })),
}
const source = async () =>
  (await owner.post('/oncall/alert-sources', { name: 'prometheus', serviceId: 'svc_checkout' })).body
const deliver = (id: string, token: string, body: object = NOTIFICATION) =>
  as(token).post(`/oncall/alert-sources/${id}/webhook`, body)

line('ONC-18: deliveries of a revoked source get 401 at once and for good', async () => {
  const { id, token } = await source()
  expect(JSON.stringify((await owner.get('/oncall/alert-sources')).body)).not.toContain(token)
  expect((await deliver(id, token)).status).toBe(202)
  expect((await owner.delete(`/oncall/alert-sources/${id}`)).status).toBe(204)
  const late = { ...NOTIFICATION, alerts: NOTIFICATION.alerts.map((alert) => ({ ...alert, fingerprint: 'ff' })) }
  expect(await deliver(id, token, late)).toMatchObject({ status: 401, body: { error: 'this alert source is revoked' } })
  expect(await working()).toMatchObject([{ firingAlerts: 2 }])
  expect((await tries('alert-fires', { sourceId: id, alert: 'A' })).status).toBe(409)
})

line(
  'ONC-19: the webhook takes what Alertmanager posts, grouped, told again, with fields of later versions',
  async () => {
    const { id, token } = await source()
    const [one, two] = NOTIFICATION.alerts
    expect((await deliver(id, token)).status).toBe(202)
    expect(
      (await deliver(id, token, { ...NOTIFICATION, notificationReason: 'repeat', alerts: [two, one] })).status,
    ).toBe(202)
    const [incident, ...others] = await working()
    expect(others).toEqual([])
    expect(incident).toMatchObject({ title: 'Payments fail', status: 'open', firingAlerts: 2 })
    expect(each((await detail(incident.id)).alerts, 'fingerprint')).toEqual(['9c1a70be4d2f6e13', '4b02c7aa91d3e850'])
    const over = { status: 'resolved', endsAt: '2026-03-05T09:00:00Z' }
    await deliver(id, token, { ...NOTIFICATION, alerts: [{ ...one, ...over }, two] })
    expect(await working()).toMatchObject([{ id: incident.id, firingAlerts: 1 }])
    const all = { ...NOTIFICATION, status: 'resolved', alerts: [one, two].map((alert) => ({ ...alert, ...over })) }
    await deliver(id, token, all)
    expect([await working(), (await detail(incident.id)).status]).toEqual([[], 'resolved'])

    const other = await source()
    const wrong = [deliver(id, other.token), deliver(id, 'owner'), deliver('src_none', token)]
    expect(each(await Promise.all(wrong), 'status')).toEqual([401, 401, 401])
    expect((await deliver(id, token, { alerts: 'many' })).status).toBe(400)
    expect(await working()).toEqual([])
  },
)

line('ONC-20: an acknowledgement is marked with who made it', async () => {
  const { id } = await open()
  await admin.post(`${INCIDENTS}/${id}/acknowledge`)
  expect((await detail(id)).timeline.at(-1)).toEqual({
    at: '2026-03-05T09:00:00Z',
    kind: 'acknowledged',
    byLabel: 'Bo',
  })
  expect((await outsider.get(`${INCIDENTS}/${id}`)).status).toBe(404)
})
