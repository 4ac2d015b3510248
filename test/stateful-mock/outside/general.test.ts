import { expect } from 'vitest'
import { each, outside } from './kit.ts'
import { line } from './line.ts'

const { owner, outsider, nobody, as, happens, tries, advance } = outside()

const MONITOR = {
  name: 'Home',
  kind: 'tcp',
  tcp: { host: 'shop.acme.example', port: 443 },
  intervalSeconds: 60,
  vantages: ['fra'],
  downCondition: { confirmations: 1, quorum: 1 },
}

line('GEN-04: nothing of another organization is listed, read, changed or deleted', async () => {
  await happens('payment-method-changes', { organization: 'acme', active: true })
  const made = {
    registry: (await owner.post('/registry/registries', { slug: 'shop' })).body.slug,
    domain: (await owner.post('/email/domains', { name: 'mail.acme.example' })).body.id,
    incident: (await owner.post('/oncall/incidents', { serviceId: 'svc_checkout', title: 'Ours' })).body.id,
    cluster: (await owner.post('/clusters', { name: 'prod', tier: 'small' })).body.name,
    monitor: (await owner.post('/uptime/monitors', MONITOR)).body.id,
    token: (await owner.post('/tokens', { name: 'bot' })).body.id,
  }
  const lists = [
    ['/registry/registries', 'registries'],
    ['/email/domains', 'domains'],
    ['/oncall/incidents', 'incidents'],
    ['/clusters', 'clusters'],
    ['/uptime/monitors', 'monitors'],
    ['/tokens', 'tokens'],
  ] as const
  for (const [path, field] of lists) {
    expect([path, (await owner.get(path)).body[field].length]).toEqual([path, 1])
    expect([path, (await outsider.get(path)).body]).toEqual([path, { [field]: [] }])
  }
  const things = [
    `/registry/registries/${made.registry}`,
    `/email/domains/${made.domain}`,
    `/oncall/incidents/${made.incident}`,
    `/clusters/${made.cluster}`,
    `/uptime/monitors/${made.monitor}`,
  ]
  for (const path of things) expect([path, (await outsider.get(path)).status]).toEqual([path, 404])
  const attempts = [
    outsider.delete(`/registry/registries/${made.registry}`),
    outsider.delete(`/email/domains/${made.domain}`),
    outsider.post(`/oncall/incidents/${made.incident}/resolve`),
    outsider.delete(`/clusters/${made.cluster}`),
    outsider.patch(`/uptime/monitors/${made.monitor}`, { name: 'Theirs' }),
    outsider.post('/oncall/incidents', { serviceId: 'svc_checkout', title: 'Theirs' }),
  ]
  expect(each(await Promise.all(attempts), 'status')).toEqual([404, 404, 404, 404, 404, 404])
  expect((await outsider.post('/registry/login', { registry: made.registry })).status).toBe(404)
  const key = await outsider.post(`/registry/registries/${made.registry}/keys`, { name: 'theirs', mode: 'pull' })
  expect(key.status).toBe(404)
  expect((await owner.get('/oncall/incidents/none')).status).toBe(404)
  for (const path of things) expect([path, (await owner.get(path)).status]).toEqual([path, 200])
  expect((await owner.get(`/oncall/incidents/${made.incident}`)).body.status).toBe('open')
})

line('LIM-01: 100 incidents, 50 transitions, 90 days of log, 30 days of content, one hour of login', async () => {
  const open = (number: number) => owner.post('/oncall/incidents', { serviceId: 'svc_checkout', title: `no ${number}` })
  for (let number = 1; number <= 101; number++) await open(number)
  const { incidents } = (await owner.get('/oncall/incidents')).body
  expect([incidents.length, incidents[0].title, incidents[99].title]).toEqual([100, 'no 101', 'no 2'])

  const { id } = (await owner.post('/uptime/monitors', MONITOR)).body
  for (let round = 0; round < 26; round++) {
    await happens('probe-result', { monitorId: id, outcome: 'fail' })
    await happens('probe-result', { monitorId: id, outcome: 'ok' })
  }
  const { transitions } = (await owner.get(`/uptime/monitors/${id}/transitions`)).body
  expect([transitions.length, transitions[0].to]).toEqual([50, 'up'])
  const windows = ['1h', '24h', '7d', '30d'].map((window) =>
    owner.get(`/uptime/monitors/${id}/metrics?window=${window}`),
  )
  expect(each(await Promise.all(windows), 'status')).toEqual([200, 200, 200, 400])
  await advance('PT2H')
  const points = async (window: string) =>
    (await owner.get(`/uptime/monitors/${id}/metrics?window=${window}`)).body.series[0].points
  const oldest = Date.parse('2026-03-05T09:00:00Z') / 1000
  expect([(await points('1h'))[0].t > oldest, (await points('24h'))[0].t]).toEqual([true, oldest])

  expect((await owner.post('/registry/login', {})).body.expiresAt).toBe('2026-03-05T12:00:00Z')

  const domain = (await owner.post('/email/domains', { name: 'mail.acme.example' })).body.id
  await happens('dns-record-published', { domain })
  await owner.post(`/email/domains/${domain}/check`)
  await advance('PT5S')
  const sent = await happens('message-sent', { from: 'orders@mail.acme.example', to: ['kim@customer.example'] })
  const log = async () => each((await owner.get('/email/messages')).body.messages, 'id')
  const content = async () => (await owner.get(`/email/messages/${sent.messageId}/content`)).status
  await advance('P30D')
  expect([await content(), await log()]).toEqual([200, [sent.messageId]])
  await advance('PT1S')
  expect([await content(), await log()]).toEqual([404, [sent.messageId]])
  await advance('P60D')
  expect([await content(), await log()]).toEqual([404, []])
})

