import { isObject } from '../../../contract/json.ts'
import { isSymbol } from '../../../model/world/fresh.ts'
import type { CleanUp } from '../../area-judge/clean-up.ts'
import { itemsOf } from '../../compare/comparison.ts'
import { catchUp } from '../../session/look-again.ts'
import type { Session } from '../../session/session.ts'
import { sendAside } from '../../session/to-send.ts'
import { liveRows, rowsOf } from '../../shadow/rows.ts'
import { type PlainRequest, plainRequest } from '../../step/plain-request.ts'

const resolve = (id: string): PlainRequest => ({ operation: 'resolveIncident', parameters: { id } })

/**
 * In an organization that is ours alone, an incident on a lent service that the shadow lost sight of is resolved too: the
 * next alert there would attach to it.
 */
async function endStrays(session: Session, actor: string): Promise<void> {
  const { organization, vocabulary } = session.contract.profile
  const services = vocabulary.oncallServices ?? []
  if (organization !== 'exclusive' || services.length === 0) return
  await catchUp(session)
  const exchange = await sendAside(session, plainRequest({ operation: 'listIncidents' }, actor))
  const body = exchange.answered ? exchange.received.json : undefined
  for (const { id, serviceId } of isObject(body) ? itemsOf(body.incidents) : [])
    if (services.includes(String(serviceId))) await sendAside(session, plainRequest(resolve(String(id)), actor))
}

export const ONCALL_CLEAN_UP: CleanUp = {
  /** Lent services are detached, incidents are resolved. */
  release: (world, org) => [
    ...liveRows(world, 'OncallService', org)
      .filter(({ escalationPolicyId }) => escalationPolicyId)
      .map(
        ({ id }): PlainRequest => ({
          operation: 'setServiceEscalationPolicy',
          parameters: { id },
          body: { escalationPolicyId: null },
        }),
      ),
    ...liveRows(world, 'OncallIncident', org)
      .filter(({ id, status }) => status !== 'resolved' && !isSymbol(id))
      .map(({ id }) => resolve(id)),
  ],
  async putRight(session, { world }, actor) {
    if (rowsOf(world, 'OncallAlert').length > 0) await endStrays(session, actor)
  },
  endStrays,
}
