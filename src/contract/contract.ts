import { dereference } from './dereference.ts'
import { type Gaps, makeGaps } from './gaps.ts'
import { memo } from './memo.ts'
import type { OpenApi } from './openapi.ts'
import { type Operation, readOperations } from './operations.ts'
import { EMPTY_PROFILE, type Profile } from './profile.ts'
import { makeRoutes, type Routes } from './routes.ts'
import type { ChecklistLine, Machine, SpecSource } from './source.ts'

/** The whole contract as typed values, with one profile's choices in place. */
export interface Contract {
  readonly source: SpecSource
  readonly profile: Profile
  /** The description of the API, dereferenced. */
  readonly api: OpenApi
  /** The operations of the contract. */
  readonly operations: ReadonlyMap<string, Operation>
  /** Doors that the contract names without showing. */
  readonly doors: ReadonlyMap<string, Operation>
  readonly controlOperations: ReadonlyMap<string, Operation>
  readonly routes: Routes
  readonly machines: readonly Machine[]
  readonly checklist: ReadonlyMap<string, ChecklistLine>
  readonly gaps: Gaps
  operation(id: string): Operation
}

export function loadContract(source: SpecSource, profile: Profile = EMPTY_PROFILE): Contract {
  const api = plain(source.api)
  const operations = readOperations(api, profile.bindings)
  const doors = readOperations(plain(source.sideDoors), profile.bindings)
  let controlOperations: Contract['controlOperations'] | undefined
  let checklist: Contract['checklist'] | undefined
  return {
    source,
    profile,
    api,
    operations,
    doors,
    get controlOperations() {
      controlOperations ??= readOperations(plain(source.control))
      return controlOperations
    },
    routes: makeRoutes([...operations.values(), ...doors.values()]),
    get machines() {
      return source.machines
    },
    get checklist() {
      checklist ??= new Map(Object.entries(source.checklist))
      return checklist
    },
    gaps: makeGaps(source.gaps, profile.gaps),
    operation(id) {
      const found = operations.get(id) ?? doors.get(id)
      if (!found) throw new Error(`there is no operation ${id}`)
      return found
    },
  }
}

/**
 * Worked out once for each document, whatever profiles it is read with. Otherwise every contract would have schemas of
 * its own, and the compiler never lets go of one it has compiled.
 */
const plain = memo((document: OpenApi) => dereference(document))
