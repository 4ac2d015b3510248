import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { startProxy } from '../proxy/proxy.ts'

export interface Recorder {
  readonly url: string
  readonly exchanges: readonly RecordedExchange[]
  close(): Promise<void>
}

/** A proxy that records the traffic to a target. Rejects if the port is not available. */
export async function startRecorder(
  target: string,
  port: number,
  tell: (exchange: RecordedExchange) => void = () => {},
): Promise<Recorder> {
  const exchanges: RecordedExchange[] = []
  const proxy = await startProxy({
    target,
    port,
    listener: {
      over(_, passed) {
        // Bodies that are too long to keep are still passed on.
        if (!passed.answered || passed.exchange.isWhole === false) return
        const { startedMs: _started, endedMs: _ended, ...exchange } = passed.exchange
        exchanges.push(exchange)
        tell(exchange)
      },
    },
  })
  return { ...proxy, exchanges }
}
