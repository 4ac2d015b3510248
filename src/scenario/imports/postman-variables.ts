import { isObject, type Json } from '../../contract/json.ts'

/** A script that keeps a value of the answer in a variable. */
export interface Kept {
  readonly name: string
  readonly path: readonly string[]
}

const KEEPS =
  /\.(?:set|setEnvironmentVariable|setGlobalVariable)\(\s*["'`]([\w.-]+)["'`]\s*,\s*(?:pm\.response\.json\(\)|[A-Za-z_]\w*)((?:\??\.[A-Za-z_]\w*|\[\d+\]|\[["'][\w-]+["']\])+)\s*\)/g

/** The variables that the scripts of an item set, in the usual ways of writing that. */
export function keptIn(script: string): Kept[] {
  return [...script.matchAll(KEEPS)].map(([, name = '', path = '']) => ({
    name,
    path: [...path.matchAll(/[\w-]+/g)].map(([part]) => part),
  }))
}

/** A text with the values of its variables; one that nothing is known of stays as it is. */
export const filledIn = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{([^{}]+)\}\}/g, (whole, name: string) => variables.get(name.trim()) ?? whole)

/** The value at a path of an answer, as text. */
export function keptValue(answer: unknown, path: readonly string[]): string | undefined {
  let node = answer
  for (const part of path) node = Array.isArray(node) ? node[Number(part)] : isObject(node) ? node[part] : undefined
  return typeof node === 'string' || typeof node === 'number' ? String(node) : undefined
}

/** An answer that has these values at these places, for a request whose answer nobody kept. */
export function answerWith(values: readonly { readonly path: readonly string[]; readonly value: Json }[]): Json {
  let answer: Json = {}
  for (const { path, value } of values) answer = put(answer, path, value)
  return answer
}

function put(node: Json | undefined, [part, ...rest]: readonly string[], value: Json): Json {
  if (part === undefined) return value
  if (/^\d+$/.test(part)) {
    const list = Array.isArray(node) ? node : []
    const index = Math.min(Number(part), MOST)
    return Array.from({ length: Math.max(list.length, index + 1) }, (_, at) =>
      at === index ? put(list[at], rest, value) : (list[at] ?? {}),
    )
  }
  const fields = isObject(node) ? (node as { readonly [key: string]: Json }) : {}
  return { ...fields, [part]: put(fields[part], rest, value) }
}

/** Paths refer to the first item of a list. */
const MOST = 100
