import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../../bin/command-line/usage-error.ts'
import { readReport } from '../../bin/files/report-files.ts'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { withBaseline } from '../../src/conformance/report/baseline.ts'
import { badgeData, badgeImage } from '../../src/conformance/report/formats/badge.ts'
import { ctrf } from '../../src/conformance/report/formats/ctrf.ts'
import { github } from '../../src/conformance/report/formats/github.ts'
import { htmlPage } from '../../src/conformance/report/formats/html/page.ts'
import { junit } from '../../src/conformance/report/formats/junit.ts'
import { markdown } from '../../src/conformance/report/formats/markdown.ts'
import { sarif } from '../../src/conformance/report/formats/sarif.ts'
import { describeRun } from '../../src/conformance/report/formats/terminal.ts'
import { mergeReports, whyNotMerge } from '../../src/conformance/report/merge-reports.ts'
import { contradictions, type Report } from '../../src/conformance/report/report.ts'
import { notExercisedOf, unknownRequirement } from '../../src/conformance/report/required.ts'
import type { Shard } from '../../src/conformance/report/run-event.ts'
import { verify } from '../../src/conformance/verify.ts'
import { understudy } from '../support/command.ts'
import { incidentsProfile } from '../support/incidents-profile.ts'
import { badgeErrors, ctrfErrors, imageErrors, junitErrors, sarifErrors } from '../support/published-schemas.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PROFILE = 'examples/candidate/profile-a.yaml'
const profile = incidentsProfile()
const FAULT = 'acknowledge-revives-resolved'

async function judged(faults: readonly string[], shard?: Shard): Promise<Report> {
  const candidate = await startCandidate({ variant: 'a', faults, port: 0 })
  try {
    const { report } = await verify({
      url: candidate.url,
      profile,
      areas: ['oncall', 'tokens'],
      seed: 3,
      runs: 2,
      skip: ['invalid', 'parallel'],
      version: '1.2.3',
      ...(shard && { shard }),
    })
    return report
  } finally {
    await candidate.close()
  }
}

let broken: Report
let shards: [Report, ...Report[]]

beforeAll(async () => {
  broken = await judged([FAULT])
  shards = [await judged([FAULT], { index: 1, of: 2 }), await judged([FAULT], { index: 2, of: 2 })]
})

const first = () => broken.failures[0]

test('a file that only looks like a report is refused in one sentence; a real one is read', () => {
  const file = join(temporaryFolder(), 'report.json')
  const read = (value: unknown) => {
    writeFileSync(file, JSON.stringify(value))
    return () => readReport(file)
  }
  for (const report of [broken, ...shards]) expect(read(report)()).toEqual(report)
  const { rules: _, ...lacking } = broken
  expect(read(lacking)).toThrow(`${file} is not a JSON report as verify writes it: rules is required.`)
  expect(read({ format: 1, failures: [] })).toThrow(UsageError)
  expect(read({ ...broken, shard: { index: 1, of: 1e9 } })).toThrow(UsageError)
  expect(read({ ...broken, failures: [{ ...first(), steps: '<b>' }] })).toThrow(UsageError)
})

test('whatever texts a report has, Markdown shows them as text, and SARIF needs no address', () => {
  const evil = '<img src=x>\n```\n# owned `x` [a](javascript:b)'
  const [failure] = broken.failures
  const sentences = [{ id: evil, says: evil, where: evil }]
  const steps = failure?.steps.map((step) => ({ ...step, says: evil, curl: evil })) ?? []
  const failures = failure
    ? [{ ...failure, operation: evil, message: evil, expected: evil, actual: evil, sentences, steps }]
    : []
  const report: Report = { ...broken, target: evil, stopped: { because: 'bail', detail: evil }, failures }
  const page = markdown(report)
  const outside = page.replace(/^````sh\n[\s\S]*?^````$/m, '').replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '')
  expect(outside).not.toMatch(/(?<!\\)<img|^#+ owned|^```/m)
  expect(sarifErrors(sarif({ ...broken, target: 'session.har' }))).toEqual([])
})

