import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { schemaPackages } from '#schema-packages'
import { memo } from '../memo.ts'
import type { Schema } from '../openapi.ts'
import { linearPattern } from '../text/linear-pattern/linear-pattern.ts'
import { isDateTime } from './date-time.ts'
import { type SchemaViolation, violations } from './schema-errors.ts'

export type Validator = (value: unknown) => readonly SchemaViolation[]

/** ISO 8601, with parts of a second, which the format of the package lacks. */
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d{1,9})?S)?)?)$/

let instance: Ajv2020 | undefined

/** Made on first use: most commands compile a few schemas or none. */
function ajv(): Ajv2020 {
  if (instance) return instance
  const { Ajv2020, addFormats } = schemaPackages()
  instance = new Ajv2020({
    allErrors: true,
    verbose: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
  })
  addFormats(instance)
  instance.addFormat('duration', DURATION)
  instance.addFormat('date-time', isDateTime)
  // Only what can be matched in linear time: a profile or a gap may come from anybody.
  instance.addFormat('regex', (text: string) => linearPattern(text) !== undefined)
  instance.addVocabulary(['x-understudy', 'example'])
  return instance
}

const NOTHING: readonly SchemaViolation[] = []

/** Compiles on first use, since compiling all schemas would dominate the start. */
export const validatorFor = memo((schema: Schema): Validator => {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv().compile(schema)
    return validate(value) ? NOTHING : violations(validate.errors)
  }
})
