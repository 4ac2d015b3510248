import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castOf } from '../../../src/conformance/kit/cast.ts'
import { needs } from '../../../src/conformance/step/step.ts'
import { drawSuite } from '../../../src/conformance/suite/draw-suite.ts'
import { suiteOf } from '../../../src/conformance/suite/suite.ts'
import { inFull, inShort, type SuiteSequence } from '../../../src/conformance/suite/suite-sequence.ts'
import { AREAS } from '../../../src/contract/areas.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { openWalking, told } from '../../support/walking.ts'

const contract = loadContract(source)

test.each(AREAS)('the suite of %s names operations, events and earlier steps that there are', (area) => {
  for (const { steps } of suiteOf(area))
    for (const [index, short] of steps.entries()) {
      const step = inFull(short)
      expect(inShort(step)).toEqual(short)
      const name = step.kind === 'request' ? step.operation : step.event
      const known = step.kind === 'request' ? contract.operations : contract.controlOperations
      expect(known.has(name) || contract.doors.has(name), name).toBe(true)
      expect(Object.keys(castOf(contract))).toContain(step.actor)
      expect(needs(step).every((need) => need < index)).toBe(true)
      // Nothing is named that the target was not asked for: it may be somebody else's.
      if (step.kind === 'request') for (const value of Object.values(step.parameters)) expect(value).toMatch(/⟪/)
    }
})

describe('on a mock', () => {
  let walking: Awaited<ReturnType<typeof openWalking>>
  beforeAll(async () => {
    walking = await openWalking()
  })
  afterAll(() => walking.close())

  const made: SuiteSequence = {
    tells: 1,
    steps: [
      { call: 'createUptimeService', body: { name: 'a-⟪salt⟫' } },
      { event: 'noSuchEvent', body: {} },
      { call: 'deleteUptimeService', path: { id: '⟪1#/id⟫' } },
      { call: 'renameUptimeService', path: { id: '⟪0#/id⟫' }, body: { name: 'b-⟪salt⟫' } },
    ],
  }

  test('what cannot be caused is left out, and what needs it, and the rest goes on', async () => {
    const sequence = await walking.draw(drawSuite(walking.session, made, walking.cast))
    expect(told(sequence)).toEqual(['createUptimeService 201', 'renameUptimeService 200'])
    expect(sequence.finding).toBeUndefined()
  })

  const areas = process.env.UNDERSTUDY_FULL ? AREAS : (['tokens', 'uptime', 'registry'] as const)
  test.each(areas)('nothing is found in %s', async (area) => {
    for (const sequence of suiteOf(area).slice(0, process.env.UNDERSTUDY_FULL ? undefined : 4))
      expect((await walking.draw(drawSuite(walking.session, sequence, walking.cast))).finding).toBeUndefined()
  })
})
