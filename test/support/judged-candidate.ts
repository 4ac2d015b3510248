import { judgeCandidate } from '../../bench/eyesight/judge-candidate.ts'

/** All the numbers, or a sample that fits into the ordinary test run. */
export const FULL = process.env.UNDERSTUDY_FULL === '1'

export { judgeCandidate }
