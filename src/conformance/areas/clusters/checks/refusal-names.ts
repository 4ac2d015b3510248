import { isObject } from '../../../../contract/json.ts'
import { possibleValues } from '../../../../contract/schema/possible-values.ts'
import { minorsBehind, readVersion } from '../../../../model/areas/clusters/queries/versions/version.ts'
import { plainCheck } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * A refusal by the node-skew or the headroom check names the nodes, or the component; in which words is open (upgrade
 * and resize rules, 2 and 3), and so is how far behind is too far.
 */
export const refusalNames = plainCheck('named', (answered) => {
  const { text } = answered.received
  if (!answered.refusal || isOfSeveral(answered)) return []
  const { rule, names } = answered.refusal
  const missing = names.find((name) => !text.includes(name))
  const isNamed = (name: string) => text.includes(name)
  if (missing === undefined || everyOtherSkew(answered).some((lagging) => lagging.every(isNamed))) return []
  return [{ code: 'unnamed', rule: rule.id, missing, names, text, rules: rule.checklist }]
})

/** True for a change of several things at once: that may be refused as such, in whatever order things are looked at. */
const isOfSeveral = ({ request: { body } }: Answered): boolean => isObject(body) && Object.keys(body).length > 1

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
