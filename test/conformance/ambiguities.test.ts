import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { worded } from '../../src/conformance/finding/words.ts'
import { runJudge } from '../../src/conformance/run/runner.ts'
import { AREAS, type Area } from '../../src/contract/areas.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { Json } from '../../src/contract/json.ts'
import { EMPTY_PROFILE, type Profile, type Vocabulary } from '../../src/contract/profile.ts'
import { controlDriver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { FULL, judgeCandidate } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'
import { behind, type InFront, noticed } from './ambiguities/in-front.ts'
import { READINGS, type Reading } from './ambiguities/readings.ts'

const POINTS = 78

const areasOf = ({ areas, gaps = {} }: Reading): readonly string[] =>
  areas ?? [...new Set(Object.keys(gaps).map((id) => id.split('.')[0] ?? ''))]

test('every point is there once, and each is read otherwise than by default', () => {
  expect(READINGS.map(({ number }) => number)).toEqual(Array.from({ length: POINTS }, (_, index) => index + 1))
  const { gaps } = loadContract(source)
  for (const reading of READINGS) {
    const { gaps: chosen = {}, inFront, accused } = reading
    if (!accused) expect(AREAS).toEqual(expect.arrayContaining([...areasOf(reading)]))
    expect(Object.keys(chosen).length > 0 || inFront !== undefined || accused !== undefined).toBe(true)
    for (const [id, value] of Object.entries(chosen))
      expect(isDeepStrictEqual(gaps.definitions.get(id as never)?.default, value), id).toBe(false)
  }
})

/** Judges a mock that reads some points otherwise; nobody tells the judge. */
async function judged(area: Area, readings: readonly Reading[], maxRequests: number) {
  const gaps: Record<string, Json> = Object.assign({}, ...readings.map((reading) => reading.gaps))
  const fronts = readings.flatMap(({ inFront, idle = false }) => (inFront ? [{ front: inFront(), idle }] : []))
  const mock = await createMock({ port: 0, seed: 'small', profile: { ...EMPTY_PROFILE, gaps } })
  const plain = fetchClient((path, init) => mock.fetch(path, init))
  const own = (await mockProfile(plain)) ?? EMPTY_PROFILE
  const contract = loadContract(source, { ...own, settle: 0.4, vocabulary: vocabularyOf(own, readings) })
  const touched = new Map<InFront, number>()
  try {
    const result = await runJudge({
      contract,
      client: behind(
        plain,
        contract,
        fronts.map(({ front }) => front),
        touched,
      ),
      driver: noticed(
        controlDriver(mock.url, contract.controlOperations, plain),
        fronts.map(({ front }) => front),
      ),
      url: mock.url,
      seed: 17,
      runs: FULL ? 1_000 : 0,
      maxSteps: 20,
      areas: [area],
      maxRequests,
      timeLimitMs: FULL ? 300_000 : 20_000,
    })
    const unused = fronts.filter(({ front, idle }) => !idle && !touched.has(front)).length
    return { ...result, unused }
  } finally {
    await mock.close()
  }
}

function vocabularyOf({ vocabulary }: Profile, readings: readonly Reading[]): Vocabulary {
  const more = Object.assign({}, vocabulary, ...readings.map((reading) => reading.vocabulary)) as Vocabulary
  const without = new Set<string>(readings.flatMap((reading) => reading.without ?? []))
  return Object.fromEntries(Object.entries(more).filter(([name]) => !without.has(name)))
}

/** Together unless they fill one gap differently, or keep others from being met. */
function together(readings: readonly Reading[]): Reading[][] {
  const groups: Reading[][] = []
  for (const reading of readings) {
    const group = groups.find((others) => !reading.without && others.every((other) => agree(reading, other)))
    if (group) group.push(reading)
    else groups.push([reading])
  }
  return groups
}

const agree = (one: Reading, other: Reading): boolean =>
  !other.without &&
  Object.entries(one.gaps ?? {}).every(([id, value]) => {
    const its = other.gaps?.[id]
    return its === undefined || isDeepStrictEqual(its, value)
  })

const runs = AREAS.flatMap((area) => {
  const here = READINGS.filter((reading) => areasOf(reading).includes(area))
  return (FULL ? here.map((reading) => [reading]) : together(here)).map((readings) => ({
    area,
    readings,
    numbers: readings.map(({ number }) => number).join(', '),
  }))
})

test.each(sampled(runs, 4))(
  'a target that reads $numbers otherwise is not accused ($area)',
  async ({ area, readings }) => {
    const { failures, requests, unused, coverage } = await judged(area, readings, FULL ? 1500 : 800)
    const wrong = failures.filter(({ finding }) => finding.severity === 'failure')
    expect(
      wrong.map(({ finding }) => `${finding.operation}: ${worded(finding).message} (${worded(finding).actual})`),
    ).toEqual([])
    expect(requests).toBeGreaterThan(10)
    expect(coverage.statuses.size).toBeGreaterThan(1)
    expect(unused).toBe(0)
  },
)

test.each(READINGS.filter(({ accused }) => accused !== undefined))(
  '$number: there is no other reading, and a target that does otherwise is accused',
  async ({ accused = '' }) => {
    const { failures } = await judgeCandidate({
      variant: 'a',
      faults: [accused],
      areas: ['oncall'],
      seed: 11,
      maxRequests: 3000,
      bail: true,
      driver: true,
    })
    expect(failures.map(({ finding }) => finding.severity)).toEqual(['failure'])
  },
)
