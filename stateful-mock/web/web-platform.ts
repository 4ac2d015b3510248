import { stringify } from 'yaml'
import type { Encoding, Platform } from '../platform/platform.ts'
import { sendWebhook } from './send-webhook.ts'
import { hmacSha256, sha256 } from './sha256.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The mock's needs met by Web standards alone: for a page, and for a process that must not listen. */
export const webPlatform: Platform = {
  hashes: {
    sha256: (text, encoding) => encoded(sha256(bytesOf(text)), encoding),
    hmacSha256: (key, text, encoding) =>
      encoded(hmacSha256(typeof key === 'string' ? bytesOf(key) : key, bytesOf(text)), encoding),
  },
  // A page does not live long enough for compression to pay.
  compression: { compress: (text) => text.slice(), expand: (bytes) => new TextDecoder().decode(bytes) },
  startTimer: (run, ms) => {
    const timer = setTimeout(run, ms)
    // In Node a timer would keep the process alive; in a browser it is a number.
    const { unref }: { readonly unref?: unknown } = timer
    if (typeof unref === 'function') unref.call(timer)
    return () => clearTimeout(timer)
  },
  sendWebhook,
  // Web Crypto checks signatures only for those who wait: a token whose issuer's keys are known is not believed.
  verifySignature: () => false,
  byteLength: (text) => bytesOf(text).length,
  toYaml: (value) => stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 }),
  consoleFile: () => undefined,
  grownWorld: () => undefined,
  scenarioFiles: undefined,
}

function encoded(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return encoding === 'base64' ? base64 : base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
