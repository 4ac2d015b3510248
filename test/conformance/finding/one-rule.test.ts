import { expect, test } from 'vitest'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import { citingOne } from '../../../src/conformance/finding/one-rule.ts'
import { worded } from '../../../src/conformance/finding/words.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../../src/contract/profile.ts'
import { RULES } from '../../../src/model/model.ts'

const contract = loadContract(source, EMPTY_PROFILE)
const held = { severity: 'failure', check: 'body', operation: 'getEmailSettings' } as const

test('a failure cites the one rule it breaks, the one that is about it', () => {
  const paged = { code: 'paged', wrong: 'too many', expected: 0, actual: 1 } as const
  const rules = ['ONC-11', 'ONC-13', 'ONC-14', 'ONC-16']
  expect(citingOne(contract, { ...held, ...paged, rules }).rules).toHaveLength(1)
  const at = (path: string): Finding => ({
    ...held,
    ...{ code: 'value', path, expected: 1, actual: 2 },
    rules: ['EML-02', 'EML-12', 'EML-13'],
  })
  expect(citingOne(contract, at('dailyQuota')).rules).toEqual(['EML-12'])
  expect(citingOne(contract, at('suppression.reason')).rules).toEqual(['EML-13'])
  expect(citingOne(contract, { ...at('x'), rules: [] }).rules).toEqual([])
})

test('a difference in what is stored cites what is stated about the operation that stored it', () => {
  const at = (operation: string, fact: object, rules: readonly string[]) =>
    ({ ...held, operation, ...fact, rules }) as Finding
  const slug = { code: 'value', path: '/0/orgSlug', expected: 'a', actual: 'b' }
  const listed = at('listTokens', slug, ['tokens.own-tokens-only'])
  const done = (id: string) => [contract.operation(id)]
  expect(citingOne(contract, listed, done('createToken')).rules).toEqual(['tokens.bound-to-acting-organization'])
  expect(citingOne(contract, listed).rules).toEqual(['tokens.own-tokens-only'])
  const foreign = { code: 'holds', path: '', entity: 'PersonalToken', why: 'hidden-from-caller', id: 'a' }
  expect(citingOne(contract, at('listTokens', foreign, ['tokens.own-tokens-only']), done('createToken')).rules).toEqual(
    ['tokens.own-tokens-only'],
  )
  const kept = { code: 'holds', path: '/repositories', entity: 'Repository', why: 'removed', id: 'a' }
  const repositories = at('listRepositories', kept, ['REG-16'])
  const [cited = ''] = citingOne(contract, repositories, done('deleteRepository')).rules
  expect([cited, ...(RULES.find(({ id }) => id === cited)?.checklist ?? [])]).toContain('REG-17')
})

test.each([
  ['⟦now 1794834518420#3⟧', 'any time'],
  ['⟦secret sk#12⟧', 'any secret'],
  ['⟦OncallIncident#12⟧', 'any id of an OncallIncident'],
  ['⟦label owner⟧', 'any label'],
  ['⟦gap clusters.cloud-config#9⟧', 'a value of its own choice'],
])('what nobody can foresee, %s, is said to be %s', (expected, said) => {
  const place: Finding = { ...held, code: 'value', path: 'a.b', expected: { in: expected }, actual: 2, rules: [] }
  expect(worded(place).expected).toBe(`{"in":"${said}"}`)
})
