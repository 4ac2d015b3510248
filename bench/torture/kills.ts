/**
 * Kills a mock (`kill -9`) in the middle of mixed writes to several sandboxes, with webhooks on their way, and starts it
 * again on the same file: nothing that was answered may be lost or have another id. `node bench/torture/kills.ts [kills] [seed]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeDice } from '../../src/model/seeds/kit/dice.ts'
import { Ledger } from './ledger.ts'
import { load, NoAnswer } from './load.ts'
import { ask, serve, wireTo, worldOf } from './mock-process.ts'
import { type Outcome, outcomeText, Tally } from './outcome.ts'

/** Nothing is sent from the last one, so what happened in it can be told again to another mock. */
export const QUIET = 'fourth'
const WITH_WEBHOOKS = ['default', 'second', 'third']
const SANDBOXES = [...WITH_WEBHOOKS, QUIET]
const CONNECTIONS = 8
/** A world grows with every kill, so now and then another file is begun. */
const KILLS_PER_FILE = 20

/** A server as it is after the last kill on its file, and the file. */
export interface Survivor {
  readonly url: string
  readonly file: string
}

/** `atEnd` looks at every file's last server. */
export async function killAgain(
  kills: number,
  seed: number,
  atEnd: (survivor: Survivor) => Promise<void> = async () => {},
): Promise<Outcome> {
  const dice = makeDice(seed)
  const tally = new Tally()
  const found: string[] = []
  const receiver = await slowReceiver()
  let written = 0
  for (let done = 0; done < kills; done += KILLS_PER_FILE) {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
    const file = join(folder, 'worlds.db')
    const ledger = new Ledger()
    let server = await serve(file)
    try {
      for (const sandbox of WITH_WEBHOOKS) await webhookTo(receiver.url, server.url, sandbox)
      for (let kill = done; kill < Math.min(kills, done + KILLS_PER_FILE); kill++) {
        await mailTo(server.url, 'default')
        const writers = Array.from({ length: CONNECTIONS }, (_, number) => {
          const sandbox = SANDBOXES[number % SANDBOXES.length] ?? 'default'
          return load(
            wireTo(server.url, sandbox),
            sandbox,
            `k${kill}-${number}`,
            makeDice(dice.between(0, 2 ** 31)),
            ledger,
          )
        })
        const mail = mailForever(server.url)
        await setTimeout(dice.between(30, 430))
        server.child.kill('SIGKILL')
        await Promise.all([...writers, mail, server.ended])
        server = await serve(file)
        for (const sandbox of SANDBOXES) {
          const lost = ledger.lost(sandbox, await worldOf(server.url, sandbox))
          tally.add(lost.length === 0 ? 'sandboxes as they were answered' : 'sandboxes that lost something')
          found.push(...lost.map((what) => `kill ${kill}, ${sandbox}: ${what}`))
        }
      }
      written += ledger.size
      await atEnd({ url: server.url, file })
    } finally {
      server.child.kill('SIGKILL')
      await server.ended
      rmSync(folder, { recursive: true, force: true })
    }
  }
  await receiver.close()
  return {
    tried: kills,
    counts: { ...tally.counts, 'things written': written, 'webhooks received': receiver.received() },
    found,
  }
}

/** A domain that receives, and an endpoint that its mail goes to. */
async function webhookTo(receiver: string, url: string, sandbox: string): Promise<void> {
  const at = `${url}/sandboxes/${sandbox}`
  const { id: domainId } = await ask(at, 'POST', '/api/v1/email/domains', { name: 'mail.acme.example' })
  await ask(at, 'POST', `/api/v1/email/domains/${domainId}/receive`)
  const made = await ask(at, 'POST', '/api/v1/email/webhooks', { url: receiver, eventTypes: ['message.received'] })
  const { id: endpointId } = made.webhook as { readonly id: string }
  await ask(at, 'POST', '/api/v1/email/routes', { domainId, pattern: 'support', endpointId })
}

/** Mail that makes a webhook go out. */
async function mailTo(url: string, sandbox: string): Promise<void> {
  const at = `${url}/sandboxes/${sandbox}`
  const mail = { from: 'jo@customer.example', to: ['support@mail.acme.example'], subject: 'Hello' }
  await ask(at, 'POST', '/_understudy/events/message-received', mail)
  await ask(at, 'POST', '/_understudy/clock/advance', { by: 'PT1S' })
}

/** Mail keeps arriving, so that there is always a webhook on its way. */
async function mailForever(url: string): Promise<void> {
  try {
    for (;;) await Promise.all(WITH_WEBHOOKS.map((sandbox) => mailTo(url, sandbox)))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
}

/** Takes its time, so that some are out when the mock is killed. */
async function slowReceiver() {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume()
    void setTimeout(50).then(() => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}/hook`, received: () => received, close }
}

if (import.meta.main) {
  const [kills = '1000', seed = '1'] = process.argv.slice(2)
  console.log(outcomeText('kills', await killAgain(Number(kills), Number(seed))))
}
