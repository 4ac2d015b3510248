import { signal } from '@preact/signals'
import { control, got } from '../client/control.ts'

/** Why the mock can store nothing at present; undefined while it can, and where it keeps no data file. */
export const storageFailure = signal<string | undefined>(undefined)

export async function loadStorage(): Promise<void> {
  const { storageFailure: failure } = await got(control.GET('/_understudy/health'))
  storageFailure.value = failure
}
