import { setFlagsFromString } from 'node:v8'

/**
 * Left alone, the space for young objects doubles a few times under load, and the old one follows lazily: hundreds
 * of megabytes for a world of ten. As it is once everything is loaded it is large enough. What is old is gone through
 * again when there is twice as much of it, not four times: memory is then the same after an hour of writes as after
 * their first minutes, and no write was measured to cost more.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=100')
}
