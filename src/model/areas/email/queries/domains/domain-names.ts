import type { Reader } from '../../../../world/reader.ts'

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i

/** Without capitals and final dot: names that differ in these only are one name. */
export const oneSpelling = (name: string): string => name.toLowerCase().replace(/\.$/, '')

export const plainlySpelt = (name: string): boolean => name === oneSpelling(name)

/** The name as it is kept; how is open. */
export const keptName = (reader: Reader, name: string): string =>
  !plainlySpelt(name) && reader.gap('email.domain-spelling') === 'normalise' ? oneSpelling(name) : name

export function isHostName(reader: Reader, name: string): boolean {
  const labels = oneSpelling(name).split('.')
  const host = name.length <= 253 && labels.every((label) => LABEL.test(label))
  if (host && labels.length > 1) return true
  const syntax = reader.gap('email.domain-syntax')
  return syntax === 'any' || (syntax === 'host-name' && host)
}
