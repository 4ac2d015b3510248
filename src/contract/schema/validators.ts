import type { Operation, Parameter, Response } from '../operations.ts'
import { type Validator, validatorFor } from './schema-compiler.ts'

export function bodyValidator(operation: Operation): Validator | undefined {
  return operation.body && validatorFor(operation.body.schema)
}

export function parameterValidator(parameter: Parameter): Validator {
  return validatorFor(parameter.schema)
}

export function responseValidator(response: Response): Validator | undefined {
  return response.schema && validatorFor(response.schema)
}
