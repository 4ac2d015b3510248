import { expect, test } from 'vitest'
import { foreignReferences } from '../../../src/conformance/checks/foreign-references.ts'
import { apply, type Change } from '../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../support/answered.ts'

const policy = (org: string, id: string) => ({
  kind: 'put',
  table: 'OncallEscalationPolicy',
  row: { id, org, seq: 1, name: 'p', repeat: 1, steps: [], createdAt: '' },
})

interface Tried {
  /** The answer to a policy that nobody has. */
  readonly unknown: number
  /** The answer to a policy of another organization, and its id. */
  readonly foreign: number
  readonly id?: string
  readonly listed?: readonly string[]
}

/** What is said of attaching policies of others. */
function said({ unknown, foreign, id = 'pol_theirs', listed = [] }: Tried) {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const world = apply(blank.world, [policy('other', id)] as unknown as Change[])
  const shadow = { ...blank, world }
  const attach = (escalationPolicyId: string, status: number) =>
    answered({ operation: 'setServiceEscalationPolicy', sent: { escalationPolicyId }, status, body: {}, shadow })
  const policies = listed.map((own) => ({ id: own, name: 'p', repeat: 1, steps: [], services: 0, createdAt: '' }))
  const seen = [
    ...(listed.length > 0 ? [answered({ operation: 'listEscalationPolicies', body: { policies }, shadow })] : []),
    attach('no-such', unknown),
  ].reduce((memory, one) => foreignReferences.look(one, memory).memory, foreignReferences.start)
  return foreignReferences.look(attach(id, foreign), seen).found.map(({ code }) => code)
}

test('a thing of another organization is not accepted where an unknown one is refused', () => {
  expect(said({ unknown: 422, foreign: 200 })).toEqual(['foreign-reference'])
  expect(said({ unknown: 422, foreign: 422 })).toEqual([])
})

test('who accepts whatever is named has not looked for it', () => {
  expect(said({ unknown: 200, foreign: 200 })).toEqual([])
})

test('a refusal that is about the caller says nothing of what was named', () => {
  expect(said({ unknown: 403, foreign: 200 })).toEqual([])
})

test('a small number may be one of ours, unless a list shows that it is not', () => {
  expect(said({ unknown: 404, foreign: 200, id: '7' })).toEqual([])
  expect(said({ unknown: 404, foreign: 200, id: '7', listed: ['6'] })).toEqual(['foreign-reference'])
  expect(said({ unknown: 404, foreign: 200, id: '7', listed: ['7'] })).toEqual([])
})

test('what a list in a body names counts as well, whichever kind it is', () => {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const row = { id: 'sch_theirs', org: 'other', seq: 1, name: 's', participants: [], createdAt: '' }
  const world = apply(blank.world, [{ kind: 'put', table: 'OncallSchedule', row }] as unknown as Change[])
  const create = (id: string, status: number) =>
    answered({
      operation: 'createEscalationPolicy',
      sent: { name: 'p', repeat: 1, steps: [{ target: { kind: 'schedule', id, label: '' }, waitSeconds: 60 }] },
      status,
      body: {},
      shadow: { ...blank, world },
    })
  const { memory } = foreignReferences.look(create('no-such', 400), foreignReferences.start)
  expect(foreignReferences.look(create('sch_theirs', 201), memory).found).toMatchObject([{ code: 'foreign-reference' }])
  expect(foreignReferences.look(create('sch_theirs', 201), foreignReferences.start).found).toEqual([])
})
