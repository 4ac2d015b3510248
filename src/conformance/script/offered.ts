import type { OperationId } from '../../model/request/operation-types.ts'
import { type Script, script } from './script.ts'

/** The operations that create and remove things which a role may be narrowed to. */
export const SCOPABLE: readonly (readonly [OperationId, OperationId])[] = [
  ['createRegistry', 'deleteRegistry'],
  ['createDomain', 'deleteDomain'],
  ['createUptimeService', 'deleteUptimeService'],
  ['createMonitor', 'deleteMonitor'],
  ['createSchedule', 'deleteSchedule'],
  ['createCluster', 'deleteCluster'],
]

/** Of each kind of things a list offers ours, as long as they are there, and nobody else's, whoever asks (Tokens, row 3; IAM, row 1). */
export const offered = (list: OperationId): Script[] =>
  SCOPABLE.map(([create, remove]) =>
    script([list, create, remove], (call) => {
      const [seen, theirs] = [call(list), call(list, { manner: 'neighbour' })]
      return [
        [call(create), call(create, { manner: 'neighbour' }), seen, theirs],
        [call(create), seen, call(remove), seen],
        [call(create), call(create), call(create), seen, call(remove), seen],
      ]
    }),
  )
