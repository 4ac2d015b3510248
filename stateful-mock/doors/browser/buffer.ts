type Encoding = 'utf8' | 'base64' | 'base64url' | 'hex'

const STRICT = new TextDecoder('utf-8', { fatal: true })

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** As much of Node's as is asked for. */
export class Buffer extends Uint8Array {
  static override from = made

  static byteLength(text: string): number {
    return new TextEncoder().encode(text).length
  }

  override toString(encoding: Encoding = 'utf8'): string {
    if (encoding === 'utf8') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this)
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const base64 = btoa(Array.from(this, (byte) => String.fromCharCode(byte)).join(''))
    return encoding === 'base64' ? base64 : base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  }
}

/** Of a text in some encoding, or of a part of some memory. */
function made(source: unknown, second: unknown = 'utf8', length?: number): Buffer {
  if (source instanceof ArrayBuffer) return new Buffer(source, Number(second), length)
  const bytes = second === 'utf8' ? new TextEncoder().encode(String(source)) : decoded(String(source))
  return new Buffer(bytes)
}

/** Both alphabets, and what is neither is passed over, as Node does. */
function decoded(base64: string): Uint8Array {
  const plain = base64
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '')
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}
