import type { ModelRequest } from '../../../src/model/request/request.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Step } from '../../http/compose.ts'
import type { InjectedFault } from '../../http/injected-fault.ts'
import type { WireRequest } from '../../http/wire.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'

/** A request to an operation of the API, with what the steps so far have found out about it. */
export interface ApiExchange extends Omit<ModelRequest, 'organization'> {
  readonly sandbox: Sandbox
  readonly request: WireRequest
  readonly queryText: string
  readonly gaps: GapReader
  /** The fault that has held it up so far. */
  readonly heldUpBy?: InjectedFault | undefined
  /** The answer is worked out, and the world stays as it is. */
  readonly dryRun: boolean
}

export type ApiStep = Step<ApiExchange>

/** The step; a dry run skips it. */
export const unlessDryRun =
  (step: ApiStep): ApiStep =>
  (exchange, next) =>
    exchange.dryRun ? next(exchange) : step(exchange, next)
