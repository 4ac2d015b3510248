import { escapeXml } from '../../../../contract/text/escape-xml.ts'

/** Markup that is safe to put into a page. */
export interface Markup {
  readonly markup: string
}

type Part = Markup | string | number | readonly Markup[]

/** A template whose values are escaped unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return {
    markup: strings.map((text, index) => text + (index < values.length ? shown(values[index] as Part) : '')).join(''),
  }
}

function shown(value: Part): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeXml(String(value))
  if (isList(value)) return value.map(({ markup }) => markup).join('')
  return value.markup
}

const isList = (value: Part): value is readonly Markup[] => Array.isArray(value)

export const NOTHING: Markup = { markup: '' }
export const raw = (markup: string): Markup => ({ markup })
