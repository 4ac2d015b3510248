import type { Method } from '../../contract/openapi.ts'
import type { Binding, Operation } from '../../contract/operations.ts'
import type { TheirOperation } from './their-operation.ts'

/** The address of one of our operations, with our parameter names in their path. */
export function bound(ours: Operation, { method, path, status }: TheirOperation): Binding {
  const names = [...ours.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  let place = 0
  return {
    method: method as Method,
    path: path.replace(/\{[^}]*\}/g, () => `{${names[place++] ?? ''}}`),
    ...(status !== undefined && { status }),
  }
}
