import { isObject } from '../../contract/json.ts'

/**
 * A list may hold what earlier sequences left behind, anywhere in it: a target's clock is set back between them. So an item of
 * a list is found again by its place among those that have to do with this very sequence: `/deliveries/own:1/id`.
 */
const OWN = 'own:'

/** The things that a sequence made itself, as far as the answers to it tell. */
export interface Own {
  /** Identifiers that answers gave; those in a list may be of anything. */
  readonly ids: ReadonlySet<unknown>
  readonly salt: string
}

export const ownIn = (answers: readonly unknown[], salt: string): Own => ({
  ids: new Set(answers.flatMap(idsGiven)),
  salt,
})

function idsGiven(answer: unknown): unknown[] {
  if (!isObject(answer)) return []
  return Object.entries(answer).flatMap(([field, value]) => {
    if (field === 'changed' && Array.isArray(value)) return value.flatMap(idsGiven)
    return isObject(value) ? idsGiven(value) : IS_ID.test(field) ? [String(value)] : []
  })
}

const IS_ID = /(^i|I)d$/

function isOwn(item: unknown, { ids, salt }: Own): boolean {
  if (!isObject(item)) return false
  return (
    Object.entries(item).some(([field, value]) => IS_ID.test(field) && ids.has(String(value))) ||
    JSON.stringify(item).includes(salt)
  )
}

/** A pointer into an answer, with places in lists counted among the items of this sequence where they are such. */
export function amongOwn(answer: unknown, pointer: string, own: Own): string {
  let node = answer
  const parts = pointer.split('/').slice(1)
  const named = parts.map((part) => {
    const list = Array.isArray(node) ? node : undefined
    const index = Number(part)
    const item = list ? list[index] : isObject(node) ? node[part] : undefined
    node = item
    if (!list || !isOwn(item, own)) return part
    return `${OWN}${list.slice(0, index).filter((other) => isOwn(other, own)).length}`
  })
  return `/${named.join('/')}`
}

/** What stands at a pointer. */
export function itemAt(answer: unknown, pointer: string, own: () => Own): unknown {
  let node = answer
  for (const part of pointer.split('/').slice(1)) {
    if (!Array.isArray(node)) node = isObject(node) ? node[part] : undefined
    else if (part.startsWith(OWN)) {
      const made = own()
      node = node.filter((item) => isOwn(item, made))[Number(part.slice(OWN.length))]
    } else node = node[Number(part)]
  }
  return node
}

/** The pointer in an answer that holds nothing but what this sequence made. */
export const amongAll = (pointer: string): string => pointer.replaceAll(`/${OWN}`, '/')
