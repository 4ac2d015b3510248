import { expect, test } from 'vitest'
import { verify } from '../../../src/conformance/verify.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'

test('only what is really there is told as left behind', { timeout: 120_000 }, async () => {
  const mock = await createMock({ seed: 'small' })
  const { report } = await verify({ url: mock.url, areas: ['registry'], seed: 3, runs: 0, maxRequests: 200 })
  await mock.close()
  expect(report.requests).toBeGreaterThan(100)
  // What deletes a tag or a repository inside of a registry does not delete the registry.
  expect(report.leftBehind.filter((what) => !/^deleteRegistry \S+: answered 409$/.test(what))).toEqual([])
})
