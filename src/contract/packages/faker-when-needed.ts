import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
let loaded: typeof import('json-schema-faker') | undefined

/** The package that makes up values for schemas, in Node: loaded by the first random world, since few starts grow one. */
export function faker() {
  // By its file: the package says where that is only to whoever imports it.
  loaded ??= require(fileURLToPath(import.meta.resolve('json-schema-faker'))) as typeof import('json-schema-faker')
  return loaded
}
