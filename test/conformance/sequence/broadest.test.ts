import { expect, test } from 'vitest'
import { judgeMock } from '../../../bench/eyesight/judge-mock.ts'

const look = { areas: ['tokens'], seed: 11, bail: true, maxRequests: 120 }

test.each(['general.caller-needed', 'general.credential-unknown'])(
  'whoever lets everybody in is not told to let in those whose credential is switched off: %s',
  async (rule) => {
    const { failures } = await judgeMock({ ...look, withoutRules: [rule] })
    expect(failures.map(({ finding, sequence }) => [finding.severity, finding.rules, sequence.steps.length])).toEqual([
      ['failure', ['general.caller-needed'], 1],
    ])
  },
)

test('a credential that is switched off and still let in is told as that, and is no reason to stop', async () => {
  const withoutRules = ['general.credential-expired']
  const { failures, stopped } = await judgeMock({ ...look, withoutRules })
  expect(failures.map(({ finding }) => [finding.severity, finding.rules])).toEqual([
    ['warning', ['general.credential-expired']],
  ])
  expect(stopped?.because).toBe('requests')
})

test('where warnings are failures, one of them ends a run that bails', async () => {
  const { failures, stopped } = await judgeMock({ ...look, strict: true, withoutRules: ['general.credential-expired'] })
  expect(failures).toHaveLength(1)
  expect(stopped?.because).toBe('bail')
})
