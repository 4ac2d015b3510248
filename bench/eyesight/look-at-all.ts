import { type Seen, summed } from './table.ts'

/** Looks at each fault in turn, prints a line for each, and says what it came to. */
export async function lookAtAll<F>(faults: readonly F[], look: (fault: F) => Promise<Seen>): Promise<Seen[]> {
  const rows: Seen[] = []
  for (const fault of faults) {
    const seen = await look(fault)
    rows.push(seen)
    console.log(line(seen))
  }
  console.log(`\n${summed(rows)}`)
  return rows
}

const line = ({ name, needs, caught, requests, steps, byHand, found }: Seen): string =>
  [
    name.padEnd(44),
    needs.padEnd(8),
    caught ? 'caught' : 'MISSED',
    String(requests).padStart(5),
    `${steps}/${byHand}`.padStart(7),
    found.slice(0, 90),
  ].join('  ')
