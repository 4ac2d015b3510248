import { expect, test } from 'vitest'
import { FAULTS } from '../../examples/candidate/faults.mjs'
import { FULL, judgeCandidate } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'

const AREAS = ['oncall', 'uptime', 'tokens']
const LOOKED = FULL ? 20_000 : 1000

test.each(sampled(['a', 'b'] as const, 2))(
  'the candidate, variant %s, chose differently everywhere and is not accused',
  async (variant) => {
    const { failures, requests, coverage, stopped } = await judgeCandidate({
      variant,
      areas: AREAS,
      seed: 3,
      maxRequests: LOOKED,
      bail: false,
      driver: true,
    })
    expect(failures.map(({ finding }) => finding)).toEqual([])
    expect(stopped?.because).toBe('requests')
    expect(requests).toBeGreaterThanOrEqual(LOOKED)
    // The operations of its three areas; doors beside the API come on top where the profile binds them.
    expect(coverage.statuses.size).toBeGreaterThanOrEqual(46)
  },
)

/** One of each kind, of which the ordinary run takes some; failure-scenario.test.ts looks for others. */
const SAMPLE = [
  'working-set-has-resolved',
  'override-ignored',
  'refused-policy-kept',
  'other-org-schedules-listed',
  'acknowledged-takes-no-alerts',
  'catalog-without-session',
  'quota-off-by-one',
  'unavailable-vantage-accepted',
  'patch-resets-enabled',
  'transitions-oldest-first',
  'token-scope-beyond-owner',
  'paging-default-empty',
]

/**
 * Somebody may have saved the settings that a read alone shows; that they are paged by others takes four steps. A monitor of
 * anybody is first seen read by a token that is for another one. A policy is first refused for naming a schedule as a person,
 * beside other schedules, which have to be made.
 */
const LONGER: Readonly<Record<string, number>> = {
  'paging-default-empty': 4,
  'other-org-monitor-read': 5,
  'refused-policy-kept': 5,
}

test('there are faults to see', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(80)
  expect(SAMPLE.filter((name) => !FAULTS.some((fault) => fault.name === name))).toEqual([])
})

const taken = sampled(SAMPLE, 4)
const chosen = FAULTS.filter(({ name }) => FULL || taken.includes(name))

test.each(chosen)(
  '$name is seen, in a sequence about as short as by hand',
  async ({ name, area, variants, minimal }) => {
    const { failures: all } = await judgeCandidate({
      variant: variants[0] ?? 'a',
      faults: [name],
      areas: [area],
      seed: 11,
      maxRequests: 5000,
      bail: true,
      driver: true,
    })
    // What is only implied may be warned of before.
    const failures = all.filter(({ finding }) => finding.severity === 'failure')
    expect(failures.length).toBe(1)
    expect(failures[0]?.sequence.steps.length).toBeLessThanOrEqual(LONGER[name] ?? minimal.length + 2)
  },
)
