import { paint } from './output.ts'

/** The colours of highlighted words in reports. */
export const COLOURS = {
  bad: (text: string) => paint('red', text),
  doubtful: (text: string) => paint('yellow', text),
  good: (text: string) => paint('green', text),
  faint: (text: string) => paint('dim', text),
}
