import { expect, test } from 'vitest'
import { CHANGE_SCRIPTS } from '../../../../src/conformance/areas/clusters/scripts/changes.ts'
import { isObject } from '../../../../src/contract/json.ts'
import { found, type Mistake } from '../../../support/mistaken-target.ts'
import { walksOf } from '../../../support/seen-case.ts'

/** Refuses changes of a datastore in which this stands. */
const refusing = (words: string): Mistake => ({
  asked(sent) {
    const body: unknown = sent.method === 'PATCH' && typeof sent.body === 'string' ? JSON.parse(sent.body) : {}
    const isRefused = isObject(body) && JSON.stringify(body.datastore ?? '').includes(words)
    return isRefused ? { ...sent, body: JSON.stringify({ datastore: { size: 'db-unheard-of' } }) } : sent
  },
})

const plan = walksOf(
  CHANGE_SCRIPTS,
  (walk) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'updateCluster').length === 3,
)

test('a datastore of its own that can be changed in no way is seen', async () => {
  expect(await found(refusing('size'), plan, [])).toMatchObject({
    ...{ operation: 'updateCluster', code: 'refused', rules: ['CLU-03'] },
  })
})

test('one that cannot be changed in one way is not held against a target', async () => {
  expect(await found(refusing('"backups":true'), plan, [])).toBeUndefined()
  expect(await found(undefined, plan, [])).toBeUndefined()
})
