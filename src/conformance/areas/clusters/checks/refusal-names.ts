import { isObject } from '../../../../contract/json.ts'
import { possibleValues } from '../../../../contract/schema/possible-values.ts'
import { minorsBehind, readVersion } from '../../../../model/areas/clusters/queries/versions/version.ts'
import { plainCheck } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { UNDER_WAY } from './phase-words.ts'
import { MANY_READS, restOf } from './resting.ts'
import { clusterKey, seenClusters } from './seen-clusters.ts'

/**
 * A refusal by the node-skew or the headroom check names the nodes, or the component; in which words is open (upgrade
 * and resize rules, 2 and 3), and so is how far behind is too far.
 */
export const refusalNames = plainCheck('named', (answered) => {
  const { text } = answered.received
  if (!answered.refusal || isOfSeveral(answered) || mayBeBusy(answered)) return []
  const { rule, names } = answered.refusal
  const missing = names.find((name) => !text.includes(name))
  const isNamed = (name: string) => text.includes(name)
  if (missing === undefined || everyOtherSkew(answered).some((lagging) => lagging.every(isNamed))) return []
  return [{ code: 'unnamed', rule: rule.id, missing, names, text, rules: rule.checklist }]
})

/** True for a change of several things at once: that may be refused as such, in whatever order things are looked at. */
const isOfSeveral = ({ request: { body } }: Answered): boolean => isObject(body) && Object.keys(body).length > 1

/**
 * True if another change may stand in the way, which has the same status: unless the cluster was read since something was
 * asked of it, and its phase does not say so.
 */
function mayBeBusy({ shadow, org, request: { parameters } }: Answered): boolean {
  const { name = '' } = parameters
  const rest = restOf(shadow, org, name)
  if (!rest || rest.reads >= MANY_READS) return false
  const seen = memoryOf(shadow, seenClusters).last.get(clusterKey(org, name))
  return rest.reads === 0 || !seen || !('phase' in seen) || UNDER_WAY.test(String(seen.phase))
}

/** The nodes that are too far behind, for every choice of how far that is which leaves any; only ready ones need be named. */
function everyOtherSkew({ contract, refusal, request: { body, parameters }, shadow, org }: Answered): string[][] {
  const to = readVersion(String(isObject(body) ? body.orchestratorVersion : undefined))
  if (!to || refusal?.rule.id !== SKEW || contract.gaps.pinned(SKEW)) return []
  const nodes = rowsOf(shadow.world, 'Node').filter(
    (row) => row.org === org && row.cluster === parameters.name && row.ready,
  )
  const { schema = {} } = contract.gaps.definitions.get(SKEW) ?? {}
  return possibleValues(schema)
    .map((skew) =>
      nodes.flatMap(({ name, agentVersion }) => {
        const agent = readVersion(agentVersion)
        return agent && minorsBehind(agent, to) > Number(skew) ? [name] : []
      }),
    )
    .filter(({ length }) => length > 0)
}

const SKEW = 'clusters.node-skew'
