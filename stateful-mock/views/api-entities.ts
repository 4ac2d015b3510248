import type { Contract } from '../../src/contract/contract.ts'
import { memo } from '../../src/contract/memo.ts'

/** The kinds of things that the API speaks of; the model knows of more. */
export const apiEntities = memo(
  ({ operations }: Contract): ReadonlySet<string> =>
    new Set([...operations.values()].flatMap(({ entity }) => entity ?? [])),
)
