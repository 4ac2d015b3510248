import type { CoveredOperation, Report, ReportedFailure } from '../report.ts'
import { describeFailure } from './terminal.ts'

/** The Common Test Report Format: a test per operation; what was not called is skipped, never passed. */
export function ctrf(report: Report): string {
  const { understudy, startedAt, seconds, target, profile, seed, verdict } = report
  const tests = testsOf(report)
  const count = (status: Status) => tests.filter((test) => test.status === status).length
  const start = Date.parse(startedAt)
  const stop = start + Math.round(seconds * 1000)
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: 'understudy',
    results: {
      tool: { name: 'understudy', version: understudy },
      summary: {
        ...{ tests: tests.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
        ...{ pending: 0, other: 0, start, stop, duration: stop - start },
      },
      tests,
      environment: { appName: profile, testEnvironment: target, extra: { seed, verdict } },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

type Status = 'passed' | 'failed' | 'skipped'

/** Failures outside the areas that were asked for are tests too. */
function testsOf({ operations, failures, notExercised }: Report) {
  const ids = new Set([...operations.map(({ id }) => id), ...failures.map(({ operation }) => operation)])
  return [...ids].map((id) => {
    const own = failures.filter(({ operation, known }) => operation === id && !known)
    const why = notExercised.find((missed) => missed.kind === 'operation' && missed.id === id)?.why
    return testOf({ id, area: areaOf(operations, own, id), failures: own, why })
  })
}

const areaOf = (operations: readonly CoveredOperation[], failures: readonly ReportedFailure[], id: string): string =>
  operations.find((operation) => operation.id === id)?.area ?? failures[0]?.area ?? 'outside'

interface Tested {
  readonly id: string
  readonly area: string
  readonly failures: readonly ReportedFailure[]
  readonly why: string | undefined
}

function testOf({ id, area, failures, why }: Tested) {
  const [first] = failures
  const status: Status = first ? 'failed' : why === undefined ? 'passed' : 'skipped'
  return {
    name: id,
    status,
    // Sequences go through many operations: none has a time of its own.
    duration: 0,
    suite: [area],
    ...(first && {
      message: failures.map(({ message }) => message).join('\n'),
      trace: failures.map((failure) => describeFailure(failure)).join('\n\n'),
      ...(failures.some(({ how }) => how === 'flaky') && { flaky: true }),
    }),
    ...(status === 'skipped' && { message: why }),
  }
}
