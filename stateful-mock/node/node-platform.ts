import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { memo } from '../../src/contract/memo.ts'
import type { Compression, Hashes, Platform } from '../platform/platform.ts'
import { scenarioFiles } from './scenario-files.ts'
import { verifySignature } from './verify-signature.ts'

// Modules that most servers need later or never are loaded on demand, because every start would wait for them.
const crypto = () => process.getBuiltinModule('node:crypto')
const zlib = () => process.getBuiltinModule('node:zlib')
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

const hashes: Hashes = {
  sha256: (text, encoding) => crypto().createHash('sha256').update(text).digest(encoding),
  hmacSha256: (key, text, encoding) => crypto().createHmac('sha256', key).update(text).digest(encoding),
}

/** A microsecond for each journal entry, and a tenth of its size or less. */
const DEFLATE = { level: 1, memLevel: 4, windowBits: 13 }

const compression: Compression = {
  // A copy of its own size: what comes back may be a small part of a large buffer.
  compress: (text) => new Uint8Array(zlib().deflateRawSync(text, DEFLATE)),
  expand: (bytes) => zlib().inflateRawSync(bytes).toString(),
}

const consoleFile = memo((name: string) =>
  readFileSync(new URL(`../console/generated/${name}`, import.meta.url), 'utf8'),
)

function grownWorld(seed: string): string | undefined {
  const file = new URL(`../../src/model/generated/${seed}.txt`, import.meta.url)
  return existsSync(file) ? readFileSync(file, 'latin1') : undefined
}

/** Node's side of what the mock needs. */
export const nodePlatform: Platform = {
  hashes,
  compression,
  startTimer: (run, ms) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
  sendWebhook: async (webhook, stopped) => (await import('./send-webhook.ts')).sendWebhook(webhook, stopped),
  verifySignature,
  byteLength: (text) => Buffer.byteLength(text),
  toYaml: (value) => yaml().stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 }),
  consoleFile,
  grownWorld,
  scenarioFiles,
}
