import { InvalidArgumentError } from 'commander'

/** The value of an option that counts something. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
