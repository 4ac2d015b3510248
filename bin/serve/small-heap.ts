import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves of it; about twice what there is once everything is loaded. */
const YOUNG_BYTES = 32_000_000
/** Growth of the old space, in percent, before it is gone through again. */
const OLD_GROWTH = 80
const MOST_ROUNDS = 10
const OBJECTS = 50_000

/**
 * Left alone, the space for young objects doubles a few times under load, and the old one follows lazily: hundreds
 * of megabytes for a world of ten. Here the young one grows once, when everything is loaded, and no more: half as often it is
 * gone through, which is a fifteenth of what a create costs. What is old is gone through again early, so that memory
 * is the same after an hour of writes as after their first minutes; no write was measured to cost more for that.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  for (let round = 0; round < MOST_ROUNDS && youngBytes() < YOUNG_BYTES; round++) outlive()
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH}`)
}

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? YOUNG_BYTES

/** The young space grows when much of what is in it is still in use. */
function outlive(): void {
  const objects = Array.from({ length: OBJECTS }, (_, index) => ({ index }))
  if (objects.length !== OBJECTS) throw new Error('some are gone')
}
