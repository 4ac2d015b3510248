import { METHODS, type OpenApi, type OperationObject, type PathItem } from '../openapi.ts'
import type { Binding } from '../operations.ts'

/** The same description with a profile's methods, paths and success statuses in place. */
export function withBindings(document: OpenApi, bindings: Readonly<Record<string, Binding>>): OpenApi {
  const paths: Record<string, PathItem> = {}
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const binding = bindings[operation.operationId] ?? {}
      const place = binding.path ?? path
      paths[place] = {
        ...paths[place],
        [binding.method?.toLowerCase() ?? method]: withStatus(operation, binding.status),
      }
    }
  return { ...document, paths }
}

function withStatus(operation: OperationObject, status: number | undefined): OperationObject {
  if (status === undefined) return operation
  const responses = Object.entries(operation.responses).map(([written, response]) => [
    written.startsWith('2') ? String(status) : written,
    response,
  ])
  return { ...operation, responses: Object.fromEntries(responses) }
}
