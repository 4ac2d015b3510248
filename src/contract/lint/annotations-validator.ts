import schema from '../../../spec/schemas/annotations.schema.json' with { type: 'json' }
import { memo } from '../memo.ts'
import type { Schema } from '../openapi.ts'
import { type Validator, validatorFor } from '../schema/schema-compiler.ts'

/** Validator of the annotations that may stand on a field, a parameter, an operation or a shared part. */
export const annotationsValidator = memo(
  (kind: string): Validator => validatorFor({ $ref: `#/$defs/${kind}`, $defs: schema.$defs } as Schema),
)
