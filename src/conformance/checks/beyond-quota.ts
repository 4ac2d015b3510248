import { type Answered, isSuccess } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { type Check, NOTHING_FOUND } from './check.ts'
import { isWholeList, type Quota } from './free-places.ts'

interface Counted {
  /** The quota when something was last made. */
  readonly madeUnder: number | undefined
  /** The number of things in the last list that certainly count. */
  readonly listed: number | undefined
}

export type BeyondQuota = Check<ReadonlyMap<string, Counted>>

const NONE: Counted = { madeUnder: undefined, listed: undefined }

/**
 * Nothing is made beyond a quota, whoever made what is there: the model knows our own things only, a list knows all of them. Where
 * more are listed than the quota allows and one was made since it was set, that one should have been refused.
 */
export function beyondQuota({ create, entity, of, counts }: Quota, rule: string): BeyondQuota {
  return {
    name: 'limit',
    provenance: 'stated',
    start: new Map(),
    look(answered, memory) {
      const { operation, org, things, shadow } = answered
      const quota = of(shadow.world, org)
      const before = memory.get(org) ?? NONE
      const keep = (now: Partial<Counted>) => new Map(memory).set(org, { ...before, ...now })
      if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory }
      if (operation.id === create) return { found: NOTHING_FOUND, memory: keep({ madeUnder: quota }) }
      if (!isWholeList(answered, entity)) return { found: NOTHING_FOUND, memory }
      const listed = things.filter((thing) => thing.entity === entity && counts(thing.object)).length
      const isBeyond = quota !== undefined && before.madeUnder === quota && listed > quota
      return {
        found: isBeyond
          ? [{ code: 'beyond-quota', entity, expected: quota, actual: listed, rules: [rule] }]
          : NOTHING_FOUND,
        memory: keep({ listed }),
      }
    },
  }
}

/** How many there are that count towards a quota, by the last list. */
export const listedFor =
  (check: BeyondQuota) =>
  ({ shadow, org }: Pick<Answered, 'shadow' | 'org'>): number | undefined =>
    memoryOf(shadow, check).get(org)?.listed
