import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startCandidate } from '../../../../examples/candidate/server.mjs'
import { matrixPage } from '../../../../src/conformance/report/matrix/html.ts'
import { matrixMarkdown } from '../../../../src/conformance/report/matrix/markdown.ts'
import { type Matrix, makeMatrix } from '../../../../src/conformance/report/matrix/matrix.ts'
import { describeMatrix } from '../../../../src/conformance/report/matrix/terminal.ts'
import type { Report } from '../../../../src/conformance/report/report.ts'
import { verify } from '../../../../src/conformance/verify.ts'
import { understudy } from '../../../support/command.ts'
import { badgeErrors, imageErrors } from '../../../support/published-schemas.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const FAULT = 'token-list-shows-others'

async function judged(variant: 'a' | 'b', faults: readonly string[], night: number): Promise<Report> {
  const candidate = await startCandidate({ variant, faults, port: 0 })
  try {
    const profile = `examples/candidate/profile-${variant}.yaml`
    const brief = { seed: 3, runs: 0, skip: ['invalid', 'parallel'] } as const
    const { report } = await verify({ url: candidate.url, profile, areas: ['tokens'], ...brief })
    return { ...report, startedAt: `2026-03-0${night}T02:00:00.000Z` }
  } finally {
    await candidate.close()
  }
}

let reports: readonly Report[]
let matrix: Matrix

beforeAll(async () => {
  const clean = { a: await judged('a', [], 1), b: await judged('b', [], 1) }
  const broken = await judged('a', [FAULT], 2)
  // Ten nights: those after the second are like the first.
  const later = [3, 4, 5, 6, 7, 8, 9].map((night) => ({ ...clean.a, startedAt: `2026-03-0${night}T02:00:00.000Z` }))
  reports = [...later.toReversed(), broken, clean.b, clean.a]
  matrix = makeMatrix(reports)
})

test('a column for each report in the order of time, named so that they are told apart', () => {
  expect(matrix.columns).toHaveLength(10)
  expect(new Set(matrix.columns.map(({ name }) => name)).size).toBe(10)
  expect(matrix.columns.map(({ startedAt }) => startedAt)).toEqual(reports.map(({ startedAt }) => startedAt).toSorted())
})

test('a rule is broken where a failure cites it, and held where it was exercised', () => {
  const rows = matrix.rules.filter(({ cells }) => cells.includes('broken'))
  expect(rows).not.toEqual([])
  const at = matrix.columns.findIndex(({ failures }) => failures > 0)
  for (const { cells } of rows) {
    expect(cells[at]).toBe('broken')
    expect(cells.filter((cell) => cell === 'broken')).toHaveLength(1)
  }
  expect(matrix.rules.some(({ cells }) => cells.every((cell) => cell === 'held'))).toBe(true)
})

test('where the contract is silent, the choices stand side by side', () => {
  const row = matrix.gaps.find(({ gap }) => gap === 'general.unauthenticated-status')
  const byVariant = matrix.columns.map(({ profile }, index) => [profile, row?.cells[index]?.[0]])
  expect(new Set(byVariant.map((pair) => JSON.stringify(pair))).size).toBe(2)
})

test('what changed is told from night to night, not between implementations', () => {
  const told = matrix.changes.filter(({ broken, mended }) => broken.length + mended.length > 0)
  const [failures] = told.map(({ broken }) => broken.length)
  expect(failures).toBeGreaterThan(0)
  expect(told.map(({ broken, mended }) => [broken.length, mended.length])).toEqual([
    [failures, 0],
    [0, failures],
  ])
  expect(matrix.changes).toHaveLength(8)
})

test('it is read in a terminal, as Markdown and as a page', () => {
  expect(describeMatrix(matrix)).toMatch(
    /9 of 10 reports without a failure; 1 rule broken by somebody, \d+ gaps? filled/,
  )
  const [rule] = matrix.rules.filter(({ cells }) => cells.includes('broken'))
  for (const text of [matrixMarkdown(matrix), matrixPage(matrix)]) expect(text).toContain(rule?.id)
  expect(matrixPage(makeMatrix([{ ...reports[0], profile: '<b>&' } as Report]))).toContain('&lt;b&gt;&amp;')
})

test('the command writes each form, and says what is not a report', async () => {
  const folder = temporaryFolder()
  const files = reports.slice(6).map((report, index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, JSON.stringify(report))
    return file
  })
  const kinds = ['json', 'markdown', 'html', 'badge', 'shields']
  const { code, out } = await understudy(
    'matrix',
    ...files,
    ...kinds.flatMap((kind) => ['--report', `${kind}=${folder}/m.${kind}`]),
  )
  expect(code).toBe(0)
  expect(out).toContain('3 of 4 reports without a failure')
  expect(JSON.parse(readFileSync(join(folder, 'm.shields'), 'utf8'))).toMatchObject({
    message: '3 of 4 conform',
    isError: true,
  })
  expect(badgeErrors(readFileSync(join(folder, 'm.shields'), 'utf8'))).toEqual([])
  expect(await imageErrors(readFileSync(join(folder, 'm.badge'), 'utf8'))).toEqual([])
  expect(JSON.parse(readFileSync(join(folder, 'm.json'), 'utf8')).columns).toHaveLength(4)
  const wrong = await understudy('matrix', 'package.json')
  expect(wrong).toMatchObject({ code: 2, out: '' })
  expect(wrong.err).toContain('package.json is not a JSON report')
})
