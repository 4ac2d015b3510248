import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { textBeside } from '../../queries/text-beside.ts'
import { updateView } from '../../queries/views.ts'
import {
  authorFromSession,
  lastRetractionHides,
  publishWhenResolved,
  retractionDeletes,
} from '../../statements/updates.ts'
import { note } from '../timeline.ts'

export const publishUpdate: Effect<'publishUpdate'> = (context) => {
  const incident = context.the('OncallIncident')
  const { org } = incident
  const update = {
    id: context.fresh.id('PublicUpdate'),
    org,
    seq: context.serial(),
    incidentId: incident.id,
    at: context.fresh.time(context.nowMs),
    body: context.body.body,
    byLabel: authorLabel(context),
  }
  if (incident.status === 'resolved') context.cite(publishWhenResolved)
  context.put('PublicUpdate', update)
  context.put('OncallIncident', { ...incident, everPublished: true })
  note(context, incident, 'updatePublished', { byLabel: context.caller.label })
  return updateView(update)
}

/** The author as the session names them; which of their names is a gap. */
function authorLabel(context: EffectContext<'publishUpdate'>): string {
  const { label, email, userId } = context.caller
  if (textBeside(context.given, 'byLabel') !== undefined) context.cite(authorFromSession)
  return { name: label, email, 'user-id': userId }[context.gap('oncall.author-label')]
}

export const retractUpdate: Effect<'retractUpdate'> = (context) => {
  const incident = context.the('OncallIncident')
  const { org, incidentId, id } = context.the('PublicUpdate')
  context.cite(retractionDeletes)
  context.remove('PublicUpdate', org, incidentId, id)
  const [left] = context.oldest('PublicUpdate', 'parent', org, incidentId)
  if (left === undefined) context.cite(lastRetractionHides)
  context.put('OncallIncident', { ...incident, everPublished: left !== undefined })
  note(context, incident, 'updateRetracted', { byLabel: context.caller.label })
  return undefined
}
