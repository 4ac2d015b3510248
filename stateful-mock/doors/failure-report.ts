import { shown } from './matchers/shown.ts'
import type { TestSandbox } from './sandbox/fresh-sandbox.ts'
import { requestLine } from './steering/request-line.ts'
import type { Difference } from './steering/sandbox-log.ts'

/** More than this nobody reads; the last are the ones that matter. */
const MOST = 50

/** The requests to a sandbox and the changes to its data, for somebody who looks at a failed test. */
export async function failureReport(sandbox: TestSandbox): Promise<string> {
  const [requests, changes, { now }] = [await sandbox.requests(), await sandbox.changes(), await sandbox.clock.read()]
  return [
    `The sandbox ${sandbox.name} when the test failed, at ${now} on its clock`,
    ...section('Requests', requests.map(requestLine)),
    ...section('Changes to the data', changes.map(changeLine)),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  const left = lines.length - MOST
  return [
    `${title}:${lines.length === 0 ? ' none' : ''}`,
    ...(left > 0 ? [`  (${left} earlier ones are left out)`] : []),
    ...lines.slice(-MOST).map((line) => `  ${line}`),
  ]
}

function changeLine({ entity, id, change, fields }: Difference): string {
  if (change !== 'changed') return `${entity} ${id} ${change}`
  return `${entity} ${id}: ${fields.map(({ name, from, to }) => `${name} ${shown(from)} -> ${shown(to)}`).join(', ')}`
}
