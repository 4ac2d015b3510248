import { InvalidArgumentError } from 'commander'

/** The value of an option that counts something. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** The same where none of them makes no sense. */
export function atLeastOne(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a whole number, and 1 is the least.')
  return Number(text)
}
