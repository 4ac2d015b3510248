import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'
import type { Arazzo, ArazzoStep, InputSchema, ScenarioNotes } from './arazzo.ts'

/** A scenario that was read and found sound. */
export interface Scenario {
  readonly file: string
  /** Name of the file, without its folder and ending. */
  readonly name: string
  /** Its folder, which in the library is its area. */
  readonly folder: string
  readonly title: string
  readonly notes: ScenarioNotes
  readonly inputs: Readonly<Record<string, InputSchema>>
  readonly steps: readonly ArazzoStep[]
  readonly document: Arazzo
}

/** The instant a scenario lives at on a mock when it names none. */
export const USUAL_INSTANT = '2026-03-05T09:00:00Z'

export const ENDING = '.arazzo.yaml'

export function makeScenario(document: Arazzo, file: string): Scenario {
  const [workflow] = document.workflows
  const [name = '', folder = '.'] = file.split(/[\\/]/).toReversed()
  return {
    file,
    name: name.replace(/\.arazzo\.ya?ml$|\.ya?ml$/, ''),
    folder,
    title: document.info.title,
    notes: document['x-understudy'] ?? {},
    inputs: workflow?.inputs?.properties ?? {},
    steps: workflow?.steps ?? [],
    document,
  }
}

export const tagsOf = ({ folder, notes }: Scenario): string[] => [folder, ...(notes.tags ?? [])]

/** The descriptions that a step can call into. */
export const SOURCES = ['api', 'control', 'doors'] as const
export type Source = (typeof SOURCES)[number]

export function operationsIn(contract: Contract, source: Source): ReadonlyMap<string, Operation> {
  return { api: contract.operations, control: contract.controlOperations, doors: contract.doors }[source]
}

export interface Called {
  readonly source: Source
  readonly operation: Operation
}

/** The operation that a step calls; in a scenario that was read it exists. */
export function calledBy(contract: Contract, { operationId, 'x-understudy': { method } = {} }: ArazzoStep): Called {
  const { source, id } = splitOperationId(operationId) ?? { source: 'api' as const, id: operationId }
  const operation = operationsIn(contract, source).get(id)
  if (!operation) throw new Error(`there is no operation ${operationId}`)
  return { source, operation: method === undefined ? operation : { ...operation, method } }
}

export function splitOperationId(text: string): { readonly source: Source; readonly id: string } | undefined {
  const [, name, id] = /^\$sourceDescriptions\.(\w+)\.(\w+)$/.exec(text) ?? []
  const source = SOURCES.find((one) => one === name)
  return source && id ? { source, id } : undefined
}
