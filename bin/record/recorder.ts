import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { startProxy } from '../proxy/proxy.ts'

export interface Recorder {
  readonly url: string
  readonly exchanges: readonly RecordedExchange[]
  close(): Promise<void>
}

/** A proxy before a target that remembers what passes. Rejects when the port cannot be had. */
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
        // What is too long to keep is passed on all the same.
        if (!passed.answered || passed.exchange.isWhole === false) return
        const { startedMs: _started, endedMs: _ended, ...exchange } = passed.exchange
        exchanges.push(exchange)
        tell(exchange)
      },
    },
  })
  return { ...proxy, exchanges }
}
