import { excessIn, type JsonLimits } from './json-shape.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const BYTE_ORDER_MARK = '\ufeff'

/** More than any body of the API has. */
const USUAL: JsonLimits = { depth: 64, values: 10_000, fields: 10_000 }

/** Bytes as JSON; a mistake in words when they are not, or when there is too much in them. */
export function parseJson(
  bytes: Uint8Array,
  limits: JsonLimits = USUAL,
): { readonly value: unknown } | { readonly mistake: string } {
  const excess = excessIn(bytes, limits)
  if (excess !== undefined) return { mistake: excess }
  const text = textIn(bytes)
  if (text === undefined) return { mistake: 'the body is not UTF-8' }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { mistake: 'the body is not JSON' }
  }
}

let latest: { readonly bytes: Uint8Array; readonly text: string | undefined } | undefined

/** A body that is longer is not worth the memory. */
const LONGEST = 65_536

/** Bytes as text, undefined if they are none; the latest is remembered: who logs a body asks for it again. */
export function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.length > LONGEST) return decoded(bytes)
  if (latest?.bytes !== bytes) latest = { bytes, text: decoded(bytes) }
  return latest.text
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = UTF8.decode(bytes)
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  } catch {
    return undefined
  }
}
