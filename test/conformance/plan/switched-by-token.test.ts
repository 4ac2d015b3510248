import { expect, test } from 'vitest'
import { switchedByToken } from '../../../src/conformance/plan/switched-by-token.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'

const plan: Plan = (operations, all) => switchedByToken(operations, all, ({ event }) => event === 'entitlementChanges')

/** The beta is looked at only when somebody comes in person. */
function openToTokens(): Mistake {
  const keys = new Set<string>()
  return {
    answered: ({ sent, received }) => {
      const { key } = Object(received.json)
      if (typeof key === 'string') keys.add(`Bearer ${key}`)
      const isBarred = received.status === 403 && sent.method === 'GET'
      return isBarred && keys.has(String(sent.headers.authorization)) ? as(received, 200, { domains: [] }) : received
    },
  }
}

test.concurrent.each([['listDomains'], ['listDomains', 'createDomain']])(
  'what is off is off for tokens too: %s',
  async (...ids) => {
    expect(await found(undefined, plan, ids)).toBeUndefined()
    expect(await found(openToTokens(), plan, ids)).toMatchObject({
      operation: 'listDomains',
      rules: ['email.entitlement-needed'],
    })
  },
)
