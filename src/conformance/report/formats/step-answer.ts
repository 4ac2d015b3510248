import type { ReportedStep } from '../report.ts'

const LONGEST = 160

/** The answer to a step in short: a status, or what the driver answered; undefined if nothing is known of it. */
export function stepAnswer({ kind, status, received }: ReportedStep): string | undefined {
  if (status !== null) return String(status)
  if (kind === 'request') return 'no answer'
  if (received === null) return undefined
  if (received === NOTHING_TOLD) return 'done'
  return received.length > LONGEST ? `${received.slice(0, LONGEST - 1)}…` : received
}

/** The answer of an event that has nothing of its own to tell. */
const NOTHING_TOLD = '{}'
