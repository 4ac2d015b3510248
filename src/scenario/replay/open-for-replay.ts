import { callersIn } from '../../target/opening/credentials.ts'
import { contractHere, type OpenOptions, openTarget } from '../../target/opening/open-target.ts'
import { UNSTOPPED } from '../../target/stopping.ts'
import type { OpenReplayTarget } from './replay-target.ts'

/** For the whole run. */
const BUSY_SECONDS = 60

/** Opens a target at a URL to replay scenarios on it. */
export async function openForReplay(options: Omit<OpenOptions, 'purpose'>): Promise<OpenReplayTarget> {
  const { stopping = UNSTOPPED } = options
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
      send: (sent, held) => client.send(sent, held),
      busy: mockGaps ? undefined : { leftSeconds: BUSY_SECONDS },
      stopped: () => stopping.stopped,
      wait: (seconds) => stopping.pause(seconds * 1000),
    },
    close: () => opened.close(),
  }
}
