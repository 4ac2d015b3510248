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
  const text = decoded(bytes)
  if (text === undefined) return { mistake: 'the body is not UTF-8' }
  try {
    return { value: JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) }
  } catch {
    return { mistake: 'the body is not JSON' }
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}
