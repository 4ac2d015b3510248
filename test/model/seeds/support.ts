import type { Operation } from '../../../src/contract/operations.ts'
import { decide } from '../../../src/model/decide.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { plant } from '../../../src/model/seeds/kit/plant.ts'
import type { Seed } from '../../../src/model/seeds/kit/seed.ts'
import { everyRow, type Row } from '../../../src/model/table/table.ts'
import type { Choices } from '../../../src/model/world/choices.ts'
import type { Rows, TableName } from '../../../src/model/world/rows.ts'
import { hasTable, type World } from '../../../src/model/world/world.ts'
import { type AnswerBody, contract } from '../support.ts'

export const NINE = Date.parse('2026-03-05T09:00:00Z')

export const grown = (seed: Seed, nowMs = NINE, choices: Choices = contract.gaps): World =>
  plant(seed, Object.values(seed.actors), nowMs, choices)

export const rowsOf = <Name extends TableName>(world: World, table: Name, org?: string): Rows[Name][] => {
  const rows = [...everyRow<Row>(world.tables[table])] as Rows[Name][]
  return rows.filter((row) => org === undefined || row.org === org)
}

/** How many rows of an organization there are of each sort. */
export function counted<Name extends TableName>(
  world: World,
  table: Name,
  sort: (row: Rows[Name]) => string,
  org = 'acme',
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rowsOf(world, table, org)) counts[sort(row)] = (counts[sort(row)] ?? 0) + 1
  return counts
}

/** What the API answers in a world, under our defaults. */
export function asked<Id extends OperationId>(
  world: World,
  id: Id,
  credential: string,
  parameters: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {},
): { readonly status: number; readonly body: AnswerBody<Id> } {
  const operation = contract.operation(id)
  const outcome = decide(world, { operation, credential, parameters, query, body: undefined }, contract.gaps)
  if (outcome.kind === 'success') return { status: outcome.status, body: outcome.body as AnswerBody<Id> }
  const [{ status, message }] = outcome.refusals
  return { status, body: { error: message } as AnswerBody<Id> }
}

/** Everything that the path parameters of an operation can name in an organization. */
export function places(world: World, operation: Operation, org: string): Record<string, string>[] {
  const [first] = operation.parameters.filter((parameter) => parameter.in === 'path')
  if (!first) return [{}]
  const rows = first.names && hasTable(world, first.names) ? rowsOf(world, first.names, org) : []
  const live = rows.filter((row) => !('deleted' in row && row.deleted))
  return live.map(({ id }) => ({ [first.name]: id }))
}

/** Filters that have to be given. */
export function queries(
  world: World,
  { parameters }: Operation,
  { slug }: Record<string, string>,
): Record<string, string>[] {
  const needed = parameters.find((parameter) => parameter.in === 'query' && parameter.required)
  if (!needed) return [{}]
  return rowsOf(world, 'RegistryRepository')
    .filter(({ registry }) => registry === slug)
    .map(({ name }) => ({ [needed.name]: name }))
}
