import { expect, test } from 'vitest'
import { isRead } from '../../../src/conformance/plan/looks.ts'
import { themes } from '../../../src/conformance/plan/themes.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const operations = [...loadContract(source).operations.values()]
const all = themes(operations)

test('half of the sequences about an area are about all of it', () => {
  const registry = themes(operations.filter(({ area }) => area === 'registry'))
  const whole = registry.find(({ name }) => name === 'registry')
  const weight = registry.reduce((sum, theme) => sum + theme.weight, 0)
  expect(whole?.operations).toHaveLength(22)
  expect(whole?.weight).toBe(weight / 2)
})

test('a close theme has something that can change', () => {
  const areas = new Set<string>(operations.map(({ area }) => area))
  const close = all.filter(({ name }) => !areas.has(name))
  expect(close.length).toBeGreaterThan(20)
  for (const theme of close) expect(theme.operations.every(isRead), theme.name).toBe(false)
})
