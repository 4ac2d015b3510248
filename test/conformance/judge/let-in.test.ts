import { expect, test } from 'vitest'
import { CREDENTIAL_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/credentials.ts'
import { byNobody } from '../../../src/conformance/plan/by-operation.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { calls, walksOf } from '../../support/seen-case.ts'

test.concurrent('a credential that nobody was given lets nobody in', async () => {
  const asOwner: Mistake = {
    asked: (sent) =>
      sent.headers.authorization?.includes('nobody-has-this')
        ? { ...sent, headers: { ...sent.headers, authorization: 'Bearer owner' } }
        : sent,
  }
  const plan: Plan = (operations) => byNobody(operations, false)
  expect(await found(asOwner, plan, ['listTokens'])).toMatchObject({ operation: 'listTokens', severity: 'failure' })
  expect(await found(undefined, plan, ['listTokens'])).toBeUndefined()
})

test.concurrent('nor does a password that nobody was given', async () => {
  const anyPassword: Mistake = {
    answered: ({ sent, received }) =>
      sent.body?.includes('no-password-of') ? as(received, 200, { allowed: true }) : received,
  }
  const plan = walksOf(CREDENTIAL_SCRIPTS, (walk) => calls('authorizeDataPlane')(walk) && walk.length === 4)
  expect(await found(anyPassword, plan, [])).toMatchObject({ operation: 'authorizeDataPlane', severity: 'failure' })
  expect(await found(undefined, plan, [])).toBeUndefined()
})
