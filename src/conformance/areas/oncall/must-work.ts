import { isObject } from '../../../contract/json.ts'
import type { Asked, MustWorkEvents } from '../../area-judge/must-work.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** An alert comes in, and it is over, while its incident is there (Events, points 4 and 9). */
export const ONCALL_MUST_WORK: MustWorkEvents = {
  alertFires: { rules: ['ONC-19'], evidence: 'impossible', applies: () => true },
  alertResolves: { rules: ['ONC-19'], evidence: 'impossible', applies: isFiring },
}

/** True if the alert fires, in an incident that is not resolved, and came by no source, which may have alerts of its own. */
function isFiring({ shadow: { world }, org, body }: Asked): boolean {
  const alert = isObject(body) ? body.alert : undefined
  const open = rowsOf(world, 'OncallIncident').filter((row) => row.org === org && row.status !== 'resolved')
  const sources = rowsOf(world, 'OncallAlertSource').filter(({ lastEventAt }) => lastEventAt !== undefined)
  return rowsOf(world, 'OncallAlert').some(
    ({ identity, status, incidentId, serviceId }) =>
      identity === alert &&
      status === 'firing' &&
      open.some(({ id }) => id === incidentId) &&
      !sources.some((source) => source.serviceId === serviceId),
  )
}
