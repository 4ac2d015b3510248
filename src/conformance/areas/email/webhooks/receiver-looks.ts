import type { Remembering } from '../../../shadow/memories.ts'
import type { Look } from '../../../step/receiver-look.ts'

/** The looks at the judge's own receiver of webhooks so far. */
export const RECEIVER_LOOKS: Remembering<readonly Look[]> = { start: [] }
