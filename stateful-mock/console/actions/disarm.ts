import { control, got } from '../client/control.ts'
import { attempt } from '../parts/toast.tsx'
import { loadFaults } from '../world/armed-faults.ts'

export const disarm = (id: string): Promise<boolean> =>
  attempt(async () => {
    await got(control.DELETE('/_understudy/faults/{id}', { params: { path: { id } } }))
    await loadFaults()
  }, 'Disarmed')

export const disarmAll = (): Promise<boolean> =>
  attempt(async () => {
    await got(control.DELETE('/_understudy/faults'))
    await loadFaults()
  }, 'All faults disarmed')
