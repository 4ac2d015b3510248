import { callersIn } from '../../target/opening/credentials.ts'
import { contractHere, type OpenOptions, openTarget } from '../../target/opening/open-target.ts'
import type { OpenReplayTarget } from './replay-target.ts'

/** Opens a target at a URL to replay scenarios on it. */
export async function openForReplay(options: Omit<OpenOptions, 'purpose'>): Promise<OpenReplayTarget> {
  const opened = await openTarget({ ...options, purpose: 'change' })
  const { url, client, driver, mockGaps } = opened
  const contract = contractHere(opened)
  return {
    target: {
      contract,
      url,
      actors: Object.fromEntries(callersIn(contract.profile).map(([name, { headers }]) => [name, headers])),
      kind: mockGaps ? 'mock' : 'target',
      driver,
      salt: undefined,
      send: (sent) => client.send(sent),
      wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    },
    close: () => opened.close(),
  }
}
