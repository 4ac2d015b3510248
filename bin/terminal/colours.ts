import { paint } from './output.ts'

/** What reports make stand out, and how. */
export const COLOURS = {
  bad: (text: string) => paint('red', text),
  good: (text: string) => paint('green', text),
  faint: (text: string) => paint('dim', text),
}
