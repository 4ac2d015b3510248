import type { Schema } from '../../../contract/openapi.ts'
import type { Operation } from '../../../contract/operations.ts'
import { responseFor } from '../../../contract/operations.ts'

/** The schema of a success, for any success status if it is open. */
export function answerSchema(operation: Operation, status: number): Schema | undefined {
  if (status < 200 || status > 299) return undefined
  return (responseFor(operation, status) ?? responseFor(operation, operation.success.status))?.schema
}
