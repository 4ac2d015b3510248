import { memo } from '../../contract/memo.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { fieldsIn, plain, type TheirOperation } from './their-operation.ts'

/** The similarity of two operations, from 0 to 1; undefined when they cannot be the same. */
export function likeness(ours: Operation, theirs: TheirOperation): number | undefined {
  if (!isPossible(ours, theirs)) return undefined
  const { query, body, answer } = tracesOf(ours)
  const marked = (kind: string, fields: readonly string[] = []) => fields.map((field) => `${kind} ${field}`)
  const here = new Set([...marked('q', query), ...marked('b', body), ...(theirs.answer ? marked('a', answer) : [])])
  const there = new Set([...marked('q', theirs.query), ...marked('b', theirs.body), ...marked('a', theirs.answer)])
  const all = here.union(there)
  return all.size === 0 ? 0 : here.intersection(there).size / all.size
}

/** Nothing that is said of either keeps them from being the same. */
function isPossible(ours: Operation, theirs: TheirOperation): boolean {
  const area = /^\/api\/v1\/[^/]+/.exec(ours.path)?.[0] ?? ''
  if (theirs.path !== area && !theirs.path.startsWith(`${area}/`)) return false
  if ((ours.method === 'GET') !== (theirs.method === 'GET')) return false
  if (countParameters(ours.path) !== countParameters(theirs.path)) return false
  const { needed, body, neededBody, answer } = tracesOf(ours)
  if (!needed.every((name) => theirs.query.includes(name))) return false
  if (body.length > 0 !== (theirs.body ?? []).length > 0) return false
  if (!neededBody.every((name) => theirs.body?.includes(name))) return false
  if (theirs.answer === undefined || answer.length === 0) return true
  return answer.some((name) => theirs.answer?.includes(name))
}

interface Traces {
  readonly query: readonly string[]
  readonly needed: readonly string[]
  readonly body: readonly string[]
  readonly neededBody: readonly string[]
  readonly answer: readonly string[]
}

/** The description of one of our operations, in the form of theirs. */
const tracesOf = memo((operation: Operation): Traces => {
  const query = operation.parameters.filter((one) => one.in === 'query')
  return {
    query: query.map(({ name }) => plain(name)),
    needed: query.flatMap(({ name, required }) => (required ? [plain(name)] : [])),
    body: operation.body ? fieldsIn({}, operation.body.schema) : [],
    neededBody: (operation.body?.schema.required ?? []).map(plain),
    answer: fieldsIn({}, successSchema(operation)),
  }
})

export const countParameters = (path: string): number => path.match(/\{[^}]*\}/g)?.length ?? 0
