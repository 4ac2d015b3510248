import type { Contract } from '../../contract/contract.ts'
import { memo } from '../../contract/memo.ts'
import { makeRoutes, type Routes } from '../../contract/routes.ts'
import { jsonOf } from '../../scenario/recording/recorded-exchange.ts'
import type { PseudonymizedExchange } from './pseudonymizer.ts'

/** The effect of an exchange that did not call an operation of the API. */
export type Outside =
  /** It was a read, or was refused. */
  | { readonly kind: 'nothing' }
  /** It triggered an outside event on the mock. */
  | { readonly kind: 'event'; readonly event: string; readonly body: unknown; readonly answer: unknown }
  /** It may have changed anything in the target. */
  | { readonly kind: 'anything' }

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export function outsideOf(contract: Contract, exchange: PseudonymizedExchange): Outside {
  const { method, path, status, body, answer } = exchange
  if (READS.has(method) || (status >= 400 && status < 500)) return { kind: 'nothing' }
  const route = eventRoutes(contract).match(method, path.replace(/\?.*$/, ''))
  if (route.found === 'operation' && status < 300)
    return { kind: 'event', event: route.operation.id, body: jsonOf(body) ?? {}, answer: jsonOf(answer) }
  return { kind: 'anything' }
}

/** The events and the clock of the mock's control interface. */
const eventRoutes = memo(
  (contract: Contract): Routes =>
    makeRoutes(
      [...contract.controlOperations.values()].filter(
        ({ area, id }) => String(area) === 'events' || id === 'advanceClock',
      ),
    ),
)
