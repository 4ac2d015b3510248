import { everyRow } from '../../../src/model/table/table.ts'
import { attemptView } from '../../views/attempt-view.ts'
import { type ControlHandler, done, latest } from './control-handler.ts'

/** Attempts at webhooks, those of other organizations too. */
export const listWebhookDeliveries: ControlHandler = (sandbox, { query }) => {
  const { world } = sandbox.holder
  const { endpointId, deliveryId, limit } = query
  const rows = [...everyRow(world.tables.EmailAttempt)].filter(
    (row) =>
      (endpointId === undefined || row.endpointId === endpointId) &&
      (deliveryId === undefined || row.deliveryId === String(deliveryId)),
  )
  const ordered = rows.toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq || a.attempt - b.attempt)
  return done({ attempts: latest(ordered, limit).map((row) => attemptView(sandbox, row)) })
}
