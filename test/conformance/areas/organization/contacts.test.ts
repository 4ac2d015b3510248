import { expect, test } from 'vitest'
import { organization } from '../../../../src/conformance/areas/organization/index.ts'
import { twisted } from '../../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../../src/conformance/plan/looks.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

const CONTACTS = ['getContacts', 'updateContacts']
const scripts: Plan = (_, all) => organization.scripts.flatMap(({ walks }) => walks(all) ?? [])
const twists: Plan = (operations) => twisted(operations, looksAmong(operations))

/** The answer says what was typed; what is kept is in lower case. */
const asTyped: Mistake = {
  asked: (sent) => ({ ...sent, body: sent.body?.toLowerCase().replaceAll('email"', 'Email"') }),
  answered: ({ sent, received }) =>
    sent.method === 'PATCH' && received.status === 200
      ? as(received, 200, { ...Object(received.json), ...JSON.parse(sent.body ?? '{}') })
      : received,
}

test.concurrent.each(['keep', 'lower'])(
  'an address is shown as the answer to its change said, whatever its case: %s',
  async (kept) => {
    expect(await found(undefined, twists, CONTACTS, { 'organization.address-case': kept })).toBeUndefined()
    expect(await found(asTyped, twists, CONTACTS)).toMatchObject({ operation: 'getContacts', severity: 'failure' })
  },
)

const refusedFor = (received: { readonly text: string; readonly status: number }, status: number, words: RegExp) =>
  received.status === status && words.test(received.text)

test.concurrent('a billing address that is in use collides though it is ours for something else', async () => {
  const other = { technicalEmail: '', securityEmail: '' }
  const mistake: Mistake = {
    answered({ sent, received }) {
      const asked = JSON.parse(sent.body ?? '{}')
      if (sent.method === 'PATCH' && received.status === 200) Object.assign(other, asked)
      const isOurs = Object.values(other).includes(asked.billingEmail)
      return isOurs && refusedFor(received, 409, /payment provider/) ? as(received, 200, { ...other }) : received
    },
  }
  expect(await found(undefined, scripts, CONTACTS)).toBeUndefined()
  expect(await found(mistake, scripts, CONTACTS)).toMatchObject({ rules: ['organization.billing-collides'] })
})

test.concurrent('what was never set is there in the answer to the first change, in each organization', async () => {
  const opening: Plan = (_, all) =>
    organization.scripts.filter(({ opens }) => opens).flatMap(({ walks }) => walks(all) ?? [])
  /** Only what was sent is in the answers to changes of these contacts: those of the other organization, or ours. */
  const showing = (isElsewhere: boolean): Mistake => {
    let set: object = {}
    return {
      answered({ sent, received }) {
        const isMeant = /outsider/.test(String(sent.headers.authorization)) === isElsewhere
        if (!isMeant || sent.method !== 'PATCH' || received.status !== 200) return received
        set = { ...set, ...JSON.parse(sent.body ?? '{}') }
        return as(received, 200, set)
      },
    }
  }
  const lacking = { code: 'shape', operation: 'updateContacts', severity: 'failure', rules: ['GEN-02'] }
  expect(await found(showing(false), opening, CONTACTS)).toMatchObject(lacking)
  expect(await found(showing(true), opening, CONTACTS)).toMatchObject(lacking)
  expect(await found(undefined, opening, CONTACTS)).toBeUndefined()
})

/** Says that another organization's billing address is in use, with what is asked beside it saved before or not. */
const keepingTheirs = (saved: readonly string[]): Mistake => ({
  asked(sent) {
    const asked = JSON.parse(sent.body ?? '{}')
    if (!isOfTheirs(sent, asked)) return sent
    return { ...sent, body: JSON.stringify(Object.fromEntries(saved.map((field) => [field, asked[field]]))) }
  },
  answered: ({ sent, received }) =>
    isOfTheirs(sent, JSON.parse(sent.body ?? '{}'))
      ? as(received, 409, { error: 'another customer has it' })
      : received,
})
const isOfTheirs = ({ headers }: { readonly headers: object }, { billingEmail = '' }: { billingEmail?: string }) =>
  billingEmail.endsWith('@neighbours.example') && JSON.stringify(headers).includes('owner')

test.concurrent('whoever is refused the billing address of others keeps all of their own', async () => {
  expect(await found(keepingTheirs([]), scripts, CONTACTS)).toBeUndefined()
  const half = keepingTheirs(['technicalEmail', 'securityEmail'])
  expect(await found(half, scripts, CONTACTS)).toMatchObject({ operation: 'getContacts', severity: 'failure' })
})
