import { expect, test } from 'vitest'
import { makeBudget } from '../../../src/conformance/session/budget.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'

const profile = readProfile(source, { text: 'budget: { slow: 2 }', file: 'profile.yaml', environment: {} })
const contract = loadContract(source, profile)

test('a budget that is used up says after how many requests, and what was no longer called', () => {
  const budget = makeBudget(contract)
  const [create, free] = [contract.operation('createCluster'), contract.operation('listTokens')]
  expect(create.cost).toBe('slow')
  for (const requests of [3, 9]) {
    expect(budget.affords(create)).toBe(true)
    budget.spend(create, requests)
  }
  expect(budget.usedUp()).toEqual([])
  expect([budget.affords(create), budget.affords(free)]).toEqual([false, true])
  expect(budget.usedUp()).toEqual([{ cost: 'slow', budget: 2, afterRequests: 9, operations: ['createCluster'] }])
})

test('what never had a budget is not used up', () => {
  const budget = makeBudget(contract)
  const slow = [...contract.operations.values()].find(({ cost }) => cost === 'permanent')
  expect(slow && budget.affords(slow)).toBe(false)
  expect([budget.refused.size, budget.usedUp()]).toEqual([1, []])
})
