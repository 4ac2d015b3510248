import { parseTarget } from './request-target.ts'

/** The path of the control interface. */
export const CONTROL_PREFIX = '/_understudy'
const BELOW = `${CONTROL_PREFIX}/`

/** True if a request is for it, by its target: path and query. */
export function isControl(target: string): boolean {
  if (!target.includes(CONTROL_PREFIX)) return false
  const { path } = parseTarget(target)
  return path === CONTROL_PREFIX || path.startsWith(BELOW)
}
