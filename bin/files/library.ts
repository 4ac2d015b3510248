import { fileURLToPath } from 'node:url'

/** The folder of the scenario library, in a clone or as published. */
export const LIBRARY = fileURLToPath(new URL('../../scenarios', import.meta.url))
