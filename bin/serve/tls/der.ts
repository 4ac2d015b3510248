/** The distinguished encoding rules of ASN.1 (X.690), as far as a certificate needs them. */
export const sequence = (...parts: readonly Uint8Array[]): Buffer => encoded(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => encoded(0x31, ...parts)
export const octets = (bytes: Uint8Array): Buffer => encoded(0x04, bytes)
export const text = (words: string): Buffer => encoded(0x0c, Buffer.from(words))
export const yes = (): Buffer => encoded(0x01, Buffer.from([0xff]))

/** A number that is not negative. */
export function integer(bytes: Uint8Array): Buffer {
  const [first = 0] = bytes
  return first >= 0x80 ? encoded(0x02, Buffer.from([0]), bytes) : encoded(0x02, bytes)
}

export const bits = (bytes: Uint8Array, unused = 0): Buffer => encoded(0x03, Buffer.from([unused]), bytes)

/** To the second, with two digits of the year: what certificates use until 2049. */
export const instant = (at: Date): Buffer =>
  encoded(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encoded(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** A field that is known by its number, made of others or of bare bytes. */
export const field = (number: number, ...parts: readonly Uint8Array[]): Buffer => encoded(0xa0 + number, ...parts)
export const bareField = (number: number, bytes: Uint8Array): Buffer => encoded(0x80 + number, bytes)

function encoded(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

/** Seven bits at a time; all but the last say that more follow. */
function base128(number: number): number[] {
  const groups = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80)
  return groups
}
