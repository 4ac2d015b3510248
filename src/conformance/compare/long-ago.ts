import { instantOf } from '../../model/world/fresh.ts'
import { momentOf } from './moment.ts'

/** What is given an end of its own lasts this long at least. */
const SURELY_MS = 15 * 60_000

/** True if what was made then and was given an end may have come to it; also if that cannot be read. */
export const isLongAgo = (createdAt: unknown, nowMs: number): boolean =>
  nowMs - (instantOf(String(createdAt)) ?? momentOf(createdAt) ?? 0) > SURELY_MS
