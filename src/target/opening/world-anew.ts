import { randomUUID } from 'node:crypto'
import { type Client, makeClient } from '../client.ts'
import { controlDriver, type Driver } from '../driver.ts'
import type { Sent } from '../exchange.ts'
import type { Target } from './open-target.ts'

/** A target with its initial data, and how to reach it. */
export interface NewWorld {
  readonly client: Client
  readonly driver: Driver
}

/** A way to reset a target's world, so that something can be tried in a fresh one. */
export interface WorldAnew {
  /** True if the target itself is reset and its contents are lost. */
  readonly replaces: boolean
  /** Undefined if it is not possible now. */
  make(): Promise<NewWorld | undefined>
  close(): Promise<void>
}

/**
 * Our own mock has a sandbox for it, forked as the target is now. Elsewhere the driver may be able to reset the world; it
 * is asked to only where nobody else uses the organization, and no other run does.
 */
export async function worldAnew(target: Target, isOnlyRun: boolean): Promise<WorldAnew | undefined> {
  const { contract, client, driver, mockGaps } = target
  if (mockGaps) return forked(target)
  if (!isOnlyRun || contract.profile.organization !== 'exclusive' || !driver.can(RESET)) return undefined
  return {
    replaces: true,
    make: () =>
      driver.cause(RESET, {}).then(
        () => ({ client, driver }),
        () => undefined,
      ),
    close: async () => {},
  }
}

const RESET = 'resetWorld'
const HEADER = 'X-Understudy-Sandbox'

async function forked({ url, contract, client }: Target): Promise<WorldAnew | undefined> {
  // It is already in a sandbox of its own and must stay in it.
  if (new URL(url).pathname !== '/') return undefined
  const name = `anew-${randomUUID().slice(0, 8)}`
  const control = (method: string, path: string, body?: unknown, by = client) =>
    by.send({
      method,
      path: `/_understudy/sandboxes/${path}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  const fork = await control('POST', 'default/fork', { name })
  if (!fork.answered || fork.received.status !== 201) return undefined
  const inside: Client = {
    send: (sent, held) => client.send(within(sent, name), held),
    close: async () => {},
  }
  return {
    replaces: false,
    async make() {
      const reset = await control('POST', `${name}/reset`)
      const isReset = reset.answered && reset.received.status === 200
      return isReset ? { client: inside, driver: controlDriver(url, contract.controlOperations, inside) } : undefined
    },
    async close() {
      // Also if the run was stopped and its client sends nothing.
      const last = makeClient(url, { connections: 1, timeoutMs: 2_000 })
      await control('DELETE', name, undefined, last)
      await last.close()
    },
  }
}

const within = (sent: Sent, sandbox: string): Sent => ({ ...sent, headers: { ...sent.headers, [HEADER]: sandbox } })
