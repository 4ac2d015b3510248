import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The packages that compile schemas, in Node: loaded by the first schema, since a start that reads none is sooner done. */
export const schemaPackages = () => ({
  Ajv2020: (require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020,
  addFormats: (require('ajv-formats') as typeof import('ajv-formats')).default,
})
