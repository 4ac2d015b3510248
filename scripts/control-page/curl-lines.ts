import type { Json } from '../../src/contract/json.ts'
import type { LowerMethod, OperationObject } from '../../src/contract/openapi.ts'
import { RECIPES } from './recipes.ts'

/** The shell command for an operation of the control interface. */
export function curlLines(method: LowerMethod, path: string, operation: OperationObject): readonly string[] {
  const { before = [], body, file, path: values = {}, options } = RECIPES[operation.operationId] ?? {}
  const example = operation.requestBody?.content['application/json']?.example
  const sent = file ? `--json @${file}` : sending(body ?? example)
  const where = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined)
      throw new Error(`no recipe says what ${name} is in the example of ${operation.operationId}`)
    return value
  })
  return [...before, ['curl', options, verb(method, sent), sent, `$MOCK${where}`].filter(Boolean).join(' ')]
}

/** curl takes POST for what has a body, and GET for what has none. */
function verb(method: LowerMethod, sent: string | undefined): string | undefined {
  return method === (sent ? 'post' : 'get') ? undefined : `-X ${method.toUpperCase()}`
}

/** In single quotes, but for the variables in it. */
function sending(body: Json | undefined): string | undefined {
  if (body === undefined) return undefined
  const text = JSON.stringify(body).replaceAll("'", "'\\''")
  return `--json '${text.replace(/\$[A-Z]+/g, (variable) => `'${variable}'`)}'`
}
