import type { Client } from '../../target/client.ts'
import type { Driver } from '../../target/driver.ts'
import { aheadBy } from '../shadow/ahead-by.ts'
import type { TargetClock } from './target-clock.ts'
import { makeTurns } from './turns.ts'

interface Ways {
  readonly client: Client
  readonly driver: Driver
}

const MOVING: ReadonlySet<string> = new Set(['advanceClock', 'setClock'])

/** A driver that tells the run's clock where it has moved that of the target. */
export const movingClock = (driver: Driver, clock: TargetClock): Driver => ({
  can: (event) => driver.can(event),
  async cause(event, body) {
    const answer = await driver.cause(event, body)
    if (event === 'advanceClock') clock.moveAhead(aheadBy(body))
    return answer
  },
})

/** The same for sequences that run at the same time: while the clock moves, nothing else is on its way. */
export function inTurns({ client, driver }: Ways): Ways {
  const turns = makeTurns()
  return {
    client: {
      ...client,
      send: (sent, held) => (held ? turns.holding : turns.beside)(() => client.send(sent, held)),
    },
    driver: {
      can: (event) => driver.can(event),
      cause: (event, body) => (MOVING.has(event) ? turns.alone : turns.beside)(() => driver.cause(event, body)),
    },
  }
}
