import type { Profile } from '../src/contract/profile.ts'
import type { Seed } from '../src/model/seeds/seed.ts'
import type { Exchange } from './exchange.ts'

export interface MockOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  readonly profile?: Profile
  /** The world to start from: the name of a seed, or one of the caller's own. */
  readonly seed?: string | Seed
  /** An instant makes it run on from there. */
  readonly clock?: 'real' | 'frozen' | (string & {}) | { readonly frozenAt: string }
  /** off: a request without a valid credential is the owner's. */
  readonly auth?: 'on' | 'off'
  /** Holds every answer back for so long. */
  readonly latencyMs?: number
  /** Serves HTTPS with these, as PEM. */
  readonly tls?: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array }
  readonly version?: string
  readonly realNow?: () => number
  /** Hears of every exchange. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Hears of mistakes in the mock itself. */
  readonly onFault?: (error: unknown) => void
}
