import type { Reader } from './reader.ts'
import type { Writer } from './writer.ts'

/** Reading and changing a world, whatever the reason: a request, an outside event or a timer. */
export interface Transaction extends Reader, Writer {
  /** The same as of another instant: what is told only now happened then. */
  at(atMs: number): Transaction
}
