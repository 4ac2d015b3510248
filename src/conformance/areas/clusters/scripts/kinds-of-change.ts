import type { Drawing } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import type { Item } from '../../../script/script.ts'

/** The versions on offer, oldest first. */
export const versions = (drawing: Drawing): readonly string[] =>
  own(drawing, 'OrchestratorVersion').map(({ version }) => version)
/** A version so many places from the oldest, or none. */
export const versionAt = (place: number) => (drawing: Drawing) => versions(drawing).at(place)

/** A body of a change; undefined: not possible here. */
export type Change = (drawing: Drawing) => Item | undefined
export const REDUNDANT: Change = () => ({ replicas: 3 })
/** Changes of one thing each, none of which takes anything away. */
export const MORE: Readonly<Record<string, Change>> = {
  version: (drawing) => {
    const orchestratorVersion = versionAt(2)(drawing)
    return orchestratorVersion === undefined ? undefined : { orchestratorVersion }
  },
  replicas: REDUNDANT,
  balancers: () => ({ managedLoadBalancers: { enabled: true } }),
}
/** A datastore of its own, without backups. */
export const DATASTORE = { size: 'db-medium', storageGiB: 50, replicas: 1, backups: false }
export const LARGER: Change = () => ({ tier: 'large' })
