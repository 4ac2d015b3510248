import type { Profile } from '../../contract/profile.ts'
import { type Client, makeClient } from '../client.ts'
import { politeClient } from '../polite-client.ts'
import { type Stopping, UNSTOPPED } from '../stopping.ts'

export interface ConnectOptions {
  readonly url: string
  readonly connections?: number
  /** Requests in a second at most, and a target that says 429 is waited for. */
  readonly polite?: { readonly rate?: number }
  /** The deadline of the run it is opened for. */
  readonly stopping?: Stopping
}

/** A client with the deadline of the profile. */
export function connect(
  { url, connections, polite, stopping = UNSTOPPED }: ConnectOptions,
  profile: Profile | undefined,
): Client {
  const seconds = profile?.deadlines.request
  const client = makeClient(url, {
    stopping,
    ...(connections !== undefined && { connections }),
    ...(seconds !== undefined && { timeoutMs: seconds * 1000 }),
  })
  return polite ? politeClient(client, { ...polite, stopping }) : client
}
