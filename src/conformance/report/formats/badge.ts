import { escapeXml } from '../../../contract/text/escape-xml.ts'
import { onlyKnown, type Report } from '../report.ts'
import { plural } from './terminal.ts'

const LABEL = 'contract'

export interface Badge {
  readonly message: string
  readonly color: string
  readonly isError: boolean
}

export const BADGE_COLOURS = { good: '#15803d', known: '#a16207', bad: '#b91c1c', unsure: '#6b7280' } as const

/** The verdict in two or three words. */
function badgeOf(report: Report): Badge {
  const { good, known, bad, unsure } = BADGE_COLOURS
  const broken = report.failures.filter(({ severity }) => severity === 'failure').length
  if (report.verdict === 'unusable') return { message: 'not judged', color: unsure, isError: true }
  if (onlyKnown(report)) return { message: plural(broken, 'known failure'), color: known, isError: true }
  return broken > 0
    ? { message: plural(broken, 'failure'), color: bad, isError: true }
    : { message: 'conforms', color: good, isError: false }
}

export const badgeData = (report: Report): string => badgeJsonOf(badgeOf(report))
export const badgeImage = (report: Report): string => badgeImageOf(badgeOf(report))

/** The endpoint format of shields.io, which badge services read. */
export const badgeJsonOf = ({ message, color, isError }: Badge): string =>
  `${JSON.stringify({ schemaVersion: 1, label: LABEL, message, color: color.slice(1), isError })}\n`

/** The badge itself. Texts are fitted to their box, so it needs no font of its own. */
export function badgeImageOf({ message, color }: Badge): string {
  const [left, right] = [widthOf(LABEL), widthOf(message)]
  const title = `${LABEL}: ${escapeXml(message)}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#374151"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    `${fitted(LABEL, 0, left)}${fitted(message, left, right)}</g></svg>\n`,
  ].join('')
}

const fitted = (words: string, from: number, width: number): string =>
  `<text x="${from + width / 2}" y="14" textLength="${width - PADDING}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`

const PADDING = 12
const LETTER = 6.5
const widthOf = (text: string): number => Math.round(text.length * LETTER) + PADDING
