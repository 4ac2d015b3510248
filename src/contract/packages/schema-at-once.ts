import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

/** The packages that compile schemas, in a browser: there nothing can be loaded later without waiting for it. */
// A CommonJS package: its function sits one level deeper when it is imported from ESM.
export const schemaPackages = () => ({ Ajv2020, addFormats: ajvFormats.default })
