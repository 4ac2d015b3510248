import { emptyWorld } from '../../empty-world.ts'
import { everyRow, type Row, type Table, tableLater } from '../../table/table.ts'
import { TABLES } from '../../tables.ts'
import type { TableName } from '../../world/rows.ts'
import type { World } from '../../world/world.ts'
import { presentOf } from '../kit/story.ts'
import { recountedTraffic } from './recounted-traffic.ts'
import { atPresent, marked } from './relative-times.ts'

/**
 * A world that has grown beforehand, as text: its serial, then a line for each table with its name and its rows. A pair of
 * worlds of one seed that began at different times shows what in it is a time.
 */
export function writeGrown(one: World, other: World): string {
  if (one.serial !== other.serial) throw new Error('something else happens at another time')
  const presents = { oneMs: presentOf(one.nowMs), otherMs: presentOf(other.nowMs) }
  const lines = (Object.keys(one.tables) as TableName[]).flatMap((name) => {
    const [rows, others] = [one, other].map(({ tables }) => [...everyRow<Row>(tables[name])])
    if (name === 'EmailTraffic' || !rows?.length) return []
    return `${name} ${inAscii(JSON.stringify(marked(rows, others, presents)))}\n`
  })
  return `${one.serial}\n${lines.join('')}`
}

/** Read in half the time. */
const inAscii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The same world as if it had grown at this instant. A table is read when somebody first looks at it. */
export function readGrown(text: string, nowMs: number): World {
  const world = emptyWorld({ nowMs })
  const [serial, ...lines] = text.split('\n')
  const tables = world.tables as Record<TableName, Table<Row>>
  const presentMs = presentOf(nowMs)
  for (const line of lines) {
    const space = line.indexOf(' ')
    const name = line.slice(0, space) as TableName
    if (space > 0)
      tables[name] = tableLater<never>(TABLES[name], () => JSON.parse(atPresent(line.slice(space), presentMs)))
  }
  tables.EmailTraffic = tableLater(TABLES.EmailTraffic, () =>
    recountedTraffic(everyRow(world.tables.EmailMessage), everyRow(world.tables.EmailMessageEvent)),
  )
  return { ...world, serial: Number(serial) }
}
