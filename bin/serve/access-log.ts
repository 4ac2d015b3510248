import type { Exchange } from '../../stateful-mock/server/exchange-log.ts'
import { paint } from '../terminal/output.ts'

/** One exchange as a line: method, path, operation, status, the rule that decided, milliseconds. */
export function accessLine({ method, target, operation, status, rules, ms }: Exchange): string {
  const parts = [method.padEnd(6), target, operation ?? '-', paint(colour(status), String(status)), rules[0] ?? '-']
  return `${parts.join(' ')} ${paint('dim', `${ms.toFixed(1)} ms`)}`
}

export const accessJson = ({ ms, ...exchange }: Exchange): string =>
  JSON.stringify({ event: 'exchange', ...exchange, ms: Number(ms.toFixed(3)) })

function colour(status: number): 'green' | 'yellow' | 'red' {
  if (status < 400) return 'green'
  return status < 500 ? 'yellow' : 'red'
}
