import { expect, test } from 'vitest'
import { unlistedWrites } from '../../../src/conformance/plan/by-operation.ts'
import { isObject } from '../../../src/contract/json.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'

const SETTINGS = '/api/v1/email/settings'
const CATALOG = '/api/v1/iam/catalog'

/** A target where a method of this path takes what it is sent. */
function writable(path: string, method: string, merged: (shown: object, sent: object) => object): Mistake {
  let written: object = {}
  return {
    answered({ sent, received }) {
      if (sent.path !== path) return received
      if (sent.method === method) written = JSON.parse(sent.body ?? '{}')
      const shown = sent.method === 'GET' && isObject(received.json) ? merged(received.json, written) : {}
      return sent.method === 'GET' || sent.method === method ? as(received, 200, shown) : received
    },
  }
}

test.concurrent.each([
  [
    'PATCH',
    'getEmailSettings',
    SETTINGS,
    'EML-12',
    (shown: object, { dailyQuota }: { dailyQuota?: number }) => ({ ...shown, ...(dailyQuota && { dailyQuota }) }),
  ],
  [
    'PUT',
    'getIamCatalog',
    CATALOG,
    'IAM-05',
    (shown: { roles?: object[] }, { roles = [] }: { roles?: object[] }) => ({
      ...shown,
      roles: [...(shown.roles ?? []), ...roles],
    }),
  ],
] as const)('%s where there is only %s', async (method, id, path, rule, merged) => {
  const finding = await found(writable(path, method, merged), unlistedWrites, [id])
  expect(finding).toMatchObject({ severity: 'failure', operation: id, check: 'read-only', rules: [rule] })
  expect(await found(undefined, unlistedWrites, [id])).toBeUndefined()
})

test.concurrent('a write that is accepted and forgotten is nothing', async () => {
  expect(
    await found(
      writable(SETTINGS, 'PATCH', (shown) => shown),
      unlistedWrites,
      ['getEmailSettings'],
    ),
  ).toBeUndefined()
})
