import { expect, test } from 'vitest'
import { DOMAIN_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/domains.ts'
import { isObject } from '../../../../../src/contract/json.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../../support/seen-case.ts'

/** Without what an outside event puts into DNS. */
const plan = walksOf(DOMAIN_SCRIPTS, (walk) => calls('getDomainDns')(walk) && walk.every(({ kind }) => kind === 'call'))

/** Every record is said to be another one in DNS, with this as the observed value. */
const saying = (observed: (value: unknown) => unknown): Mistake => ({
  answered({ sent, received }) {
    if (!sent.path.endsWith('/dns') || !isObject(received.json) || !Array.isArray(received.json.records))
      return received
    const records = received.json.records.filter(isObject)
    const others = records.toReversed().map((one) => one.expected)
    return as(received, received.status, {
      records: records.map((one, place) => ({ ...one, outcome: 'mismatch', observed: observed(others[place]) })),
    })
  },
})

test('a mismatch without the observed value is seen', async () => {
  const seen = { operation: 'getDomainDns', code: 'untold-value', rules: ['email.mismatch-shown'] }
  expect(
    await found(
      saying(() => null),
      plan,
      [],
    ),
  ).toMatchObject(seen)
})

test('one with the value that was meant for another record is told', async () => {
  expect(
    (
      await found(
        saying((value) => value),
        plan,
        [],
      )
    )?.code,
  ).not.toBe('untold-value')
})
