import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import type { RequestBody } from '../../../request/operation-types.ts'
import type { DownCondition, HttpCheck, TcpCheck } from '../state/index.ts'

export type MonitorFields = Partial<RequestBody<'createMonitor'>>

/** A monitor as a write would have it: what the write names, and beside it what is there already. */
export interface AskedMonitor {
  readonly named: MonitorFields
  readonly kind: 'tcp' | 'http' | undefined
  readonly vantages: readonly string[]
  readonly intervalSeconds: number | undefined
  readonly timeoutMs: number | undefined
  readonly downCondition: DownCondition | undefined
  readonly http: HttpCheck | undefined
  readonly tcp: TcpCheck | undefined
}

/** Nothing when the body does not have the form of one; then that is what it is refused for. */
export function askedMonitor(context: RefusalContext): AskedMonitor | undefined {
  const named: MonitorFields | undefined = checkedBody<'createMonitor' | 'updateMonitor'>(context)
  if (!named) return undefined
  const before = context.named('UptimeMonitor')
  return {
    named,
    kind: before?.kind ?? named.kind,
    vantages: named.vantages ?? before?.vantages ?? [],
    intervalSeconds: named.intervalSeconds ?? before?.intervalSeconds,
    timeoutMs: named.timeoutMs ?? before?.timeoutMs,
    downCondition: named.downCondition ?? before?.downCondition,
    http: named.http,
    tcp: named.tcp,
  }
}
