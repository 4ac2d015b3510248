import type { Contract } from '../../../src/contract/contract.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Driver } from '../../../src/target/driver.ts'
import { received } from '../../../src/target/received.ts'

export interface Asked {
  readonly operation: string
  readonly area: string
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
  readonly caller: string
}

export interface Answered {
  readonly status: number
  readonly json: unknown
}

/** Stands in front of a target and makes another implementation of it. */
export interface InFront {
  /** Answers in the target's place. */
  readonly instead?: (asked: Asked) => Answered | undefined
  /** What becomes of the target's answer. */
  readonly after?: (asked: Asked, answered: Answered) => Answered
  /** The clock is moved. */
  readonly timePasses?: () => void
}

/** A driver whose moves of the clock those in front notice as well. */
export const noticed = (driver: Driver, fronts: readonly InFront[]): Driver => ({
  ...driver,
  can: (event) => driver.can(event),
  cause(event, body) {
    if (event === 'advanceClock') for (const front of fronts) front.timePasses?.()
    return driver.cause(event, body)
  },
})

/** A client to a target with others standing in front of it. `touched` counts the answers that each has changed. */
export function behind(
  client: Client,
  contract: Contract,
  fronts: readonly InFront[],
  touched: Map<InFront, number>,
): Client {
  return {
    close: () => client.close(),
    async send(sent) {
      const [path = '', search = ''] = sent.path.split('?')
      const match = contract.routes.match(sent.method, path)
      if (match.found !== 'operation' || !isJson(sent.body)) return client.send(sent)
      const asked: Asked = {
        operation: match.operation.id,
        area: match.operation.area,
        parameters: match.parameters,
        query: new URLSearchParams(search),
        body: sent.body === undefined ? undefined : JSON.parse(sent.body),
        caller: sent.headers.authorization ?? '',
      }
      const note = (front: InFront) => touched.set(front, (touched.get(front) ?? 0) + 1)
      for (const front of fronts) {
        const answered = front.instead?.(asked)
        if (!answered) continue
        note(front)
        return { answered: true, sent, received: received(answered.status, JSON_TYPE, JSON.stringify(answered.json)) }
      }
      const exchange = await client.send(sent)
      if (!exchange.answered || !isObject(exchange.received.json)) return exchange
      const { status, headers, json } = exchange.received
      const changed = fronts.reduce<Answered>(
        (before, front) => {
          const after = front.after?.(asked, before) ?? before
          if (after !== before) note(front)
          return after
        },
        { status, json },
      )
      if (changed.json === json && changed.status === status) return exchange
      return { answered: true, sent, received: received(changed.status, headers, JSON.stringify(changed.json)) }
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function isJson(text = '{}'): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
