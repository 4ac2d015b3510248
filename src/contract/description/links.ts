import { dereference } from '../dereference.ts'
import {
  type LinkObject,
  METHODS,
  type OpenApi,
  type OperationObject,
  type PathItem,
  type ResponseObject,
} from '../openapi.ts'
import { annotatedFields } from '../schema/fields.ts'

/**
 * OpenAPI links derived from the annotations: an answer that carries the identifier of (or a
 * reference to) an entity links to every operation whose path parameters it can fill.
 */
export function withLinks(document: OpenApi): OpenApi {
  const plain = dereference(document)
  const operations = Object.values(plain.paths).flatMap(operationsOf)
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  const paths = Object.entries(document.paths).map(([path, item]) => [path, linkPathItem(item, byId)])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** With the parameters of the path among each operation's own. */
function operationsOf({ parameters = [], ...item }: PathItem): OperationObject[] {
  return METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ ...operation, parameters: [...parameters, ...(operation.parameters ?? [])] }] : []
  })
}

function linkPathItem(item: PathItem, byId: ReadonlyMap<string, OperationObject>): PathItem {
  const linked = METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [[method, linkOperation(operation, byId)]] : []
  })
  return { ...item, ...Object.fromEntries(linked) }
}

function linkOperation(operation: OperationObject, byId: ReadonlyMap<string, OperationObject>): OperationObject {
  const plain = byId.get(operation.operationId)
  if (!plain) return operation
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const links = status.startsWith('2') ? linksFrom(plain, status, [...byId.values()]) : {}
    return [status, Object.keys(links).length > 0 ? { ...response, links } : response]
  })
  return { ...operation, responses: Object.fromEntries(responses) }
}

function linksFrom(
  source: OperationObject,
  status: string,
  targets: readonly OperationObject[],
): Record<string, LinkObject> {
  const fromBody = entitiesInBody(source.responses[status])
  const fromPath = new Map(
    pathParameters(source).flatMap(({ name, names }) => (names ? [[names, `$request.path.${name}`] as const] : [])),
  )
  const links: Record<string, LinkObject> = {}
  for (const target of targets) {
    const wanted = pathParameters(target)
    if (target.operationId === source.operationId || wanted.length === 0) continue
    const filled = wanted.map(({ name, names = '' }) => [name, fromBody.get(names) ?? fromPath.get(names)] as const)
    const usesBody = wanted.some(({ names = '' }) => fromBody.has(names))
    if (usesBody && filled.every(([, value]) => value !== undefined)) {
      const parameters = Object.fromEntries(filled.map(([name, value]) => [name, value ?? '']))
      links[target.operationId] = { operationId: target.operationId, parameters }
    }
  }
  return links
}

function pathParameters(operation: OperationObject): { name: string; names?: string }[] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, 'x-understudy': annotation }) => ({ name, ...(annotation?.names && { names: annotation.names }) }))
}

/** Entity -> expression for its first mention in the body; an identifier wins over a reference. */
function entitiesInBody(response: ResponseObject | undefined): Map<string, string> {
  const fields = annotatedFields(response?.content?.['application/json']?.schema)
  const expression = (path: readonly string[]) =>
    `$response.body#/${path.map((part) => (part === '*' ? '0' : part)).join('/')}`
  const found = new Map<string, string>()
  for (const kind of ['identifier', 'reference'] as const)
    for (const { path, annotation } of fields) {
      const entity = annotation[kind]
      if (typeof entity === 'string' && !found.has(entity) && !path.includes('?')) found.set(entity, expression(path))
    }
  return found
}
