import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { ORGANIZATION_RULES } from '../../../../src/model/areas/organization/rules/index.ts'
import { isSymbol } from '../../../../src/model/world/fresh.ts'
import { makeModel, type Options } from '../../support.ts'
import { conforming } from '../conforming.ts'

const mistaken = await mistakenModel()

const ACME = {
  billingEmail: 'billing@acme.example',
  technicalEmail: 'ops@acme.example',
  securityEmail: 'security@acme.example',
}

function makeOrganization(options: Options = {}) {
  const model = makeModel(options)
  const call = options.values === 'symbolic' ? model.call : conforming(model.call)
  const patch = (body: object, actor = 'owner') => call('updateContacts', actor, { body })
  const contacts = (actor = 'owner') => call('getContacts', actor).body
  patch(ACME)
  return { ...model, call, patch, contacts }
}

describe('ORG-01, ORG-02: contacts', () => {
  test('three addresses; a change touches what it names and answers all', () => {
    const { patch, contacts } = makeOrganization()
    const after = { ...ACME, technicalEmail: 'platform@acme.example' }
    expect(patch({ technicalEmail: 'platform@acme.example' })).toMatchObject({ status: 200, body: after })
    expect(contacts('member')).toEqual(after)
    expect(patch({}).body).toEqual(after)
  })

  test('each organization has its own; what was never set shows an open address', () => {
    const { contacts, patch } = makeOrganization()
    expect(contacts('outsider')).toEqual({
      billingEmail: 'contact@globex.example',
      technicalEmail: 'contact@globex.example',
      securityEmail: 'contact@globex.example',
    })
    patch({ billingEmail: 'pay@globex.example' }, 'outsider')
    expect([contacts('outsider').billingEmail, contacts().billingEmail]).toEqual([
      'pay@globex.example',
      'billing@acme.example',
    ])
  })

  test('empty changes, readers, shared addresses, case and white space are open', () => {
    const { patch, call, contacts, setGap } = makeOrganization()
    expect(patch({ technicalEmail: 'Billing@Acme.example' }).body.technicalEmail).toBe('Billing@Acme.example')
    setGap('organization.address-case', 'lower')
    expect(patch({ technicalEmail: 'Billing@Acme.example' }).body.technicalEmail).toBe('billing@acme.example')
    expect(patch({ securityEmail: ' s@acme.example ' }).status).toBe(400)
    setGap('organization.address-trimming', 'trim')
    expect(patch({ securityEmail: ' s@acme.example ' }).body.securityEmail).toBe('s@acme.example')
    setGap('organization.shared-address', 'refuse')
    expect(patch({ securityEmail: 'billing@acme.example' }).status).toBe(400)
    expect(patch({ securityEmail: '' }).status).toBe(400)
    setGap('organization.clearing-contact', 'clear')
    expect(patch({ technicalEmail: '' }).body.technicalEmail).toBe('contact@acme.example')
    setGap('general.empty-patch', 'refuse')
    expect(patch({}).status).toBe(400)
    setGap('organization.contact-readers', 'managers')
    expect([call('getContacts', 'member').status, call('getContacts', 'admin').status]).toEqual([403, 200])
    expect(contacts().securityEmail).toBe('s@acme.example')
  })
})

describe('ORG-03: refusals', () => {
  test('400 for an invalid address; nothing changes', () => {
    const { patch, contacts } = makeOrganization()
    for (const address of ['nobody', '@acme.example', 'ops@', 'a b@acme.example', 'a@b@c.example', ''])
      expect(patch({ billingEmail: 'new@acme.example', technicalEmail: address }).status).toBe(400)
    expect(patch({ billingEmail: 5 }).status).toBe(400)
    expect(contacts()).toEqual(ACME)
  })

  test('400 also for one that is too long for a text, whatever the status of that', () => {
    const model = makeModel({ gaps: { 'general.maximum-length': 255, 'general.validation-status': 409 } })
    const body = { technicalEmail: `long ${'long '.repeat(60)}` }
    expect(model.call('updateContacts', 'owner', { body }).status).toBe(400)
  })

  test('how strictly an address is looked at is open', () => {
    const odd = ['ops@intranet', 'ops..x@acme.example', `${'o'.repeat(250)}@acme.example`]
    const statuses = ({ call, setGap }: ReturnType<typeof makeModel>) => {
      const patched = odd.map((technicalEmail) => call('updateContacts', 'owner', { body: { technicalEmail } }).status)
      setGap('organization.address-length', 300)
      return [...patched, call('updateContacts', 'owner', { body: { technicalEmail: odd[2] } }).status]
    }
    expect(statuses(makeModel())).toEqual([400, 400, 400, 200])
    // What is taken then is not an address by the description, so its answers are not held against that.
    const lenient = { 'organization.odd-address': 'accept' } as const
    expect(statuses(makeModel({ gaps: lenient, shaped: false }))).toEqual([200, 200, 400, 200])
  })

  test('403 for whoever is neither owner nor admin, 401 for nobody', () => {
    const { patch, call, contacts } = makeOrganization()
    expect(patch({ billingEmail: 'x@acme.example' }, 'member').status).toBe(403)
    expect(patch({ billingEmail: 'x@acme.example' }, 'admin').status).toBe(200)
    expect(call('updateContacts', undefined, { body: {} }).status).toBe(401)
    expect(contacts().billingEmail).toBe('x@acme.example')
  })

  test('409 when a billing address collides at the payment provider', () => {
    const { patch, happen, contacts } = makeOrganization()
    happen('billingEmailCollides', { email: 'Pay@other.example' })
    expect(patch({ billingEmail: 'pay@other.example', technicalEmail: 'x@acme.example' }).status).toBe(409)
    expect(patch({ technicalEmail: 'pay@other.example' }).status).toBe(200)
    expect(contacts().billingEmail).toBe('billing@acme.example')
    happen('billingEmailCollides', { email: 'pay@other.example', collides: false })
    expect(patch({ billingEmail: 'pay@other.example' }).status).toBe(200)
  })

  test('whether others collide, and an address that stays the same, is open', () => {
    const { patch, happen, setGap } = makeOrganization()
    patch({ billingEmail: 'pay@globex.example' }, 'outsider')
    expect(patch({ billingEmail: 'pay@globex.example' }).status).toBe(200)
    patch(ACME)
    setGap('organization.billing-collision', 'other-organizations')
    expect(patch({ billingEmail: 'pay@globex.example' }).status).toBe(409)
    happen('billingEmailCollides', { email: ACME.billingEmail })
    expect(patch(ACME).status).toBe(200)
    setGap('organization.unchanged-billing', 'check')
    expect(patch(ACME).status).toBe(409)
  })
})

test('what was never set may be a symbol, also beside what is', () => {
  const { choices, patch } = makeOrganization({ values: 'symbolic' })
  let asked = 0
  Object.assign(choices, { fill: (id: string) => `⟦gap ${id}#${asked++}⟧` })
  const { billingEmail, technicalEmail, securityEmail } = patch({ billingEmail: 'pay@globex.example' }, 'outsider').body
  expect(billingEmail).toBe('pay@globex.example')
  expect([technicalEmail, securityEmail].every(isSymbol)).toBe(true)
  expect(technicalEmail).not.toBe(securityEmail)
})

test.each(ORGANIZATION_RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id))(
  'broken, %s no longer holds',
  (id) => {
    const story = (options: Options) => {
      const { patch } = makeOrganization(options)
      return [patch({ technicalEmail: 'x@acme.example' }).body, patch({}).body]
    }
    expect(story({ model: mistaken([id]) })).not.toEqual(story({}))
  },
)
