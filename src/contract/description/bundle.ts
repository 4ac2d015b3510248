import type { Json } from '../json.ts'
import { isObject } from '../json.ts'
import type { Components, OpenApi, PathItem } from '../openapi.ts'

/** One area's file: an OpenAPI document whose references may name sibling files. */
export type OpenApiPart = Pick<OpenApi, 'paths' | 'tags' | 'components'>

/** Joins area files into one document: references become local, unused shared parts are dropped. */
export function bundle(
  root: Omit<OpenApi, 'paths'>,
  parts: readonly OpenApiPart[],
  shared: readonly OpenApiPart[] = [],
): OpenApi {
  const local = [...parts, ...shared].map(localReferences)
  const own = local.slice(0, parts.length)
  const paths = mergePaths(own)
  const tags = [...(root.tags ?? []), ...own.flatMap((part) => part.tags ?? [])]
  const { info, servers, security, openapi } = root
  const components = keepReferenced(
    mergeComponents([...(root.components ? [{ paths: {}, components: root.components }] : []), ...local]),
    { paths },
  )
  const notes = root['x-understudy']
  return {
    openapi,
    info,
    ...(servers && { servers }),
    ...(security && { security }),
    ...(notes && { 'x-understudy': notes }),
    tags,
    paths,
    components,
  }
}

function localReferences(part: OpenApiPart): OpenApiPart {
  return JSON.parse(JSON.stringify(part), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace(/^[^#]*\.yaml#/, '#') : value,
  )
}

function mergePaths(parts: readonly OpenApiPart[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const [path, item] of parts.flatMap((part) => Object.entries(part.paths))) {
    const clash = Object.keys(item).find((method) => method in (paths[path] ?? {}))
    if (clash) throw new Error(`${clash.toUpperCase()} ${path} is described twice`)
    paths[path] = { ...paths[path], ...item }
  }
  return paths
}

function mergeComponents(parts: readonly OpenApiPart[]): Components {
  const merged: Record<string, Record<string, Json>> = {}
  for (const [kind, entries] of parts.flatMap((part) => Object.entries(part.components ?? {}))) {
    const group = merged[kind] ?? {}
    for (const [name, value] of Object.entries(entries)) {
      if (name in group) throw new Error(`component ${kind}/${name} is defined twice`)
      group[name] = value
    }
    merged[kind] = group
  }
  return merged
}

/** Security schemes are referred to by name, so they always stay. */
function keepReferenced(components: Components, roots: unknown): Components {
  const used = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item)
    if (!isObject(node)) return
    if (typeof node.$ref === 'string' && !used.has(node.$ref)) {
      used.add(node.$ref)
      const [, , kind = '', name = ''] = node.$ref.split('/')
      visit(components[kind]?.[name])
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(roots)
  const kept = Object.entries(components).map(([kind, entries]) => [
    kind,
    kind === 'securitySchemes'
      ? entries
      : Object.fromEntries(Object.entries(entries).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
  ])
  return Object.fromEntries(kept.filter(([, entries]) => Object.keys(entries as object).length > 0))
}
