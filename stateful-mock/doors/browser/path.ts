/** Paths here are names of things in memory. */
export const join = (...parts: readonly string[]): string => parts.join('/')

export const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const dirname = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')
