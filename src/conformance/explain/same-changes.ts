import type { Change } from '../../model/world/world.ts'

type Node = Readonly<Record<string, unknown>>

/** Changes that differ only in the numbers and instants of placeholders lead to the same world. */
export const sameChanges = (a: readonly Change[], b: readonly Change[]): boolean => alike(a, b)

function alike(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a === 'string' && typeof b === 'string') return a.includes('⟧') && unnumbered(a) === unnumbered(b)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && alikeInOrder(a, b)
  return holds(a as Node, b as Node) && lacksNothing(a as Node, b as Node)
}

function alikeInOrder(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => alike(one, b[index]))
}

function holds(a: Node, b: Node): boolean {
  for (const key in a) if (!alike(a[key], b[key])) return false
  return true
}

/** An undefined field counts as absent. */
function lacksNothing(a: Node, b: Node): boolean {
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false
  return true
}

const unnumbered = (text: string): string => text.replace(/(?: -?\d+)?#\d+⟧/g, '⟧')
