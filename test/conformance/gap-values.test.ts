import { expect, inject, test } from 'vitest'
import { coveringChoices } from '../../bench/eyesight/covering-profiles.ts'
import { judgeMock } from '../../bench/eyesight/judge-mock.ts'
import { worded } from '../../src/conformance/finding/words.ts'
import { AREAS } from '../../src/contract/areas.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { possibleValues } from '../../src/contract/schema/possible-values.ts'
import { FULL } from '../support/judged-candidate.ts'
import { startingAt } from '../support/sampled.ts'

const choices = coveringChoices()
const REQUESTS = FULL ? 3000 : 150

test('every value of every enumerated gap occurs in one of the sets', () => {
  for (const [id, { schema }] of loadContract(source).gaps.definitions)
    for (const value of possibleValues(schema)) expect(choices.map((set) => set[id])).toContainEqual(value)
})

test.for(choices.map((_, index) => index))(
  'a mock that fills the gaps as set %i says is accused of nothing',
  async (index) => {
    // The quick run looks at a few areas of each set, another few each time.
    const areas = FULL ? AREAS : startingAt(AREAS, 4, index + inject('seed'))
    for (const area of areas) {
      const { failures, requests } = await judgeMock({
        areas: [area],
        seed: 4,
        maxRequests: REQUESTS,
        bail: false,
        runs: FULL ? 1_000_000 : 20,
        gaps: choices[index] ?? {},
      })
      const found = failures.filter(({ finding }) => finding.severity === 'failure')
      expect(found.map(({ finding }) => `${area} ${finding.operation}: ${worded(finding).message}`)).toEqual([])
      expect(requests).toBeGreaterThan(50)
    }
  },
)
