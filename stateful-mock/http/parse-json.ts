import { isUtf8 } from 'node:buffer'

/** Bytes as JSON; a mistake in words when they are not. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | { readonly mistake: string } {
  if (!isUtf8(bytes)) return { mistake: 'the body is not UTF-8' }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    return { value: JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) }
  } catch {
    return { mistake: 'the body is not JSON' }
  }
}

const BYTE_ORDER_MARK = '\ufeff'
