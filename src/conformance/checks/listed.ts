import { type Check, NOTHING_FOUND } from './check.ts'

/** Remembers how many things of an entity the last list of it showed, where nothing was filtered. */
export const listed: Check<ReadonlyMap<string, number>> = {
  name: 'listed',
  provenance: 'implied',
  start: new Map(),
  look({ operation, request, received, things }, memory) {
    const { does, entity } = operation
    const isWhole = does === 'list' && Object.keys(request.query).length === 0 && received.status < 300
    if (!isWhole || entity === undefined) return { found: NOTHING_FOUND, memory }
    const count = things.filter((thing) => thing.entity === entity).length
    return { found: NOTHING_FOUND, memory: new Map(memory).set(entity, count) }
  },
}
