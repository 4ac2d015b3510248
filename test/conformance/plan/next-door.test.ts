import { expect, test } from 'vitest'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { nextDoor } from '../../../src/conformance/plan/next-door.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'

const plan: Plan = (operations) => nextDoor(operations, looksAmong(operations))
const ids = ['createUptimeService', 'renameUptimeService', 'listUptimeServices', 'deleteUptimeService']
const isTheirs = ({ headers }: Sent): boolean => headers.authorization === 'Bearer outsider'

test('what works for one organization has to work for another', async () => {
  const refusing = {
    answered: ({ sent, received }: Parameters<NonNullable<Mistake['answered']>>[0]) =>
      sent.method === 'PATCH' && isTheirs(sent) ? as(received, 404, { error: 'there is no such service' }) : received,
  }
  expect(await found(refusing, plan, ids)).toMatchObject({ operation: 'renameUptimeService', severity: 'failure' })
})

test('a target that keeps them apart is right', async () => {
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
