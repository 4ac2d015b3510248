import { effect, signal } from '@preact/signals'
import { control, got, type Schemas } from '../client/control.ts'
import { worldVersion } from './live.ts'

export type Fault = Schemas['Fault']

/** The faults that are armed in this sandbox. */
export const armedFaults = signal<readonly Fault[]>([])

export async function loadFaults(): Promise<void> {
  const { faults } = await got(control.GET('/_understudy/faults'))
  if (JSON.stringify(faults) !== JSON.stringify(armedFaults.peek())) armedFaults.value = faults
}

effect(() => {
  if (worldVersion.value > 0) void loadFaults().catch(() => {})
})
