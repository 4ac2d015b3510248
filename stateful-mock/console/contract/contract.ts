import { signal } from '@preact/signals'
import { AREAS as ALL_AREAS, AREA_TITLES, type Area } from '../../../src/contract/areas.ts'
import type { Json } from '../../../src/contract/json.ts'
import type { Schema } from '../../../src/contract/openapi.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import type { ChecklistLine, Machine } from '../../../src/contract/source.ts'
import { fetchFromMock } from '../session/transport.ts'

export type { Json, Machine, Schema }

/** An operation as the mock describes it to the console. */
export type Described = Pick<
  Operation,
  | 'id'
  | 'area'
  | 'summary'
  | 'description'
  | 'method'
  | 'path'
  | 'does'
  | 'entity'
  | 'where'
  | 'parameters'
  | 'body'
  | 'success'
> & { readonly answers?: Schema }

interface ContractData {
  readonly operations: readonly Described[]
  readonly doors: readonly Described[]
  readonly control: readonly Described[]
  readonly machines: readonly Machine[]
  readonly checklist: Readonly<Record<string, ChecklistLine>>
}

export interface ContractView extends ContractData {
  readonly byId: ReadonlyMap<string, Described>
  readonly events: readonly Described[]
}

export const contract = signal<ContractView | undefined>(undefined)
export const contractProblem = signal<string | undefined>(undefined)

export async function loadContract(): Promise<void> {
  try {
    const answer = await fetchFromMock('/console/contract.json')
    const data = (await answer.json()) as ContractData
    contract.value = {
      ...data,
      byId: new Map([...data.operations, ...data.doors, ...data.control].map((operation) => [operation.id, operation])),
      events: data.control.filter(({ path }) => path.startsWith('/_understudy/events/')),
    }
  } catch {
    contractProblem.value = 'The contract could not be loaded. Is the mock still running? Load the page again.'
  }
}

/** People look at these first; the others follow in the contract's order. */
const FIRST: readonly Area[] = ['clusters', 'oncall', 'uptime', 'email', 'registry']
export const AREAS: readonly Area[] = [...FIRST, ...ALL_AREAS.filter((area) => !FIRST.includes(area))]
export type AreaName = Area
export { AREA_TITLES }
