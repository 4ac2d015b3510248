import type { Reader } from '../../../world/reader.ts'

/** The phone after a save: an empty text, which is what the API shows for none, removes it where the gap says so. */
export function savedPhone(reader: Reader, given: string | undefined, before: string | undefined): string | undefined {
  if (given === undefined) return reader.gap('oncall.phone-omitted-on-save') === 'keep' ? before : undefined
  return given === '' && reader.gap('oncall.empty-phone') === 'removes' ? undefined : given
}
