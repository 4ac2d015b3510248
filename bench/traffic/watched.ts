import { startProxy } from '../../bin/proxy/proxy.ts'
import type { Finding } from '../../src/conformance/finding/finding.ts'
import { baseWorld } from '../../src/conformance/start/base-world.ts'
import { TrafficJudge } from '../../src/conformance/traffic/traffic-judge.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { makeClient } from '../../src/target/client.ts'

export interface Watched {
  readonly exchanges: number
  readonly findings: readonly Finding[]
  /** Answers in whose judgement the model had a say. */
  readonly inFull: number
}

/** Watches a target in this process while somebody uses it. */
export async function watched(
  url: string,
  contract: Contract,
  use: (proxyUrl: string) => Promise<unknown>,
): Promise<Watched> {
  const client = makeClient(url)
  const base = await baseWorld(contract, client, Date.now())
  await client.close()
  const findings: Finding[] = []
  const judge = new TrafficJudge({
    contract,
    base,
    listen: (event) => void (event.kind === 'found' && findings.push(event.finding)),
  })
  const proxy = await startProxy({
    target: url,
    port: 0,
    listener: {
      began: (number, atMs) => judge.began(number, atMs),
      over(number, passed) {
        if (passed.answered) judge.took(number, passed.exchange)
        else judge.lost(number, performance.timeOrigin + performance.now())
      },
    },
  })
  try {
    await use(proxy.url)
  } finally {
    await proxy.close()
  }
  judge.finish()
  return { exchanges: judge.exchanges, findings, inFull: judge.inFull }
}
