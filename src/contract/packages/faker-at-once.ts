import { generateSync } from 'json-schema-faker'

/** The package that makes up values for schemas, in a browser: there nothing can be loaded later without waiting for it. */
export const faker = () => ({ generateSync })
