import { expect, test } from 'vitest'
import { sameResources } from '../../../src/conformance/checks/same-resources.ts'
import { answered } from '../../support/answered.ts'

const ours = { service: 'registry', id: 'shop-salt', name: 'Shop' }
const theirs = { service: 'registry', id: 'other', name: 'Other' }

/** What is found in the last of these answers. */
function foundIn(...answers: readonly (readonly [string, unknown])[]): string[] {
  let memory = sameResources.start
  let found: readonly { readonly code: string }[] = []
  for (const [operation, body] of answers)
    ({ memory, found } = sameResources.look(answered({ operation, body }), memory))
  return found.map(({ code }) => code)
}

test('what a token may be narrowed to is in the catalog', () => {
  const offered = ['getTokenScopeOptions', { roles: [], resources: [ours, theirs] }] as const
  expect(foundIn(offered, ['getIamCatalog', { roles: [], resources: [ours] }])).toEqual([])
  expect(foundIn(offered, ['getIamCatalog', { roles: [], resources: [theirs] }])).toEqual(['lacks'])
})

test('a change in between may have taken it away', () => {
  const offered = ['getTokenScopeOptions', { roles: [], resources: [ours] }] as const
  expect(foundIn(offered, ['deleteRegistry', undefined], ['getIamCatalog', { roles: [], resources: [] }])).toEqual([])
})
