import { expect, test } from 'vitest'
import { CREDENTIAL_SCRIPTS } from '../../../../src/conformance/areas/registry/scripts/credentials.ts'
import { isObject } from '../../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

/** The walks that log in at the door itself. */
const loggingIn: Plan = (_, all) =>
  CREDENTIAL_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((walk) =>
    walk.some((goal) => goal.kind === 'call' && goal.operation.id === 'authorizeDataPlane'),
  )

/** Another verdict of the data plane. */
const judging = (verdict: (given: { readonly allowed?: unknown }) => object): Mistake => ({
  answered: ({ sent, received }) =>
    sent.path.endsWith('/data-plane/authorize') && isObject(received.json) && received.status === 200
      ? as(received, 200, verdict(received.json))
      : received,
})

test.concurrent('a data plane that lets in whoever knows a password, also when it has ended', async () => {
  expect(
    await found(
      judging(() => ({ allowed: true })),
      loggingIn,
      [],
    ),
  ).toMatchObject({ operation: 'authorizeDataPlane', severity: 'failure' })
})

test.concurrent('a data plane that keeps out those who may', async () => {
  expect(
    await found(
      judging(() => ({ allowed: false })),
      loggingIn,
      [],
    ),
  ).toMatchObject({ operation: 'authorizeDataPlane', severity: 'failure' })
})

test.concurrent('the reason is a sentence in whatever words', async () => {
  const inItsOwnWords = judging((given) => (given.allowed === true ? given : { allowed: false, reason: 'Nein.' }))
  expect(await found(inItsOwnWords, loggingIn, [])).toBeUndefined()
})
