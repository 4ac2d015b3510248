import { expect, test } from 'vitest'
import { unmet } from '../../../src/scenario/criteria/criterion.ts'
import type { Scope } from '../../../src/scenario/criteria/expression.ts'

const scope: Scope = {
  inputs: { owner: 'owner', salt: 'x1' },
  outputs: { open: { incident: 'inc_1', count: 3 } },
  response: {
    status: 201,
    headers: { location: '/incidents/inc_1' },
    body: {
      id: 'inc_1',
      status: 'open',
      firingAlerts: 3,
      closed: false,
      'a/b': { deep: [{ id: 7 }, { id: 8, tags: ['x', 'y'] }] },
      nothing: null,
    },
  },
}

const SIMPLE: [string, boolean][] = [
  ['$statusCode == 201', true],
  ['$statusCode >= 200 && $statusCode < 300', true],
  ['$statusCode < 200 || $statusCode > 299', false],
  ["$response.body#/status == 'open'", true],
  ['$response.body#/status == "open"', true],
  ["$response.body#/status == 'Open'", false],
  ["$response.body#/status != 'resolved'", true],
  ['$response.body#/id == $steps.open.outputs.incident', true],
  ['$response.body#/firingAlerts == $steps.open.outputs.count', true],
  ["$response.body#/firingAlerts == '3'", false],
  ['$response.body#/resolvedAt == null', true],
  ['$response.body#/nothing == null', true],
  ['$response.body#/resolvedAt < 5', false],
  ['$response.body#/constructor == null', true],
  ['$response.body#/a~1b/toString', false],
  ['!$response.body#/closed', true],
  ["!($response.body#/status == 'open' && $statusCode == 201)", false],
  ['$response.body#/a~1b/deep/1/id == 8', true],
  ["$response.header.Location == '/incidents/inc_1'", true],
  ["$inputs.salt == 'x1'", true],
  ["'it\\'s' == 'it\\'s'", true],
]

test.each(SIMPLE)('%s is %s', (condition, holds) => {
  expect(unmet({ condition }, scope) === undefined).toBe(holds)
})

const PATHS: [string, boolean][] = [
  ["$[?@.status == 'open']", true],
  ['$[?@.id == {$steps.open.outputs.incident}]', true],
  ['$[?@.resolvedAt]', false],
  ['$[?@.nothing]', true],
  ["$[?count(@['a/b'].deep[*]) == 2]", true],
  ["$[?count(@['a/b'].deep[?@.id > 7]) == 1]", true],
  ["$[?length(@['a/b'].deep[1].tags) == 2 && !@.resolvedAt]", true],
  ["$[?@['a/b'].deep[-1].id == 8]", true],
  ["$[?@['a/b'].deep[?@.tags[?@ == 'y']]]", true],
  ["$[?@['a/b'].deep[?@.tags[?@ == 'z']] || length(@.status) == 5]", false],
]

test.each(PATHS)('jsonpath %s is %s', (condition, holds) => {
  expect(unmet({ type: 'jsonpath', context: '$response.body', condition }, scope) === undefined).toBe(holds)
})

test('patterns look at a text', () => {
  const regex = (context: string, condition: string) => unmet({ type: 'regex', context, condition }, scope)
  expect(regex('$response.body#/id', '^inc_')).toBeUndefined()
  expect(regex('$response.header.Location', '/INC/i')).toBeUndefined()
  expect(regex('$statusCode', '^2')).toBeUndefined()
  expect(regex('$response.body#/id', '^usr_')).toEqual({
    expected: '$response.body#/id matches ^usr_',
    actual: '"inc_1"',
  })
})

test('a pattern looks at the whole of a long body', () => {
  const body = { padding: 'x'.repeat(1000), last: 'end' }
  const long = { ...scope, response: { status: 200, headers: {}, body } }
  expect(unmet({ type: 'regex', context: '$response.body', condition: '"last":"end"' }, long)).toBeUndefined()
})

test('what does not hold says what was there', () => {
  expect(unmet({ condition: '$response.body#/id != $steps.open.outputs.incident' }, scope)).toEqual({
    expected: '$response.body#/id != "inc_1"',
    actual: '"inc_1"',
  })
  expect(unmet({ condition: "$statusCode == 200 && $response.body#/status == 'x'" }, scope)).toEqual({
    expected: "status 200 && $response.body#/status == 'x'",
    actual: 'status is 201, $response.body#/status is "open"',
  })
  expect(unmet({ condition: '$response.body#/resolvedAt != null' }, scope)?.actual).toBe('nothing')
  expect(unmet({ condition: '$statusCode >= 400 && $statusCode < 500' }, scope)).toEqual({
    expected: 'status 4xx',
    actual: 'status 201',
  })
})

test.each([
  ['parentheses', '('.repeat(100_000)],
  ['negations', `${'!'.repeat(100_000)}true`],
  ['parts', Array.from({ length: 20_000 }, () => 'true').join(' && ')],
])('a condition with very many %s is a mistake in one sentence', (_, condition) => {
  const pathTest = { condition: `$[?${condition}]`, context: '$response.body', type: 'jsonpath' } as const
  for (const criterion of [{ condition }, pathTest])
    expect(() => unmet(criterion, scope)).toThrow('the condition has more than 500 parts')
})
