/** An object whose fields the description leaves open; the type derived from it knows none. */
export const openObject = (fields: object): Record<string, never> => ({ ...fields })