test('a report is plain data: JSON gives it back as it was', () => {
  expect(JSON.parse(JSON.stringify(broken))).toEqual(broken)
  expect(broken).toMatchObject({ format: 1, understudy: '1.2.3', verdict: 'does not conform', seed: 3, shard: null })
  expect(broken.phases).toEqual(['walk', 'random'])
  expect(broken.skippedPhases).toEqual(['invalid', 'parallel'])
})

test('a failure has its rule in words, its steps with what was sent and received, and a scenario', () => {
  expect(first()).toMatchObject({
    operation: 'acknowledgeIncident',
    check: 'machine',
    severity: 'failure',
    area: 'oncall',
  })
  expect(first()?.sentences[0]?.says).toContain('A resolved incident never changes to another status')
  expect(first()?.steps.map(({ name }) => name)).toEqual(['openIncident', 'resolveIncident', 'acknowledgeIncident'])
  expect(first()?.steps[0]).toMatchObject({ method: 'POST', status: 200 })
  expect(first()?.scenario.arazzo).toBe('1.0.1')
})

test('no report shows a credential', () => {
  const text = readFileSync(profile, 'utf8')
  const credentials = [...text.matchAll(/X-Session-Key: "?([^\s"}]+)/g)].map(([, value = '']) => value)
  expect(credentials.length).toBeGreaterThan(2)
  const forms = [JSON.stringify, junit, markdown, htmlPage, github, sarif, ctrf, badgeData, badgeImage]
  for (const text of forms.map((form) => form(broken)))
    expect(credentials.filter((credential) => text.includes(credential))).toEqual([])
})

describe('forms that other tools read fit their published schemas', () => {
  const odd = (): Report => ({ ...broken, target: 'http://127.0.0.1:1/ü?<&>"', failures: [], verdict: 'conforms' })
  const known = () => withBaseline(broken, broken)

  test('SARIF: a result per failure, the steps as its flow, its key as the fingerprint', () => {
    for (const report of [broken, odd(), known(), { ...broken, verdict: 'unusable' as const }])
      expect(sarifErrors(sarif(report))).toEqual([])
    const [run] = JSON.parse(sarif(broken)).runs
    expect(run.results).toHaveLength(broken.failures.length)
    expect(run.results[0]).toMatchObject({
      level: 'error',
      baselineState: 'new',
      partialFingerprints: { 'understudy/v1': first()?.key },
      codeFlows: [{ threadFlows: [{ locations: first()?.steps.map(() => expect.anything()) }] }],
    })
    expect(run.tool.driver.rules[run.results[0].ruleIndex].id).toBe(run.results[0].ruleId)
    expect(JSON.parse(sarif(known())).runs[0].results[0].baselineState).toBe('unchanged')
    expect(sarifErrors('{"version":"2.1.0"}')).not.toEqual([])
  })

  test('CTRF: a test per operation, what was not called is skipped', () => {
    for (const report of [broken, odd(), known()]) expect(ctrfErrors(ctrf(report))).toEqual([])
    const { summary, tests } = JSON.parse(ctrf(broken)).results
    expect(summary.tests).toBe(summary.passed + summary.failed + summary.skipped)
    expect(tests.filter(({ status }: { status: string }) => status === 'failed')).toMatchObject([
      { name: 'acknowledgeIncident', suite: ['oncall'] },
    ])
    expect(ctrfErrors('{"results":{}}')).not.toEqual([])
  })

  test('JUnit', async () => {
    for (const report of [broken, odd()]) expect(await junitErrors(junit(report))).toEqual([])
    expect(await junitErrors('<testsuites><case/></testsuites>')).not.toEqual([])
  })

  test('a badge says the verdict', async () => {
    const badges = [broken, odd(), known(), { ...odd(), verdict: 'unusable' as const }]
    expect(badges.map((report) => JSON.parse(badgeData(report)))).toMatchObject([
      { schemaVersion: 1, label: 'contract', message: '1 failure', isError: true },
      { message: 'conforms', isError: false },
      { message: '1 known failure' },
      { message: 'not judged' },
    ])
    expect(badgeImage(broken)).toContain('aria-label="contract: 1 failure"')
    for (const report of badges) expect(badgeErrors(badgeData(report))).toEqual([])
    for (const report of badges) expect(await imageErrors(badgeImage(report))).toEqual([])
    expect(badgeErrors('{"schemaVersion":1,"label":"contract","message":"","score":1}')).toHaveLength(2)
    expect(await imageErrors('<svg xmlns="http://www.w3.org/2000/svg"><text>5 < 6</text></svg>')).not.toEqual([])
  })
})

