import type { Contract } from '../../contract/contract.ts'
import type { Client } from '../client.ts'
import { bodySecrets, passed } from './exchange-secrets.ts'
import type { Secret } from './redactor.ts'

/** The secrets that came up in a run, in whichever sequence. */
export interface MintedSecrets {
  /** A client whose exchanges are looked at. */
  watch(client: Client): Client
  all(): Secret[]
  /** The number so far. */
  readonly size: number
}

/** A run that mints more has long shown what it had to show. */
const MOST = 10_000

export function mintedSecrets(contract: Contract): MintedSecrets {
  const minted = new Map<string, Secret>()
  return {
    watch: (client) => ({
      close: () => client.close(),
      async send(sent, held) {
        const exchange = await client.send(sent, held)
        if (minted.size < MOST)
          for (const secret of bodySecrets(contract, passed(exchange))) minted.set(secret.value, secret)
        return exchange
      },
    }),
    all: () => [...minted.values()],
    get size() {
      return minted.size
    },
  }
}
