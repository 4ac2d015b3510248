import type { Finding, TraceEntry } from '../finding/finding.ts'

/** An event of watching, for those who listen. */
export type TrafficEvent =
  /** A new finding; the trace ends with the exchange that shows it. */
  | { readonly kind: 'found'; readonly finding: Finding; readonly trace: readonly TraceEntry[]; readonly atMs: number }
  /** A known finding was seen again. */
  | { readonly kind: 'again'; readonly finding: Finding }
