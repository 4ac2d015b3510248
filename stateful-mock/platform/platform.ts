import type { ScenarioFiles } from './scenario-files.ts'
import type { SendWebhook } from './send-webhook.ts'

/** The mock's needs from its environment. Node's are met in node/, those of any browser in web/. */
export interface Platform {
  readonly hashes: Hashes
  readonly compression: Compression
  readonly startTimer: StartTimer
  readonly sendWebhook: SendWebhook
  readonly verifySignature: VerifySignature
  /** The length of a text in UTF-8. */
  readonly byteLength: (text: string) => number
  readonly toYaml: (value: unknown) => string
  /** A file of the built console; undefined where there is no console. */
  readonly consoleFile: (name: string) => string | undefined
  /** The world of a seed, grown beforehand; undefined where there is none. */
  readonly grownWorld: (seed: string) => string | undefined
  /** Undefined where there are no files: scenarios are kept in memory. */
  readonly scenarioFiles: ScenarioFiles | undefined
}

export type Encoding = 'hex' | 'base64' | 'base64url'

/** At once, since answers are made at once. */
export interface Hashes {
  sha256(text: string, encoding: Encoding): string
  hmacSha256(key: Uint8Array | string, text: string, encoding: Encoding): string
}

export interface Compression {
  /** Bytes that the caller may use for something else afterwards. */
  compress(text: Uint8Array): Uint8Array
  expand(bytes: Uint8Array): string
}

/** Runs something later without keeping the process alive. Returns the function that cancels it. */
export type StartTimer = (run: () => void, ms: number) => () => void

export interface Signed {
  /** As a JWT names it (RFC 7518, 3.1). */
  readonly algorithm: unknown
  readonly text: string
  readonly signature: Uint8Array
}

/** Checks a signature against a public key in JWK form. */
export type VerifySignature = (key: Readonly<Record<string, unknown>>, signed: Signed) => boolean
