import type { Schema } from '../contract/contract.ts'
import { fieldWith, propertiesOf, type Resource } from '../contract/resources.ts'
import { isRecord, type Known, referenceOf } from '../contract/schema-values.ts'
import { bodyOf, type Rehearsed, readStep, rehearse } from './rehearse.ts'

export type Thing = Readonly<Record<string, unknown>>

/** Path and query parameters from the values of a deep link, parents first. */
const parametersFor = (parents: Resource['parents'], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(parents.map(({ parameter }, index) => [parameter, values[index] ?? '']))

export async function loadThings(
  resource: Resource,
  values: readonly string[],
  query: Readonly<Record<string, string>> = {},
): Promise<readonly Thing[]> {
  return (await loadPages(resource, values, query, 1)).rows
}

export interface Pages {
  readonly rows: readonly Thing[]
  readonly more: boolean
}

/** The first pages of a list; one that is not paged is one. */
export async function loadPages(
  resource: Resource,
  values: readonly string[],
  query: Readonly<Record<string, string>>,
  most: number,
): Promise<Pages> {
  const found: Thing[] = []
  let cursor: string | undefined
  for (let page = 0; page < most; page++) {
    const parameters = { ...query, ...parametersFor(resource.parents, values), ...(cursor !== undefined && { cursor }) }
    const [answer] = await rehearse([readStep(resource.shown.id, parameters)])
    const body = bodyOf(answer)
    const rows = isRecord(body) && resource.listed ? body[resource.listed.key] : undefined
    if (Array.isArray(rows)) found.push(...rows.filter(isRecord))
    cursor = isRecord(body) && typeof body.cursor === 'string' && body.cursor !== '' ? body.cursor : undefined
    if (cursor === undefined || !Array.isArray(rows) || rows.length === 0) break
  }
  return { rows: found, more: cursor !== undefined }
}

export function idOf(resource: Resource, thing: Thing): string {
  const field = resource.listed?.idField ?? 'id'
  return String(thing[field] ?? '')
}

/** The name of a thing, if it has one. */
export function nameOf(thing: Thing): string | undefined {
  const name = NAME_FIELDS.map((field) => thing[field]).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : undefined
}

const NAME_FIELDS = ['name', 'title', 'subject', 'displayName', 'domain', 'address', 'url', 'pattern']

export interface Whole {
  readonly thing: Thing
  /** The answer as it came. */
  readonly answer: unknown
}

/** One thing in full: by its own operation, else as its list shows it. */
export async function loadThing(resource: Resource, values: readonly string[]): Promise<Whole | undefined> {
  const id = values[resource.parents.length] ?? ''
  if (!resource.read) {
    const thing = (await loadThings(resource, values)).find((one) => idOf(resource, one) === id)
    return thing && { thing, answer: thing }
  }
  const step = stepToShow(resource, values)
  const [answer] = await rehearse([readStep(step.operation, step.parameters)])
  if (answer?.status === 404) return undefined
  const body = bodyOf(answer)
  return isRecord(body) ? { thing: unwrapped(body, resource.listed?.idField), answer: body } : undefined
}

/** The request whose answer shows a thing, among others or by itself. */
export function stepToShow({ read, shown, parents }: Resource, values: readonly string[]) {
  if (!read) return { operation: shown.id, parameters: parametersFor(parents, values) }
  const names = read.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)
  return { operation: read.id, parameters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) }
}

/** True if an answer to that request shows it. */
export function isShownIn(resource: Resource, values: readonly string[], answer: Rehearsed | undefined): boolean {
  if (!answer || answer.status >= 400) return false
  if (resource.read || !resource.listed || !isRecord(answer.body)) return true
  const rows = answer.body[resource.listed.key]
  return Array.isArray(rows) && rows.filter(isRecord).some((row) => idOf(resource, row) === values.at(-1))
}

/** The fields of an answer that wraps the thing and has more beside it, together with the thing's. */
function unwrapped(body: Thing, idField = 'id'): Thing {
  const [name, inner] = Object.entries(body).find(([, value]) => isRecord(value) && idField in value) ?? []
  if (idField in body || name === undefined || !isRecord(inner)) return body
  return { ...inner, ...Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) }
}

/** The ids that one thing mentions, by the entity they name, its own and its parents' included. */
export function knownFrom(resource: Resource, values: readonly string[], thing: Thing, schema: Schema): Known {
  const parents = resource.parents.map(({ entity }, index) => [entity, values[index] ?? ''])
  const references = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const entity = referenceOf(property)
    const value = thing[name]
    return entity && (typeof value === 'string' || typeof value === 'number') ? [[entity, String(value)]] : []
  })
  const own = fieldWith(schema, 'identifier', resource.entity)
  const id = own === undefined ? values.at(-1) : thing[own]
  return { ...Object.fromEntries(references), ...Object.fromEntries(parents), [resource.entity]: String(id ?? '') }
}
