import type { Intent } from '../step/step.ts'

/**
 * How a body that somebody else wrote is to be taken. What every implementation takes as it is counts as plain; what one
 * may tidy up (trim, fold, round) counts as odd, and what it makes of that is its own affair.
 */
export const intentOf = (body: unknown): Intent => (isPlain(body) ? 'plain' : 'odd')

const LONGEST = 200
/** Printable ASCII with single spaces inside. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/
const LARGEST = 1_000_000

function isPlain(value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= LARGEST
  if (typeof value === 'string') return value.length <= LONGEST && PLAIN.test(value) && !isFolded(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(isPlain)
}

/** Addresses, hosts and URLs in capitals may come back in small letters. */
const isFolded = (text: string): boolean => /[A-Z]/.test(text) && /[@.:/]/.test(text)
