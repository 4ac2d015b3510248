import { worded } from '../../src/conformance/finding/words.ts'
import { plural } from '../../src/conformance/report/formats/terminal.ts'
import type { RunEvent } from '../../src/conformance/report/run-event.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { printable } from './printable.ts'

/** In a pipe a line says where a run is, this often. */
const EVERY_MS = 10_000

/**
 * Shows the progress of a run on standard error: on a terminal in one line that replaces itself, in a pipe now and
 * then.
 */
export function makeProgress(stream: NodeJS.WriteStream = process.stderr): {
  readonly listen: (event: RunEvent) => void
  readonly end: () => void
} {
  let startedMs = 0
  let saidMs = 0
  let all = 0
  const line = (event: Extract<RunEvent, { kind: 'sequence' }>): string => {
    const seconds = Math.max(0.1, (Date.now() - startedMs) / 1000)
    return [
      event.phase.padEnd(8),
      `${event.requests} requests`,
      `${Math.round(event.requests / seconds)}/s`,
      `${event.operations} of ${all} operations`,
      plural(event.failures, 'failure'),
      ...(event.warnings > 0 ? [plural(event.warnings, 'warning')] : []),
    ].join('  ')
  }
  const say = (text: string) => {
    saidMs = Date.now()
    const line = printable(text).replaceAll('\n', ' ')
    stream.write(stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
  }
  return {
    listen(event) {
      if (event.kind === 'started') {
        startedMs = saidMs = event.atMs
        all = event.operations.length
      }
      if (event.kind === 'sequence' && Date.now() - saidMs > (stream.isTTY ? 100 : EVERY_MS)) say(line(event))
      if (event.kind === 'found' && stream.isTTY)
        say(`found: ${event.finding.operation}: ${visible(worded(event.finding).message)}`)
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}
