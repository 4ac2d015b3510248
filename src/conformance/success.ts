import type { Schema } from '../contract/openapi.ts'
import type { Operation, Response } from '../contract/operations.ts'

const known = new WeakMap<Operation, Response | 'none'>()

/** How an operation describes its success. */
export function successOf(operation: Operation): Response | undefined {
  let response = known.get(operation)
  if (response === undefined) {
    response = [...operation.responses].find(([status]) => status.startsWith('2'))?.[1] ?? 'none'
    known.set(operation, response)
  }
  return response === 'none' ? undefined : response
}

export const successSchema = (operation: Operation): Schema | undefined => successOf(operation)?.schema