test('what was walked and what was not is told apart', () => {
  const incident = broken.machines.find(({ entity }) => entity === 'OncallIncident')
  const times = (from: string, to: string) => incident?.ways.find((way) => way.from === from && way.to === to)?.times
  expect(times('open', 'acknowledged')).toBeGreaterThan(0)
  expect(times('acknowledged', 'resolved')).toBeGreaterThan(0)
  const listed = broken.operations.find(({ id }) => id === 'listIncidents')
  expect(listed?.statuses['200']).toBeGreaterThan(0)
  const unexercised = broken.rules.filter(({ exercised, provenance }) => !exercised && provenance !== 'assumed')
  expect(broken.notExercised.filter(({ kind }) => kind === 'rule').map(({ id }) => id)).toEqual(
    unexercised.map(({ id }) => id),
  )
})

test('an operation of which every request was refused is not exercised, also over several shards', () => {
  const refused = ({ operations, ...rest }: Report): Report => ({
    ...rest,
    operations: operations.map((one) => (one.id === 'listTokens' ? { ...one, statuses: { '403': 2 } } : one)),
  })
  expect(broken.notExercised.filter(({ reason }) => reason === 'never-accepted')).toEqual([])
  const [one, ...others] = shards
  const merged = (all: readonly Report[]) =>
    mergeReports(all as [Report, ...Report[]]).notExercised.filter(({ id }) => id === 'listTokens')
  expect(merged(shards.map(refused))).toMatchObject([
    { reason: 'never-accepted', why: 'every request was refused (403)' },
  ])
  expect(merged([refused(one), ...others])).toEqual([])
  expect(describeRun(mergeReports(shards.map(refused) as [Report, ...Report[]]))).toContain(
    'never accepted:\n  listTokens: every request was refused (403)',
  )
})

test('JUnit: a case per operation, a failure where one is broken', () => {
  const xml = junit(broken)
  const cases = [...xml.matchAll(/<testcase name="(\w+)"/g)].map(([, name]) => name)
  expect(cases.length).toBe(Number(/tests="(\d+)"/.exec(xml)?.[1]))
  expect(new Set(broken.operations.map(({ id }) => id)).isSubsetOf(new Set(cases))).toBe(true)
  expect(xml).toMatch(
    /<testcase name="acknowledgeIncident" classname="oncall">\s*<failure message="the OncallIncident left the state resolved"/,
  )
  expect(xml).not.toMatch(/[&](?!amp;|lt;|gt;|quot;)/)
})

