import type { Intent } from '../step/step.ts'

/**
 * The intent of a body in watched traffic. It is plain if every implementation stores it unchanged, and odd if one may
 * normalize it (trim, lower-case, round): then any result is accepted.
 */
export const intentOf = (body: unknown): Intent => (isPlain(body) ? 'plain' : 'odd')

const LONGEST = 200
/** Printable ASCII with single spaces inside. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/
const LARGEST = 1_000_000

function isPlain(value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= LARGEST
  if (typeof value === 'string') return value.length <= LONGEST && PLAIN.test(value) && !mayBeLowerCased(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(isPlain)
}

/** Addresses, hosts and URLs with capitals may be returned in lower case. */
const mayBeLowerCased = (text: string): boolean => /[A-Z]/.test(text) && /[@.:/]/.test(text)
