import { setFlagsFromString } from 'node:v8'

/**
 * A judge uses fifty megabytes and leaves much behind with every request. Left alone, the heap grows to several times
 * that before what is old is gone through again; so that happens as soon as there is twice as much of it.
 */
export function keepHeapModest(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
