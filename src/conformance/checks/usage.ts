import type { Operation } from '../../contract/operations.ts'
import type { Received } from '../../target/exchange.ts'
import type { Thing } from '../compare/things.ts'
import type { Finding } from '../finding/finding.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

const FREEING: ReadonlySet<string> = new Set(['deleteTag', 'deleteManifest', 'deleteRepository'])
/** How long the collection of what was freed may take. */
const PATIENCE_MS = 31 * 86_400_000

/** When something stored was last let go of. */
export const freedAtMs = (operation: Operation, { status }: Received, shadow: Shadow): number | undefined =>
  FREEING.has(operation.id) && status < 300 ? shadow.world.nowMs : shadow.freedAtMs

/**
 * How usage counts is open in part, and when freed space is collected; but with images stored it is not nothing, and
 * with nothing stored, after a while, it is (REG-05, REG-14).
 */
export function checkUsage(operation: Operation, things: readonly Thing[], shadow: Shadow, org: string): Finding[] {
  if (operation.id !== 'getRegistry') return []
  return things.flatMap(({ id, object: { usedBytes } }): Finding[] => {
    const stored = [shadow, ...shadow.others].map(({ world }) => storedBytes(world, org, id))
    const collected = shadow.freedAtMs === undefined || shadow.world.nowMs - shadow.freedAtMs > PATIENCE_MS
    const wrong =
      usedBytes === 0 && stored.every((bytes) => bytes !== undefined && bytes > 0)
        ? 'is 0, though images are stored'
        : Number(usedBytes) > 0 && collected && stored.every((bytes) => bytes === 0)
          ? 'counts something, though nothing is stored'
          : undefined
    if (wrong === undefined) return []
    return [
      {
        severity: 'failure',
        // A late count is a stale read like any other.
        check: 'body',
        operation: operation.id,
        rules: ['REG-05', 'REG-14'],
        subject: `usedBytes ${wrong}`,
        message: `usedBytes ${wrong}`,
        expected: usedBytes === 0 ? 'more than 0' : '0',
        actual: String(usedBytes),
      },
    ]
  })
}

function storedBytes(world: Shadow['world'], org: string, slug: string): number | undefined {
  const row = rowsOf(world, 'Registry').find((one) => one.org === org && one.id === slug)
  return row && 'heldBytes' in row ? Number(row.heldBytes) : undefined
}