test('Markdown: the verdict, the figures, the failure with its curl lines folded away', () => {
  const text = markdown(broken)
  expect(text).toMatch(/^## ❌ `http:\/\/127\.0\.0\.1:\d+` does not conform\n/)
  expect(text).toContain('### ❌ acknowledgeIncident: the OncallIncident left the state resolved')
  expect(text).toContain('<details><summary>3 curl lines</summary>')
})

test('GitHub: an annotation in one line for each failure, with nothing in it that could begin another', () => {
  const lines = github(broken).trimEnd().split('\n')
  expect(lines).toHaveLength(broken.failures.length)
  expect(lines[0]).toMatch(
    /^::error title=Understudy%3A acknowledgeIncident::the OncallIncident left the state resolved%0AONC-03: .*%0A3\. acknowledgeIncident as owner \S+ -> 202$/,
  )
  const [failure, ...others] = broken.failures.map((one) => ({ ...one, message: '50%\r\n::warning::x', known: true }))
  expect(github({ ...broken, failures: failure ? [failure] : others })).toMatch(
    /^::notice title=[^:]*::50%25%0D%0A::warning::x \(known\)%0A[^\n]*\n$/,
  )
})

test('HTML: one page that asks nobody for anything, with what came from the target escaped', () => {
  const evil = {
    ...broken,
    failures: broken.failures.map((failure) => ({ ...failure, actual: '<script>alert(1)</script>' })),
  }
  const page = htmlPage(evil)
  expect(page.split('<script>')).toHaveLength(2)
  expect(page).toContain('&lt;script&gt;alert(1)')
  // Nothing but links within the page.
  expect(page).not.toMatch(/src="|href="(?!#)/)
  expect(page.match(/<svg /g)?.length).toBeGreaterThan(2)
})

describe('shards', () => {
  test('together they do what one run does', () => {
    expect(whyNotMerge(shards)).toBeUndefined()
    const merged = mergeReports(shards)
    expect(merged.requests).toBe(shards.reduce((sum, { requests }) => sum + requests, 0))
    expect(merged.verdict).toBe('does not conform')
    const called = ({ operations }: Report) =>
      operations.filter(({ statuses }) => Object.keys(statuses).length > 0).map(({ id }) => id)
    expect(called(merged).toSorted()).toEqual(called(broken).toSorted())
    for (const shard of shards) expect(shard.sequences).toBeLessThan(broken.sequences)
  })

  test('one failure that both saw is reported once, with the shorter sequence', () => {
    const [one] = shards
    const longer = {
      ...broken,
      failures: broken.failures.map((failure) => ({ ...failure, steps: [...failure.steps, ...failure.steps] })),
    }
    const merged = mergeReports([longer, { ...broken, failures: broken.failures }])
    expect(merged.failures.length).toBe(broken.failures.length)
    expect(merged.failures[0]?.steps.length).toBe(first()?.steps.length)
    expect(whyNotMerge([one, one])).toBe('shard 1/2 is there twice')
    expect(whyNotMerge([one, { ...one, understudy: '0.0.1', shard: null }])).toContain('different versions')
  })
})

test('with a baseline only new failures count', async () => {
  const again = withBaseline(broken, broken)
  expect(again.verdict).toBe('conforms')
  expect(again.failures.every(({ known }) => known)).toBe(true)
  expect(withBaseline(broken, { failures: [] }).verdict).toBe('does not conform')
  // That all of it is known does not make it conform.
  for (const said of [describeRun(again), markdown(again), htmlPage(again)]) {
    expect(said).toContain('does not conform, as is known; nothing new')
    expect(said).not.toMatch(/(?<!not )conforms/)
  }
})

test('a target that does now this, now that at an open point contradicts itself', () => {
  const gap = 'oncall.repeat-acknowledge'
  const torn = { gap, about: '', where: '', pinned: false, chosenOnce: true, contradicted: true }
  const values = (...seen: string[]) => seen.map((value) => ({ value, times: 2 }))
  const [refuse, both] = [values('refuse'), values('refuse', 'accept')]
  const said = (report: Report) => [describeRun(report), markdown(report), htmlPage(report)].join('\n')
  const plain = { ...torn, contradicted: false }
  expect(said({ ...broken, observations: [{ ...plain, values: refuse }] })).not.toMatch(/contradicts itself/i)
  // In different places it may choose differently.
  expect(said({ ...broken, observations: [{ ...plain, values: both }] })).not.toMatch(/contradicts/i)
  expect(said({ ...broken, observations: [{ ...torn, chosenOnce: false, values: both }] })).not.toMatch(/contradicts/i)
  const report = { ...broken, observations: [{ ...torn, values: both }] }
  expect(describeRun(report)).toContain(`inconsistent choices at gaps:\n  ${gap}: "refuse" (2 x), "accept" (2 x)`)
  expect(markdown(report)).toContain('### Contradicts itself')
  expect(htmlPage(report)).toContain('contradicts itself')
  expect(broken.observations.filter(({ chosenOnce }) => chosenOnce).length).toBeGreaterThan(0)
  // Its API answers 403 to nobody and its alert door 401: two doors, two choices.
  expect(contradictions(broken)).toEqual([])
})

test('what is required and not exercised is named; what nobody knows is a mistake', () => {
  expect(notExercisedOf(broken, ['oncall', 'ONC-03'])).toEqual([])
  expect(notExercisedOf(broken, ['uptime'])).toEqual(['uptime'])
  expect(unknownRequirement(['oncal'], broken.rules)).toContain('did you mean oncall')
  expect(unknownRequirement(['oncall', 'ONC-03', 'oncall.schedule-targeted'], broken.rules)).toBeUndefined()
})

test('the command: reports, baseline, requirement, merge', async () => {
  const candidate = await startCandidate({ variant: 'a', faults: [FAULT], port: 0 })
  const folder = temporaryFolder()
  const path = (name: string) => join(folder, name)
  const args = [
    'verify',
    candidate.url,
    '--profile',
    profile,
    '--area',
    'oncall',
    '--seed',
    '3',
    '--runs',
    '0',
    '--skip',
    'invalid',
    'parallel',
  ]
  const [one, two] = ['1/2', '2/2'].map((shard, index) =>
    understudy(
      ...args,
      '--shard',
      shard,
      '--report',
      `json=${path(`${index}.json`)}`,
      '--report',
      `html=${path('deep/r.html')}`,
    ),
  )
  expect([(await one)?.code, (await two)?.code].toSorted()).toContain(1)
  const merged = await understudy('merge', path('0.json'), path('1.json'), '--report', `json=${path('all.json')}`)
  expect(merged.code).toBe(1)
  expect(merged.out).toContain('does not conform')
  const fine = { ...JSON.parse(readFileSync(path('0.json'), 'utf8')), failures: [], verdict: 'conforms' }
  writeFileSync(path('fine.json'), JSON.stringify(fine))
  expect(await understudy('merge', path('fine.json'))).toMatchObject({
    code: 2,
    out: expect.stringMatching(/\nmissing: the report of shard 2\/2\n$/),
  })
  const known = await understudy(...args, '--baseline', path('all.json'), '--require', 'uptime')
  expect(known.out).toContain('FAILURE acknowledgeIncident: the OncallIncident left the state resolved (known)')
  expect(known.out).toContain('required but not exercised: uptime')
  expect(known.code).toBe(1)
  expect(known.out).toMatch(
    /again: understudy verify \S+ --profile \S+ --runs 0 --seed 3 --area oncall --skip invalid parallel --baseline \S+ --require uptime\n$/,
  )
  // What is known is no reason to stop.
  const past = await understudy(...args, '--baseline', path('all.json'), '--bail')
  expect(past.out).toContain('(known)')
  expect(past.out).toContain('5 of 5 operations')
  expect((await understudy('merge', PROFILE)).err).toBe(
    `${PROFILE} is not a JSON report of this version (verify --report json=FILE writes one).\n`,
  )
  expect((await understudy(...args, '--report', 'pdf=x.pdf')).err).toContain(
    'A report is one of json, junit, markdown, html, github, sarif, ctrf, badge, shields.',
  )
  expect((await understudy(...args, '--shard', '5/4')).err).toContain('for example 2/4')
  await candidate.close()
})
