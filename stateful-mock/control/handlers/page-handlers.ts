import { pageView } from '../../../src/model/areas/oncall/effects/paging/pages.ts'
import { everyRow } from '../../../src/model/table/table.ts'
import { type ControlHandler, done, latest } from './control-handler.ts'

/** Pages carry numbers that grow, across organizations. */
export const listPages: ControlHandler = ({ holder: { world } }, { query: { incidentId, userId, limit } }) => {
  const rows = [...everyRow(world.tables.Page)].filter(
    (page) =>
      (incidentId === undefined || page.incidentId === incidentId) && (userId === undefined || page.userId === userId),
  )
  const ordered = rows.toSorted((a, b) => a.seq - b.seq)
  return done({ pages: latest(ordered, limit).map(pageView) })
}
