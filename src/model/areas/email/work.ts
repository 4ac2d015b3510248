import type { Reader, Writer } from '../../context.ts'

/** Reading and changing a world, whatever the reason: a request, an outside event or a timer. */
export interface Work extends Reader, Writer {}
