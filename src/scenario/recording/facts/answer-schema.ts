import type { Schema } from '../../../contract/openapi.ts'
import type { Operation } from '../../../contract/operations.ts'
import { responseFor } from '../../../contract/operations.ts'

/** What a success looks like; where its status is open, whichever it was. */
export function answerSchema(operation: Operation, status: number): Schema | undefined {
  if (status < 200 || status > 299) return undefined
  return (responseFor(operation, status) ?? responseFor(operation, operation.success.status))?.schema
}
