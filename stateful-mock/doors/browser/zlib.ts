/** A page does not live long enough for packing to pay: bytes stay as they are. */
export const deflateRawSync = (text: string): Uint8Array => new TextEncoder().encode(text)

export const inflateRawSync = (bytes: Uint8Array) => ({ toString: () => new TextDecoder().decode(bytes) })
