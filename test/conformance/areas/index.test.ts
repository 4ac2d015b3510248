import { expect, test } from 'vitest'
import { AREA_JUDGES } from '../../../src/conformance/areas/index.ts'
import { AREAS } from '../../../src/contract/areas.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const contract = loadContract(source)
const operations = new Map([...contract.operations, ...contract.doors])
const areaOf = (operation: string) => operations.get(operation)?.area

test.each(AREAS)('what %s says of an operation is about one of its own', (area) => {
  const { operations: facts, values, twists, comparators, singletons, switches } = AREA_JUDGES[area]
  const named = [
    ...[facts, values, twists].flatMap((by) => Object.keys(by)),
    // The others are fields wherever they stand.
    ...Object.keys(comparators).flatMap((key) => (key.includes(' ') ? key.split(' ').slice(0, 1) : [])),
    ...singletons.flatMap(({ read, changedBy }) => [read, ...changedBy]),
    ...switches.flatMap(({ only = [] }) => only),
  ]
  expect(named.filter((operation) => areaOf(operation) !== area)).toEqual([])
})

test('values are for fields that the description has', () => {
  const unknown = AREAS.flatMap((area) =>
    Object.entries(AREA_JUDGES[area].values).flatMap(([id, { fields = {} }]) => {
      const { body, parameters = [] } = operations.get(id) ?? {}
      const there = new Set([...Object.keys(body?.schema.properties ?? {}), ...parameters.map(({ name }) => name)])
      return Object.keys(fields).flatMap((field) => (there.has(field) ? [] : [`${id} ${field}`]))
    }),
  )
  expect(unknown).toEqual([])
})

test('every fixture that is asked for is one, or is an entity that an operation creates', () => {
  const fixtures = new Set(AREAS.flatMap((area) => Object.keys(AREA_JUDGES[area].fixtures)))
  const created = new Set([...operations.values()].flatMap(({ does, entity }) => (does === 'create' ? [entity] : [])))
  const goals = AREAS.flatMap((area) => AREA_JUDGES[area].scripts)
    .flatMap(({ walks }) => walks(operations) ?? [])
    .flat()
  const asked = [
    ...goals.flatMap((goal) => (goal.kind === 'have' ? [goal.entity] : [])),
    ...AREAS.flatMap((area) => Object.values(AREA_JUDGES[area].twists).flat()).flatMap(({ needs }) => needs ?? []),
  ]
  expect(asked.filter((name) => !fixtures.has(name) && !created.has(name))).toEqual([])
  expect(asked.length).toBeGreaterThan(20)
})

test('no script is left out when no operation is', () => {
  const scripts = AREAS.flatMap((area) => AREA_JUDGES[area].scripts)
  expect(scripts.filter(({ walks }) => (walks(operations) ?? []).length === 0)).toEqual([])
})
