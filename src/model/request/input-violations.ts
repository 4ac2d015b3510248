import { memo } from '../../contract/memo.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation, Parameter } from '../../contract/operations.ts'
import { validatorFor } from '../../contract/schema/schema-compiler.ts'
import type { Violation } from '../../contract/schema/schema-errors.ts'
import type { ModelRequest } from './request.ts'

const NONE: readonly Violation[] = []

/** The places where the input of a request breaks the description. */
export function inputViolations(request: ModelRequest): readonly Violation[] {
  const check = checkOf(request.operation)
  let wrong = NONE
  for (const parameter of check.parameters) {
    const found = parameter(request)
    if (found.length > 0) wrong = [...wrong, ...found]
  }
  if (!check.body) return wrong
  const found = request.body === undefined ? check.absent : check.body(request.body)
  return found.length > 0 ? [...wrong, ...found] : wrong
}

interface Check {
  readonly parameters: readonly ((request: ModelRequest) => readonly Violation[])[]
  readonly body: ((body: unknown) => readonly Violation[]) | undefined
  /** The violations of a request without a body. */
  readonly absent: readonly Violation[]
}

const checkOf = memo(
  ({ parameters, body }: Operation): Check => ({
    parameters: parameters.filter((one) => !isFree(one)).map(parameterCheck),
    body: body && bodyCheck(body.schema),
    absent: body?.required ? [absentBody(body.schema)] : NONE,
  }),
)

/** Of a body as a whole it is said that it is the body. */
function bodyCheck(schema: Schema): (body: unknown) => readonly Violation[] {
  const validate = validatorFor(schema)
  return (body) => {
    const wrong = validate(body)
    return wrong.length === 0
      ? NONE
      : wrong.map((one) => ({ ...one, message: one.message.replace('the value', 'the body') }))
  }
}

/** Without a body the required fields are missing; where there are none, nothing is said about it. */
function absentBody({ required = [] }: Schema): Violation {
  return { path: [], message: 'a JSON body is required', keyword: required.length > 0 ? 'required' : 'type' }
}

/** A path parameter is there, or the path would not be this one; as any string it cannot be wrong. */
function isFree({ in: place, schema }: Parameter): boolean {
  const asked = Object.keys(schema).filter((key) => key !== 'x-understudy' && key !== 'description')
  return place === 'path' && schema.type === 'string' && asked.length === 1
}

function parameterCheck({ name, in: place, required, schema }: Parameter) {
  const validate = validatorFor(schema)
  const missing = required ? [{ path: [name], message: `${name} is required`, keyword: 'required' }] : NONE
  return ({ parameters, query }: ModelRequest): readonly Violation[] => {
    const value = place === 'path' ? parameters[name] : place === 'query' ? query[name] : undefined
    if (value === undefined) return missing
    const wrong = validate(schema.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value)
    return wrong.length === 0
      ? NONE
      : wrong.map(({ message, keyword }) => ({ path: [name], message: message.replace('the value', name), keyword }))
  }
}
