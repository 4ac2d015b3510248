import { METHODS, type OpenApi, type OperationObject, type PathItem } from '../openapi.ts'
import type { Binding } from '../operations.ts'

/** The same description with a profile's methods, paths and success statuses in place. */
export function withBindings(document: OpenApi, bindings: Readonly<Record<string, Binding>>): OpenApi {
  const paths: Record<string, PathItem> = {}
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const { path: place = path, method: bound, status } = bindings[operation.operationId] ?? {}
      const stays = place === path
      const described = withStatus(stays ? operation : withParametersOf(item, operation), status)
      paths[place] = {
        ...(stays && item.parameters && { parameters: item.parameters }),
        ...paths[place],
        [bound?.toLowerCase() ?? method]: described,
      }
    }
  return { ...document, paths }
}

/** The operation with the parameters that its path shares, so that it can move to another path. */
function withParametersOf({ parameters: shared = [] }: PathItem, operation: OperationObject): OperationObject {
  const parameters = [...shared, ...(operation.parameters ?? [])]
  return parameters.length > 0 ? { ...operation, parameters } : operation
}

function withStatus(operation: OperationObject, status: number | undefined): OperationObject {
  if (status === undefined) return operation
  const responses = Object.entries(operation.responses).map(([written, response]) => [
    written.startsWith('2') ? String(status) : written,
    response,
  ])
  return { ...operation, responses: Object.fromEntries(responses) }
}
