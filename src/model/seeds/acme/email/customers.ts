export type Language = 'ar' | 'de' | 'en' | 'es' | 'fr' | 'hi' | 'ja' | 'uk'

/** Somebody who buys at acme. */
export interface Customer {
  readonly name: string
  readonly address: string
  readonly language: Language
}

const at = (box: string): string => `${box}@customers.example`

export const CUSTOMERS: readonly [Customer, ...Customer[]] = [
  { name: 'Mia Schäfer', address: at('mia'), language: 'de' },
  { name: 'Noah Williams', address: at('noah'), language: 'en' },
  { name: 'Léa Moreau', address: at('lea'), language: 'fr' },
  { name: 'Finn Ó Súilleabháin', address: at('finn'), language: 'en' },
  { name: 'Ida Sørensen', address: at('ida'), language: 'en' },
  { name: 'Jo Ng', address: at('jo'), language: 'en' },
  { name: 'Zoë Vandenberghe', address: at('zoe'), language: 'fr' },
  { name: 'Maximilian Freiherr von und zu Grünwald-Lichtenstein', address: at('max'), language: 'de' },
  { name: 'Íñigo Echeverría', address: at('inigo'), language: 'es' },
  { name: '佐藤 美咲', address: at('misaki.sato'), language: 'ja' },
  { name: 'Олена Шевченко', address: at('olena'), language: 'uk' },
  { name: 'نور الهاشمي', address: at('nour'), language: 'ar' },
  { name: 'प्रिया शर्मा', address: at('priya'), language: 'hi' },
  { name: 'María de los Ángeles Gutiérrez', address: at('angeles'), language: 'es' },
  { name: 'Thị Hạnh', address: at('hanh'), language: 'en' },
]
