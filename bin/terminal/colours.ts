import { paint } from './output.ts'

/** The colours of highlighted words in reports. */
export const COLOURS = {
  bad: (text: string) => paint('red', text),
  good: (text: string) => paint('green', text),
  faint: (text: string) => paint('dim', text),
}
