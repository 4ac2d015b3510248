import { expect, test } from 'vitest'
import { freePlaces } from '../../../src/conformance/checks/free-places.ts'
import { withMemory } from '../../../src/conformance/shadow/memories.ts'
import type { Shadow } from '../../../src/conformance/shadow/shadow.ts'
import { answered, blankShadow } from '../../support/answered.ts'

const AT = '2026-03-01T10:00:00Z'

/** Whether it is certain that there is a place, after these answers, where so many places are left before each. */
function isFreeAfter(answers: readonly (readonly [operation: string, status: number, left: number])[]): boolean {
  let left = 0
  const { check, isFree } = freePlaces({
    ...{ create: 'createCluster', entity: 'Cluster' },
    of: () => left,
    counts: () => true,
  })
  let shadow: Shadow = blankShadow(AT)
  for (const [operation, status, places] of answers) {
    left = places
    const { memory } = check.look(
      answered({ operation, status, shadow }),
      (shadow.memories.get(check) as never) ?? check.start,
    )
    shadow = withMemory(shadow, check, memory)
  }
  left = 1
  return isFree(answered({ operation: 'createCluster', status: 403, shadow }))
}

test('whoever was given the last place knows that nothing but live things counts', () => {
  expect(isFreeAfter([['createCluster', 201, 1]])).toBe(true)
})

test('a place among several, or a refusal, says nothing', () => {
  expect(isFreeAfter([['createCluster', 201, 5]])).toBe(false)
  expect(isFreeAfter([['createCluster', 403, 1]])).toBe(false)
})

test('what is deleted since may count', () => {
  expect(
    isFreeAfter([
      ['createCluster', 201, 1],
      ['deleteCluster', 202, 0],
    ]),
  ).toBe(false)
})

/** The same where so many others are listed, of whom the model knows nothing. */
function isFreeBeside(listed: readonly number[]): boolean {
  const { check, isFree } = freePlaces({
    ...{ create: 'createCluster', entity: 'Cluster' },
    of: () => 3,
    counts: ({ phase }) => phase === 'ready',
  })
  const shadow = blankShadow(AT)
  let known = check.start
  for (const [index, count] of listed.entries()) {
    const clusters = Array.from({ length: count }, (_, place) => ({ name: `theirs-${place}`, phase: 'ready' }))
    known = check.look(answered({ operation: 'listClusters', body: { clusters }, shadow }), known).memory
    if (index === 0) known = check.look(answered({ operation: 'createCluster', status: 201, shadow }), known).memory
  }
  return isFree(answered({ operation: 'createCluster', status: 403, shadow: withMemory(shadow, check, known) }))
}

test('what was there before takes a place, and what has gone of it may go on taking one', () => {
  expect(isFreeBeside([2])).toBe(true)
  expect(isFreeBeside([1])).toBe(false)
  expect(isFreeBeside([2, 3])).toBe(false)
  expect(isFreeBeside([2, 1])).toBe(false)
})
