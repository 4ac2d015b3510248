import { expect } from 'vitest'
import { each, outside } from './kit.ts'
import { line } from './line.ts'

const { owner, admin, member, outsider, as, happens, advance } = outside()

const register = async (name: string, by = owner): Promise<string> =>
  (await by.post('/email/domains', { name })).body.id
const mint = (body: object = {}, by = owner) => by.post('/tokens', { name: 'bot', ...body })

line('TOK-04: a scope that names what its owner cannot read is refused', async () => {
  const [ours, theirs] = [await register('mail.acme.example'), await register('mail.globex.example', outsider)]
  const scope = (id: string) => ({ scope: [{ role: 'email.reader', resourceIds: [id] }] })
  expect((await mint(scope(theirs))).status).toBe(403)
  expect((await mint({ scope: [{ role: 'no.such.role' }] })).status).toBe(400)
  expect((await owner.get('/tokens')).body).toEqual({ tokens: [] })
  expect((await mint(scope(ours))).status).toBe(201)
  const news = await register('news.acme.example')
  await happens('role-changes', { userId: 'usr_cy', grants: [{ role: 'email.reader', resourceIds: [news] }] })
  expect((await mint(scope(ours), member)).status).toBe(403)
  expect((await mint(scope(news), member)).status).toBe(201)
})

line('TOK-06: a token is a credential, no further than its scope, until it expires or is switched off', async () => {
  const [shop, news] = [await register('shop.acme.example'), await register('news.acme.example')]
  const narrow = { scope: [{ role: 'email.editor', resourceIds: [shop] }], expiresIn: 3600 }
  const { id, key } = (await mint(narrow)).body
  const bot = as(key)
  const check = async (domain: string) => (await bot.post(`/email/domains/${domain}/check`)).status
  const list = () => bot.get('/email/domains')
  expect([await check(shop), await check(news)]).toEqual([202, 403])
  expect(each((await list()).body.domains, 'id')).toEqual([shop])
  expect((await bot.get('/oncall/incidents')).status).toBe(403)
  await happens('token-disabled', { tokenId: id })
  expect((await list()).status).toBe(401)
  expect((await owner.get('/tokens')).body.tokens).toMatchObject([{ id, enabled: false }])
  await happens('token-enabled', { tokenId: id })
  expect((await list()).status).toBe(200)
  await advance('PT1H')
  expect((await list()).status).toBe(401)
})

line('IAM-02: the catalog is for owners and admins', async () => {
  const statuses = async () =>
    each(await Promise.all([owner, admin, member].map((by) => by.get('/iam/catalog'))), 'status')
  expect(await statuses()).toEqual([200, 200, 403])
  await happens('role-changes', { userId: 'usr_cy', role: 'admin' })
  await happens('role-changes', { userId: 'usr_bo', role: 'member' })
  expect(await statuses()).toEqual([200, 403, 200])
})

line(
  'ORG-03: 400 for a bad address, 403 for other than owner or admin, 409 for a collision; nothing changes',
  async () => {
    const CONTACTS = '/organization/contacts'
    const before = {
      billingEmail: 'billing@acme.example',
      technicalEmail: 'ops@acme.example',
      securityEmail: 'security@acme.example',
    }
    await owner.patch(CONTACTS, before)
    const both = { technicalEmail: 'new@acme.example', billingEmail: 'pay@other.example' }
    expect((await owner.patch(CONTACTS, { ...both, securityEmail: 'nobody' })).status).toBe(400)
    expect((await member.patch(CONTACTS, both)).status).toBe(403)
    await happens('billing-email-collides', { email: 'pay@other.example' })
    expect((await owner.patch(CONTACTS, both)).status).toBe(409)
    expect((await owner.get(CONTACTS)).body).toEqual(before)
    await happens('billing-email-collides', { email: 'pay@other.example', collides: false })
    expect((await admin.patch(CONTACTS, both)).body).toEqual({ ...before, ...both })
  },
)
