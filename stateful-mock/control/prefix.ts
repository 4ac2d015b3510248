/** Where the control interface lives. */
export const CONTROL_PREFIX = '/_understudy'

export const isControl = (path: string): boolean => path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`)
