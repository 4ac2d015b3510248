import { fileURLToPath } from 'node:url'

/** Where the library of scenarios lies, in a clone or as published. */
export const LIBRARY = fileURLToPath(new URL('../../scenarios', import.meta.url))
