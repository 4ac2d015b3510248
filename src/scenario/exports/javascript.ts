import { isObject, type Json } from '../../contract/json.ts'
import { oneLine } from '../../target/writing/shell.ts'

/** A value as a JavaScript expression, whatever it holds. */
export function quoteJavaScript(value: Json): string {
  return objectCode(value, quoteJavaScript)
}

/** A value whose strings, at any depth, are written in a way of their own. */
export function objectCode(value: Json, text: (value: Json) => string): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => text(item)).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => `${propertyCode(key)}: ${text(item as Json)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A name in an object; in brackets, as one of them would otherwise be the prototype. */
export const propertyCode = (name: string): string =>
  name === '__proto__' ? `[${JSON.stringify(name)}]` : JSON.stringify(name)

/** A line of comment, whatever the text holds. */
export const javaScriptComment = (text: string): string => `// ${oneLine(text)}`
