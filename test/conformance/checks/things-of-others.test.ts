import { expect, test } from 'vitest'
import { judgeAnswer } from '../../../src/conformance/judge/judge-answer.ts'
import { seedIdentities } from '../../../src/model/access/seed-identities.ts'
import { answered, blankShadow } from '../../support/answered.ts'

const AT = '2026-03-01T10:00:00Z'
const OWNER = { credential: 'actor:owner', organization: 'acme', role: 'owner', userId: 'ada' } as const
const listed = { suppressions: [{ id: 'sup_1', address: 'jo@reader.example', reason: 'bounce', createdAt: AT }] }

/** What is found when one entry is deleted after the list was read. */
function deleting(id: string): string[] {
  const blank = blankShadow(AT)
  const world = seedIdentities(blank.world, [{ ...OWNER, label: 'Ada', email: 'ada@acme.example' }])
  const { shadow } = judgeAnswer(answered({ operation: 'listSuppressions', body: listed, shadow: { ...blank, world } }))
  const parameters = { id }
  return judgeAnswer(answered({ operation: 'deleteSuppression', status: 204, parameters, shadow })).findings.map(
    ({ check }) => check,
  )
}

test('what was there before the run may be deleted like anything else', () => {
  expect(deleting('sup_1')).toEqual([])
})

test('what nobody has ever seen may not', () => {
  expect(deleting('sup_2')).toEqual(['refusal'])
})

test('nor may what the run itself has deleted', () => {
  const blank = blankShadow(AT)
  const world = seedIdentities(blank.world, [{ ...OWNER, label: 'Ada', email: 'ada@acme.example' }])
  const monitors = { monitors: [] }
  const service = { id: 'ser_1', name: 'Shop', monitors: 0, createdAt: AT }
  const parameters = { id: 'ser_1' }
  const steps = [
    { operation: 'createUptimeService', status: 201, sent: { name: 'Shop' }, body: service },
    { operation: 'listUptimeServices', body: { services: [service] } },
    { operation: 'deleteUptimeService', status: 204, parameters },
    { operation: 'listMonitors', body: monitors },
  ]
  const shadow = steps.reduce((before, step) => judgeAnswer(answered({ ...step, shadow: before })).shadow, {
    ...blank,
    world,
  })
  const renamed = {
    operation: 'renameUptimeService',
    parameters,
    sent: { name: 'Other' },
    body: { ...service, name: 'Other' },
  }
  expect(judgeAnswer(answered({ ...renamed, shadow })).findings.map(({ check }) => check)).toEqual(['refusal'])
})
