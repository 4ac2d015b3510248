import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../../src/conformance/report/report.ts'
import { ended, printed, understudy } from './command.ts'
import type { Seen } from './session.ts'

export interface Watching {
  readonly url: string
  end(): Promise<Seen>
}

/** `understudy watch` in front of a target, as a person starts it. */
export async function startWatch(target: string, profile?: string): Promise<Watching> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
  const file = join(folder, 'report.json')
  const given = profile === undefined ? [] : ['--profile', profile]
  const child = understudy('watch', '--target', target, '--port', '0', ...given, '--report', `json=${file}`)
  const end = ended(child, 0, 1, 2)
  end.catch(() => {})
  const url = await printed(child, /(http:\/\/127\.0\.0\.1:\d+);/)
  return {
    url,
    async end() {
      child.kill('SIGINT')
      await end
      const seen = seenIn(file)
      rmSync(folder, { recursive: true })
      return seen
    },
  }
}

/** What a JSON report says of traffic. */
export function seenIn(file: string): Seen {
  const { requests, failures } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return { exchanges: requests, findings: failures.map(told) }
}

const told = ({ operation, message, expected, actual, steps }: Report['failures'][number]): string =>
  [`${operation}: ${message}`, `expected ${expected}`, `actual ${actual}`, ...steps.map((step) => JSON.stringify(step))]
    .map((line) => line.slice(0, 600))
    .join('\n      ')
