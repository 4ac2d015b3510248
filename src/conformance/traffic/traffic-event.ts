import type { Finding, TraceEntry } from '../finding/finding.ts'

/** What watching announces as it happens. */
export type TrafficEvent =
  /** Something was found wrong for the first time; the trace ends with the exchange that shows it. */
  | { readonly kind: 'found'; readonly finding: Finding; readonly trace: readonly TraceEntry[]; readonly atMs: number }
  /** It was seen once more. */
  | { readonly kind: 'again'; readonly finding: Finding }
