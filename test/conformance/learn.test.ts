import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { learnedGaps } from '../../src/conformance/report/learned-profile.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/profile/read-profile.ts'
import { ROOT } from '../support/command.ts'
import { FULL, judgeCandidate } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'

/** From the candidate's own choices.mjs, in our words. */
const CHOICES = {
  a: {
    'general.validation-status': 422,
    'general.unauthenticated-status': 403,
    'oncall.repeat-acknowledge': 'refuse',
    'oncall.repeat-resolve': 'refuse',
    'oncall.acknowledge-resolved': 'refuse',
    'oncall.clear-unset': 'refuse',
    'uptime.kind-in-patch': 'refuse',
    'uptime.deleted-history': 'gone',
    'uptime.unknown-service-status': 404,
    'uptime.default-timeout-ms': 10_000,
    'uptime.default-window': '24h',
  },
  b: {
    'general.validation-status': 400,
    'general.unauthenticated-status': 401,
    'oncall.repeat-acknowledge': 'accept',
    'oncall.clear-unset': 'succeed',
    'uptime.deleted-history': 'readable',
    'uptime.unknown-service-status': 422,
    'uptime.default-timeout-ms': 7500,
    'uptime.default-window': '1h',
  },
} as const

/** All of it takes many requests; of one area alone, what is about it shows sooner. */
const LOOKS = FULL
  ? [{ areas: ['oncall', 'uptime', 'tokens'], about: ['general', 'oncall', 'uptime'], maxRequests: 5000 }]
  : [
      { areas: ['oncall'], about: ['general', 'oncall'], maxRequests: 900 },
      { areas: ['uptime'], about: ['uptime'], maxRequests: 1300 },
    ]
const RUNS = (['a', 'b'] as const).flatMap((variant) => LOOKS.map((look) => ({ variant, ...look })))

test.each(sampled(RUNS, 4))('what is learned of variant $variant is what it really chose: $about', async (run) => {
  const { variant, areas, about, maxRequests } = run
  const file = join(ROOT, `examples/candidate/profile-${variant}.yaml`)
  const contract = loadContract(
    source,
    readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} }),
  )
  const { coverage } = await judgeCandidate({
    variant,
    areas,
    seed: 1,
    maxRequests,
    bail: false,
    driver: true,
    learning: true,
  })
  const learned = Object.fromEntries(learnedGaps(contract, coverage).map(({ gap, value }) => [gap, value]))
  const chosen = Object.entries(CHOICES[variant]).filter(([gap]) => about.includes(gap.split('.')[0] ?? ''))
  expect(learned).toMatchObject(Object.fromEntries(chosen))
})
