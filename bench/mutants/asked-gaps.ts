import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../../src/contract/contract.ts'
import type { Json } from '../../src/contract/json.ts'
import { possibleValues } from '../../src/contract/schema/possible-values.ts'
import type { Mutant } from './mutant.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The gaps that the file of a mutant asks for by name. */
export function askedGaps({ file }: Mutant): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return new Set([...text.matchAll(/gap\(\s*'([a-z.-]+)'/g)].flatMap(([, id]) => id ?? []))
}

/** Another value for each of these gaps that has some to choose from. */
export function otherValues({ gaps }: Contract, ids: Iterable<string>): Record<string, Json> {
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const present = JSON.stringify(gaps.value(id as never))
      const other = possibleValues(gaps.definitions.get(id as never)?.schema).find(
        (value) => JSON.stringify(value) !== present,
      )
      return other === undefined ? [] : [[id, other]]
    }),
  )
}
