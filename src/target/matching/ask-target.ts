import { isObject } from '../../contract/json.ts'
import { plain, type TheirOperation } from './their-operation.ts'

/** Reads a path of a running target; undefined when there is no answer in JSON. */
export type Read = (path: string) => Promise<{ readonly status: number; readonly json: unknown } | undefined>

const MOST_ITEMS = 5

/**
 * Asks a target for what can be read without knowing anything in it. What it answers is added to what is said of the
 * operation; what is not there is left out.
 */
export async function askTarget(theirs: readonly TheirOperation[], read: Read): Promise<TheirOperation[]> {
  const asked: TheirOperation[] = []
  for (const operation of theirs) {
    const harmless = operation.method === 'GET' && !operation.path.includes('{')
    const answer = harmless ? await read(operation.path) : undefined
    if (answer && (answer.status === 404 || answer.status === 405)) continue
    const seen = answer && answer.status < 300 ? fieldsOf(answer.json) : []
    asked.push(
      seen.length > 0 ? { ...operation, answer: [...new Set([...(operation.answer ?? []), ...seen])] } : operation,
    )
  }
  return asked
}

/** The paths of the fields in a value, in the same form as those of a schema. */
function fieldsOf(value: unknown, path = '', depth = 0): string[] {
  if (depth > 3) return []
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).flatMap((item) => fieldsOf(item, `${path}*`, depth + 1))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const place = path === '' ? plain(name) : `${path}.${plain(name)}`
    return [place, ...fieldsOf(item, place, depth + 1)]
  })
}
