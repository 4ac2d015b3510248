import { escapeXml } from '../../../contract/text/escape-xml.ts'
import { onlyKnown, type Report } from '../report.ts'
import { plural } from './terminal.ts'

const LABEL = 'contract'

interface Badge {
  readonly message: string
  readonly color: string
}

/** The verdict in two or three words. */
export function badgeOf(report: Report): Badge {
  const broken = report.failures.filter(({ severity }) => severity === 'failure').length
  if (report.verdict === 'unusable') return { message: 'not judged', color: '#6b7280' }
  if (onlyKnown(report)) return { message: plural(broken, 'known failure'), color: '#a16207' }
  return broken > 0
    ? { message: plural(broken, 'failure'), color: '#b91c1c' }
    : { message: 'conforms', color: '#15803d' }
}

/** What badge services read from an address (the endpoint format of shields.io). */
export function badgeData(report: Report): string {
  const { message, color } = badgeOf(report)
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, message, color: color.slice(1), isError: report.verdict !== 'conforms' })}\n`
}

/** The badge itself. Texts are fitted to their box, so it needs no font of its own. */
export function badgeImage(report: Report): string {
  const { message, color } = badgeOf(report)
  const [left, right] = [widthOf(LABEL), widthOf(message)]
  const text = (words: string, from: number, width: number) =>
    `<text x="${from + width / 2}" y="14" textLength="${width - PADDING}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${escapeXml(message)}"><title>${LABEL}: ${escapeXml(message)}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#374151"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(LABEL, 0, left)}${text(message, left, right)}</g></svg>\n`
}

const PADDING = 12
const LETTER = 6.5
const widthOf = (text: string): number => Math.round(text.length * LETTER) + PADDING
