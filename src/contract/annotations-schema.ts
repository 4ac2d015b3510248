import schema from '../../spec/schemas/annotations.schema.json' with { type: 'json' }
import type { Schema } from './openapi.ts'
import { type Validator, validatorFor } from './schema-compiler.ts'

const validators = new Map<string, Validator>()

/** Validator of the annotations that may stand on a field, a parameter, an operation or a shared part. */
export default function annotationsSchema(kind: string): Validator {
  const known = validators.get(kind)
  if (known) return known
  const validator = validatorFor({ $ref: `#/$defs/${kind}`, $defs: schema.$defs } as Schema)
  validators.set(kind, validator)
  return validator
}
