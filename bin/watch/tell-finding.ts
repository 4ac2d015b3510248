import { keyOf } from '../../src/conformance/finding/key.ts'
import { worded } from '../../src/conformance/finding/words.ts'
import type { TrafficEvent } from '../../src/conformance/traffic/traffic-event.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { paint, print } from '../terminal/output.ts'

type FoundEvent = Extract<TrafficEvent, { kind: 'found' }>

/** Prints a finding: one line in a pipe, two on a terminal, or JSON. */
export function tellFinding(event: FoundEvent, json: boolean): void {
  if (json) print(JSON.stringify(asJson(event)))
  else if (process.stdout.isTTY) print(onTerminal(event))
  else print(inPipe(event))
}

const timeOf = ({ atMs }: FoundEvent): string => new Date(atMs).toISOString()

function lastOf({ trace }: FoundEvent): { readonly call: string; readonly actor: string; readonly status: number } {
  const { exchange, step } = trace.at(-1) ?? {}
  return {
    call: exchange ? visible(`${exchange.sent.method} ${exchange.sent.path}`) : '',
    actor: step?.actor ?? '',
    status: exchange?.answered ? exchange.received.status : 0,
  }
}

function inPipe(event: FoundEvent): string {
  const { severity, operation, rules } = event.finding
  const { call, actor, status } = lastOf(event)
  const said = visible(worded(event.finding).message)
  return `${timeOf(event)} ${severity.toUpperCase()} ${operation}: ${said} [${rules.join(', ')}] (${call} by ${actor}, ${status})`
}

function onTerminal(event: FoundEvent): string {
  const { severity, operation, rules } = event.finding
  const { call, actor, status } = lastOf(event)
  const mark = severity === 'failure' ? paint('red', '✗') : paint('yellow', '!')
  const time = paint('dim', timeOf(event).slice(11, 19))
  const said = visible(worded(event.finding).message)
  return [
    `${time} ${mark} ${paint('bold', operation)}  ${said}`,
    paint('dim', `           ${call} by ${actor}, ${status}  ${rules.join(', ')}`),
  ].join('\n')
}

function asJson(event: FoundEvent): object {
  const { finding } = event
  const { severity, check, code, operation, rules } = finding
  const { call, actor, status } = lastOf(event)
  const { message, expected, actual } = worded(finding)
  const told = { severity, check, code, operation, rules, message, expected, actual }
  return { at: timeOf(event), key: keyOf(finding), ...told, request: call, caller: actor, status }
}
