import { plainName, within } from '../../../kit/drawing.ts'
import { event, type Script, script, times } from '../../../script/script.ts'
import { changing, toVersion } from './changes.ts'
import { cluster, DONE, MANY_LOOKS, made } from './cluster-goals.ts'
import { versionAt } from './kinds-of-change.ts'

const beforeTheLast = made((drawing) => ({ replicas: 1, orchestratorVersion: versionAt(-2)(drawing) }))

/** Names are unique within an organization: what is under way in another one's cluster of the same name is none of ours. */
export const NAMESAKE_SCRIPTS: readonly Script[] = [
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const { change, look } = changing(call)
    const ours = [call('createCluster', { body: beforeTheLast }), DONE, ...times(MANY_LOOKS, () => look)]
    const theirs = call('createCluster', {
      manner: 'neighbour',
      body: (drawing, plain) => {
        const us = within(drawing, 'main')
        const name = us && cluster(us)?.name
        return name && { ...(beforeTheLast(drawing, plain) as object), name }
      },
    })
    const theirNodeJoins = event('nodeJoins', (drawing) => {
      const them = within(drawing, 'outsider')
      const name = them && cluster(them)?.name
      const node = { node: plainName(drawing), agentVersion: '1.1.0', ready: true }
      return name && { organization: them.org, cluster: name, ...node }
    })
    return [
      // It is still being made.
      [...ours, theirs, change(toVersion(-1), 'plain'), DONE, look],
      // Its nodes are too old for an upgrade.
      [...ours, theirs, DONE, theirNodeJoins, look, change(toVersion(-1), 'plain'), DONE, look],
    ]
  }),
]
