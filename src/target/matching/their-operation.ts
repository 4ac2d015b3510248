import { isObject } from '../../contract/json.ts'

/** An operation as somebody else's OpenAPI description has it. */
export interface TheirOperation {
  readonly method: string
  /** From the server's root on, with their names for parameters. */
  readonly path: string
  readonly status: number | undefined
  /** Words of its name, summary and path, in lower case. */
  readonly words: readonly string[]
  readonly query: readonly string[]
  /** Paths of the fields in its body; undefined when it takes none. */
  readonly body: readonly string[] | undefined
  /** Paths of the fields in its answer; undefined when nothing is said of it. */
  readonly answer: readonly string[] | undefined
}

type Fields = { readonly [key: string]: unknown }

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/** Why a document is no description that can be matched; undefined when it is one. */
export function whyNotMatchable(document: unknown): string | undefined {
  if (!isObject(document)) return 'it is not an OpenAPI description'
  if (typeof document.swagger === 'string') return `it is Swagger ${document.swagger}; convert it to OpenAPI 3 first`
  return isObject(document.paths) && typeof document.openapi === 'string'
    ? undefined
    : 'it is not an OpenAPI description'
}

/** All operations of a description, with their references resolved as far as they lead inside of it. */
export function theirOperations(document: unknown): TheirOperation[] {
  const whole = fieldsOf(document)
  const base = basePath(whole.servers)
  return Object.entries(fieldsOf(whole.paths)).flatMap(([path, item]) => {
    const shared = fieldsOf(resolved(whole, item))
    return METHODS.flatMap((method) => {
      const operation = shared[method]
      return isObject(operation) ? [read(whole, { method, path: base + path }, { ...shared, ...operation })] : []
    })
  })
}

function read(whole: Fields, { method, path }: { method: string; path: string }, operation: Fields): TheirOperation {
  const parameters = listOf(operation.parameters).map((one) => fieldsOf(resolved(whole, one)))
  const [status, answer] = successOf(whole, operation.responses)
  const content = fieldsOf(fieldsOf(resolved(whole, operation.requestBody)).content)
  const body = jsonSchema(content)
  const said = `${textOf(operation.operationId)} ${textOf(operation.summary)} ${path.replace(/\{[^}]*\}/g, ' ')}`
  return {
    method: method.toUpperCase(),
    path,
    status,
    words: wordsOf(said),
    query: parameters.flatMap(({ in: place, name }) => (place === 'query' ? [plain(textOf(name))] : [])),
    body: body === undefined ? undefined : fieldsIn(whole, body),
    answer: answer === undefined ? undefined : fieldsIn(whole, answer),
  }
}

function successOf(whole: Fields, responses: unknown): [number | undefined, unknown] {
  const found = Object.entries(fieldsOf(responses)).find(([code]) => /^2\d\d$/.test(code))
  if (!found) return [undefined, undefined]
  return [Number(found[0]), jsonSchema(fieldsOf(fieldsOf(resolved(whole, found[1])).content))]
}

const jsonSchema = (content: Fields): unknown =>
  Object.entries(content).flatMap(([type, media]) => (/json/i.test(type) ? [fieldsOf(media).schema] : []))[0]

/** Maximum depth of fields that are compared. */
const DEEPEST = 3

/** More schemas than those of one operation have in them; one that is within itself may have any number. */
const MOST_SCHEMAS = 5_000

/** The paths of a schema's fields; `*` is any item of a list. */
export function fieldsIn(whole: Fields, schema: unknown): string[] {
  const found = new Set<string>()
  let left = MOST_SCHEMAS
  const look = (one: unknown, path: string, depth: number): void => {
    if (depth > DEEPEST || left-- <= 0) return
    const { properties, items, allOf, oneOf, anyOf } = fieldsOf(resolved(whole, one))
    for (const [name, field] of Object.entries(fieldsOf(properties))) {
      if (left <= 0) return
      const place = path === '' ? plain(name) : `${path}.${plain(name)}`
      found.add(place)
      look(field, place, depth + 1)
    }
    if (items !== undefined) look(items, `${path}*`, depth + 1)
    for (const branch of [allOf, oneOf, anyOf].flatMap(listOf)) look(branch, path, depth + 1)
  }
  look(schema, '', 0)
  return [...found]
}

/** Names are alike however they are written: serviceId, service_id, ServiceID. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)

function resolved(whole: Fields, value: unknown): unknown {
  let node = value
  for (let hops = 0; hops < 10; hops++) {
    const ref = fieldsOf(node).$ref
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return node
    node = ref
      .slice(2)
      .split('/')
      .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((at, part) => fieldsOf(at)[part], whole)
  }
  return undefined
}

/** What is not correctly encoded leads nowhere, as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const basePath = (servers: unknown): string =>
  textOf(listOf(servers)[0]?.url)
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/\/$/, '')
    .replace(/^(?=[^/])/, '/')

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
