import { expect, test } from 'vitest'
import { subjectFits } from '../../../../../../src/model/areas/registry/queries/exchange/subject-pattern.ts'

test.each([
  ['repo:acme/*', 'repo:acme/shop:ref:refs/heads/main', true, false],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main', true, true],
  ['repo:*/*:ref:*/*/main', 'repo:acme/shop:ref:refs/heads/main', true, true],
  ['*', '', true, true],
  ['*a*b', 'aab', true, true],
  ['a*a', 'a', false, false],
  ['*shop', 'shop-acme-shop', true, true],
  ['a*b*c', 'a-c-b', false, false],
  ['a.c', 'abc', false, false],
])('%s and %s', (pattern, subject, any, segment) => {
  expect([subjectFits(pattern, subject, 'star-any'), subjectFits(pattern, subject, 'star-segment')]).toEqual([
    any,
    segment,
  ])
})

test('many stars cost no more than few', () => {
  const [pattern, subject] = [`${'*a'.repeat(50_000)}!`, 'a'.repeat(100_000)]
  const start = performance.now()
  expect([subjectFits(pattern, subject, 'star-any'), subjectFits(pattern, subject, 'star-segment')]).toEqual([
    false,
    false,
  ])
  expect(performance.now() - start).toBeLessThan(500)
})
