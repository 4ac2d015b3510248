import { expect, test } from 'vitest'
import { isObject } from '../../../../../src/contract/json.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import { judgedMock } from '../../../../support/judged-mock.ts'

/** A target at whose door every login opens that was ever given. */
const neverEnding = (own: Driver): Driver => ({
  ...own,
  async cause(event, body) {
    const answer = await own.cause(event, body)
    const isExpired = isObject(answer) && answer.accepted === false && String(answer.reason).includes('expired')
    const isLogin = isObject(body) && body.kind === 'login-credential'
    return isLogin && isExpired ? { ...answer, accepted: true, reason: undefined } : answer
  },
})

test('a login that still opens a little after its hour is seen', async () => {
  const { failures } = await judgedMock({ areas: ['registry'], maxRequests: 700, bail: true, driver: neverEnding })
  expect(failures.map(({ finding }) => finding)).toMatchObject([
    { code: 'door', kind: 'login-credential', operation: 'credentialUsed' },
  ])
  const spans = failures[0]?.sequence.steps.flatMap((step) => (step.kind === 'event' ? [step.body] : []))
  expect(spans).toContainEqual({ by: 'PT61M' })
})
