import type { Report } from '../report.ts'
import { type OperationResult, operationResults } from './operation-results.ts'
import { describeFailure } from './terminal.ts'

/** The Common Test Report Format: a test per operation; what was not called is skipped, never passed. */
export function ctrf(report: Report): string {
  const { understudy, startedAt, seconds, target, profile, seed, verdict } = report
  const tests = operationResults(report).map(testOf)
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

function testOf({ id, area, failures, why }: OperationResult) {
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
