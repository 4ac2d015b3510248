import type { Operation } from '../../contract/operations.ts'

/** A request as the model sees it: which operation, by whom, with what. */
export interface ModelRequest {
  readonly operation: Operation
  readonly credential: string | undefined
  /** The organization that a header asks for. */
  readonly organization?: string | undefined
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Undefined when the request had none. */
  readonly body: unknown
}