line('LIM-02: storage, exposed services and mail are limited at their own doors', async () => {
  await owner.post('/registry/registries', { slug: 'shop' })
  await happens('quota-changes', { quota: 'registry-storage-bytes', registry: 'shop', value: 1500 })
  const push = (repository: string) =>
    tries('image-pushed', { registry: 'shop', repository, layers: [{ digest: 'sha256:base', sizeBytes: 1000 }] })
  expect([(await push('web')).status, (await push('api')).status]).toEqual([200, 409])
  expect((await owner.get('/registry/registries/shop')).body).toMatchObject({
    storageQuotaBytes: 1500,
    usedBytes: 1000,
    repositoryCount: 1,
  })

  await owner.post('/clusters', { name: 'prod', tier: 'small', managedLoadBalancers: { enabled: true } })
  await advance('PT2M')
  await happens('quota-changes', { quota: 'load-balancer-services', cluster: 'prod', value: 1 })
  const expose = (service: string) => tries('service-exposed', { cluster: 'prod', service })
  expect([(await expose('shop/a')).status, (await expose('shop/b')).status]).toEqual([200, 409])
  expect((await owner.get('/clusters/prod')).body.managedLoadBalancers).toEqual({
    enabled: true,
    maxServices: 1,
    loadBalancers: [{ service: 'shop/a', ip: '203.0.113.10' }],
  })

  const domain = (await owner.post('/email/domains', { name: 'mail.acme.example' })).body.id
  await happens('dns-record-published', { domain })
  await owner.post(`/email/domains/${domain}/check`)
  await advance('PT5S')
  await happens('quota-changes', { quota: 'daily-email', value: 1 })
  const mail = { from: 'orders@mail.acme.example', to: ['kim@customer.example'] }
  const send = () => tries('message-sent', mail)
  expect([(await send()).status, (await send()).status]).toEqual([200, 409])
  const { secret } = (await owner.post('/email/keys', { name: 'mailer' })).body
  expect((await as(secret).post('/email/send', mail)).status).toBe(429)
  expect((await owner.get('/email/settings')).body).toMatchObject({ dailyQuota: 1, acceptedToday: 1 })
})

line(
  'LIM-03: the monitor quota is looked at first; vantages and intervals are the catalog’s; a join token works once',
  async () => {
    await happens('quota-changes', { organization: 'acme', quota: 'monitors', value: 0 })
    const monitor = async (change: object) => (await owner.post('/uptime/monitors', { ...MONITOR, ...change })).status
    expect(await monitor({ vantages: ['nowhere'] })).toBe(403)
    await happens('quota-changes', { organization: 'acme', quota: 'monitors', value: 5 })
    const { vantages } = (await owner.get('/uptime/catalog')).body
    const closed = vantages.find(({ available }: { available: boolean }) => !available)
    expect(await monitor({ vantages: [closed.id] })).toBe(400)
    expect([
      await monitor({ vantages: ['nowhere'] }),
      await monitor({ intervalSeconds: 7 }),
      await monitor({}),
    ]).toEqual([400, 400, 201])
    await owner.post('/clusters', { name: 'prod', tier: 'small' })
    await advance('PT2M')
    const { joinToken: token } = (await owner.post('/clusters/prod/join-tokens')).body
    const join = async (node: string) => (await nobody.post('/clusters/prod/join', { token, node })).status
    expect([await join('w1'), await join('w1'), await join('w2')]).toEqual([201, 401, 401])
    const { joinToken: late } = (await owner.post('/clusters/prod/join-tokens')).body
    await advance('PT15M')
    expect((await nobody.post('/clusters/prod/join', { token: late, node: 'w2' })).status).toBe(401)
  },
)
