import { expect, test } from 'vitest'
import { patternElsewhere } from '../../../../../src/conformance/areas/email/checks/pattern-elsewhere.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** What is said when a route is refused that another domain has. */
function said(first: object = {}, second: object = {}, domainId = 'dom_2') {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const domain = { org: 'acme', seq: 1, receiveState: 'pending', published: {} }
  const route = { id: 'rou_1', org: 'acme', seq: 2, domainId: 'dom_1', pattern: 'help', endpointId: 'web_1' }
  const rows = [
    ['EmailDomain', { ...domain, id: 'dom_1', name: 'a.example', ...first }],
    ['EmailDomain', { ...domain, id: 'dom_2', name: 'b.example', ...second }],
    ['EmailRoute', route],
  ]
  const changes = rows.map(([table, row]) => ({ kind: 'put', table, row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  const sent = { domainId, pattern: 'help', endpointId: 'web_1' }
  const asked = { operation: 'createRoute', status: 409, body: { error: 'taken' }, sent }
  return patternElsewhere.look(answered({ ...asked, shadow: { ...shadow, world } }), undefined).found
}

test('a pattern of one domain is free on another', () => {
  expect(said()).toMatchObject([{ code: 'refused', rules: ['email.pattern-per-domain'] }])
})

test('it may be taken there, or receiving may not be armed yet', () => {
  expect(said({}, {}, 'dom_1')).toEqual([])
  expect(said({}, { receiveState: 'none' })).toEqual([])
  // Published records may have been found, and it may take that.
  expect(said({ published: { mx: 'found' } })).toEqual([])
})
