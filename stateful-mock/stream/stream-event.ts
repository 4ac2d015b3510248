/** The kinds of events in a stream. */
export const STREAM_EVENT_KINDS = [
  'request',
  'entry',
  'clock',
  'fault',
  'page',
  'delivery',
  'reset',
  'undone',
  'sandbox',
  'storage',
] as const
export type StreamEventKind = (typeof STREAM_EVENT_KINDS)[number]

/** An event of the stream. Its data is made only when it is sent to somebody. */
export interface StreamEvent {
  readonly kind: StreamEventKind
  /** Undefined: it concerns all sandboxes. */
  readonly sandbox: string | undefined
  readonly data: () => unknown
}

export interface NumberedStreamEvent extends StreamEvent {
  readonly id: number
}
