import { contract } from '../contract/contract.ts'
import type { Fault } from '../world/armed-faults.ts'

/** Where a fault strikes. */
export const whereWords = ({ where }: Fault): string => where.operation ?? where.area ?? 'every operation'

/** What a fault does. */
export function effectWords(fault: Fault): string {
  const { status, error, latency, drop, truncateAfterBytes, probability = 1, takesEffect } = fault
  const words = [
    ...(status !== undefined ? [`answers ${status}${error ? ` “${error}”` : ''}`] : []),
    ...(latency ? ['ms' in latency ? `waits ${latency.ms} ms` : `waits ${latency.minMs} to ${latency.maxMs} ms`] : []),
    ...(drop ? ['drops the connection'] : []),
    ...(truncateAfterBytes !== undefined ? [`cuts after ${truncateAfterBytes} bytes`] : []),
    ...(probability < 1 ? [`${Math.round(probability * 100)} % of the time`] : []),
    ...(takesEffect ? ['the change is made anyway'] : []),
  ]
  return words.join(', ')
}

/** Whether a fault can strike what an area, or one operation, is asked. */
export function strikes({ where }: Fault, area: string | undefined, operation?: string): boolean {
  if (where.operation === undefined) return where.area === undefined || where.area === area
  if (operation !== undefined) return where.operation === operation
  return contract.value?.byId.get(where.operation)?.area === area
}
