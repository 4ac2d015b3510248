/** Lists, mappings and texts: what the documents of this area are made of. */
export type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml }

/** Some of what needs no quotes: words and a URL. */
const PLAIN = /^[a-z/][\w./-]*(:\/\/[\w./:-]*\w)?( [\w./=-]+)*$/i
/** Plain words that YAML would read as another type. */
const NO_TEXT = /^(true|false|null|yes|no|on|off|y|n)$/i

/**
 * A YAML document in block style. Others write any document there is; the few of this area need little of that, and
 * with the library the mock would start noticeably later.
 */
export const yamlText = (document: { readonly [key: string]: Yaml }): string => `${block(document, '')}\n`

function entries(mapping: { readonly [key: string]: Yaml }, indent: string): string {
  return Object.entries(mapping)
    .map(([key, value]) => `${scalar(key)}:${typeof value === 'string' ? ` ${scalar(value)}` : below(value, indent)}`)
    .join(`\n${indent}`)
}

/** On lines of its own, further in. */
function below(value: Exclude<Yaml, string>, indent: string): string {
  const inner = `${indent}  `
  if (Object.keys(value).length === 0) return isList(value) ? ' []' : ' {}'
  return `\n${inner}${isList(value) ? items(value, inner) : entries(value, inner)}`
}

function items(list: readonly Yaml[], indent: string): string {
  return list.map((item) => `- ${block(item, `${indent}  `)}`).join(`\n${indent}`)
}

function block(value: Yaml, indent: string): string {
  if (typeof value === 'string') return scalar(value)
  if (Object.keys(value).length === 0) return isList(value) ? '[]' : '{}'
  return isList(value) ? items(value, indent) : entries(value, indent)
}

const isList = (value: Exclude<Yaml, string>): value is readonly Yaml[] => Array.isArray(value)

/** In quotes it is written as JSON writes it. */
const scalar = (text: string): string => (PLAIN.test(text) && !NO_TEXT.test(text) ? text : JSON.stringify(text))
