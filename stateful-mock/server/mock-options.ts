import type { Profile } from '../../src/contract/profile.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import type { LiveOptions } from '../live/live-mode.ts'
import type { Exchange } from './exchange-log.ts'

export interface MockOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  /** Names besides those of this machine under which it may be controlled, or whose pages may control it. */
  readonly allowedHosts?: readonly string[]
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
  /** Folders whose scenarios it knows, and where those saved on the way are written; nowhere: kept while it lives. */
  readonly scenarios?: { readonly folders?: readonly string[]; readonly saveTo?: string }
  /** A file that keeps every sandbox with its journal, so that the next start goes on where this one ends. */
  readonly data?: string
  /** Hears what is worth knowing about the server itself. */
  readonly onNotice?: (notice: string) => void
  /** The most sandboxes (default 100), and the idle time after which one is removed (default one day). */
  readonly sandboxes?: { readonly most?: number; readonly idleMinutes?: number }
  /** The size of each sandbox's request log in megabytes; default 4. */
  readonly requestLogMegabytes?: number
  /** The size of each sandbox's journal in megabytes; default 8. Undo goes back as far as that. */
  readonly historyMegabytes?: number
  /** Hosts that webhooks may be sent to besides this machine. */
  readonly allowedWebhookHosts?: readonly string[]
  /** Generates activity in the default sandbox, with this many seconds between events. */
  readonly live?: LiveOptions
  readonly realNow?: () => number
  /** Hears of every exchange. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Hears of mistakes in the mock itself. */
  readonly onFault?: (error: unknown) => void
}
