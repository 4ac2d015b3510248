import type { Operation } from '../../contract/operations.ts'
import type { Violation } from '../../contract/schema/schema-errors.ts'
import type { Caller, Nobody } from '../identity/identity.ts'
import type { Row } from '../table/table.ts'
import type { OpenTransaction } from '../world/open-transaction.ts'
import type { Rows, TableName } from '../world/rows.ts'
import { TransactionContext } from '../world/transaction-context.ts'
import { type BodyValue, bodyValues } from './body/body-values.ts'
import { listedFields } from './body/listed-fields.ts'
import type { RefusalContext } from './contexts.ts'
import { inputViolations } from './input-violations.ts'
import type { ModelRequest } from './request.ts'

/** The request as refusals see it and, once nothing refuses it, as the effect uses it. */
export class RequestContext extends TransactionContext implements RefusalContext {
  readonly operation: Operation
  readonly credential: string | undefined
  readonly parameters: ModelRequest['parameters']
  readonly query: ModelRequest['query']
  readonly body: unknown
  readonly given: unknown
  readonly nobody: Nobody | undefined
  readonly #request: ModelRequest
  readonly #caller: Caller | undefined
  #violations: readonly Violation[] | undefined
  #bodyValues: readonly BodyValue[] | undefined
  /** The latest row that was asked for by name, and after how many changes. */
  #named: { readonly entity: TableName; readonly changes: number; readonly row: Row | undefined } | undefined

  constructor(transaction: OpenTransaction, request: ModelRequest, who: Caller | Nobody) {
    super(transaction)
    this.operation = request.operation
    this.credential = request.credential
    this.parameters = request.parameters
    this.query = request.query
    this.given = request.body
    this.body = listedBody(request)
    this.#request = request
    this.#caller = typeof who === 'string' ? undefined : who
    this.nobody = typeof who === 'string' ? who : undefined
  }

  get caller(): Caller {
    if (!this.#caller) throw new Error('nobody is calling')
    return this.#caller
  }

  get violations(): readonly Violation[] {
    this.#violations ??= inputViolations(this.#request)
    return this.#violations
  }

  get bodyValues(): readonly BodyValue[] {
    const { operation, body } = this.#request
    this.#bodyValues ??= operation.body && body !== undefined ? bodyValues(operation.body.schema, body) : []
    return this.#bodyValues
  }

  /** The row a path parameter names: its key is the organization and the path parameters up to it. */
  named<Name extends TableName>(entity: Name): Rows[Name] | undefined {
    const { length: changes } = this.transaction.changes
    // A dozen rules ask for the same one before anything has changed.
    if (this.#named?.entity !== entity || this.#named.changes !== changes)
      this.#named = { entity, changes, row: this.#findNamed(entity) }
    return this.#named.row as Rows[Name] | undefined
  }

  #findNamed(entity: TableName): Row | undefined {
    if (!this.#caller) return undefined
    const key = [this.#caller.org]
    for (const { name, names, in: place } of this.operation.parameters) {
      if (place !== 'path') continue
      key.push(this.parameters[name] ?? '')
      if (names === entity) return this.transaction.row(entity, key)
    }
    return undefined
  }

  the<Name extends TableName>(entity: Name): Rows[Name] {
    const row = this.named(entity)
    if (!row) throw new Error(`${this.operation.id} names no ${entity}`)
    return row
  }
}

/** The body without unlisted fields, which a rule may refuse and which otherwise mean nothing. */
function listedBody({ operation, body }: ModelRequest): unknown {
  return operation.body && body !== undefined ? listedFields(operation.body.schema, body) : body
}
