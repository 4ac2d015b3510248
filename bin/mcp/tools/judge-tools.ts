import { describeFailure, describeRun } from '../../../src/conformance/report/formats/terminal.ts'
import type { Report } from '../../../src/conformance/report/report.ts'
import { AREAS } from '../../../src/contract/areas.ts'
import { UsageError } from '../../command-line/usage-error.ts'
import { judgeTarget } from '../../judge/judge-target.ts'
import type { McpSession } from './session.ts'
import { type Tool, textOf } from './tool.ts'

/** The number of requests in a run that a client waits for by default. */
const USUAL_REQUESTS = 1_500
const USUAL_SECONDS = 120

const verify: Tool = {
  name: 'verify',
  description:
    'Test an implementation against the contract and return the verdict, with each failure and the shortest sequence that shows it. Creates and deletes resources on the target, which must be on this machine. read_report returns the details.',
  readOnly: false,
  properties: {
    url: { type: 'string', description: 'The base URL of the target.' },
    profile: { type: 'string', description: 'A profile file: how to reach the target and what it chose.' },
    areas: { type: 'array', items: { enum: [...AREAS] }, description: 'Only these areas.' },
    requests: { type: 'integer', minimum: 1, description: `Maximum number of requests (default: ${USUAL_REQUESTS}).` },
    seconds: { type: 'integer', minimum: 1, description: `Maximum duration in seconds (default: ${USUAL_SECONDS}).` },
    seed: { type: 'integer', minimum: 0, description: 'To repeat a run.' },
  },
  required: ['url'],
  async run({ url, profile, areas, requests, seconds, seed }, session) {
    const { report } = await judgeTarget(String(url), {
      seed: typeof seed === 'number' ? seed : Math.floor(Math.random() * 2 ** 31),
      requests: typeof requests === 'number' ? requests : USUAL_REQUESTS,
      timeLimit: typeof seconds === 'number' ? seconds : USUAL_SECONDS,
      ...(textOf(profile) !== undefined && { profile: String(profile) }),
      ...(Array.isArray(areas) && { area: areas.map(String) }),
    })
    session.report = report
    return {
      verdict: report.verdict,
      seed: report.seed,
      summary: describeRun(report),
      failures: report.failures.map((one) => describeFailure(one)),
    }
  },
}

const PARTS = [
  'failures',
  'operations',
  'rules',
  'machines',
  'observations',
  'inconclusive',
  'notExercised',
  'leftBehind',
] as const

const readReport: Tool = {
  name: 'read_report',
  description:
    'Return a section of the last report of verify as data: failures with their scenario, coverage, choices of the target at gaps.',
  readOnly: true,
  properties: { part: { enum: [...PARTS] } },
  required: ['part'],
  run: ({ part }, session) => lastReport(session)[part as (typeof PARTS)[number]],
}

function lastReport({ report }: McpSession): Report {
  if (!report) throw new UsageError('There is no report yet. Call verify first.')
  return report
}

export const JUDGE_TOOLS: readonly Tool[] = [verify, readReport]
