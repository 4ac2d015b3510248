import { readFileSync } from 'node:fs'
import type { Look } from './page.ts'

const HEADING = '## One by one'

/** The looks that a page was written from, read from its table, so that a few new ones need no other look at the rest. */
export function looksIn(page: string): readonly Look[] {
  const text = readFileSync(page, 'utf8')
  const rows = text.slice(text.indexOf(HEADING)).split('\n').slice(4)
  return rows.filter((row) => row.startsWith('| ')).flatMap(looksOf)
}

function looksOf(row: string): readonly Look[] {
  const [id = '', , , driven = '', alone = '', steps = '0', , told = ''] = row.slice(2, -2).split(' | ')
  const [, how = 'reduced', cited = ''] = /^(?:\(([\w-]+)\) )?(.*)$/.exec(told) ?? []
  const seenAs = (requests: string, otherwise: string) => (Number(requests) > 0 ? 'failure' : otherwise)
  return [
    ...(driven === ''
      ? []
      : [
          {
            id,
            driver: true,
            seen: seenAs(driven, cited ? 'warning' : 'nothing'),
            requests: Number(driven) || 0,
            steps: Number(steps),
            how,
            cited,
          },
        ]),
    ...(alone === ''
      ? []
      : [
          { id, driver: false, seen: seenAs(alone, 'nothing'), requests: Number(alone) || 0, steps: 0, how, cited: '' },
        ]),
  ]
}

/** Each look once, the later one where there are two. */
export const latest = (looks: readonly Look[]): readonly Look[] => [
  ...new Map(looks.map((look) => [`${look.id} ${look.driver}`, look])).values(),
]
