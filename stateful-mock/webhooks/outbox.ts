import { type OutgoingAttempt, outgoingAttempts } from '../../src/model/areas/email/effects/webhooks/outgoing.ts'
import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import { readerOf } from '../../src/model/world/transaction-context.ts'
import type { World } from '../../src/model/world/world.ts'
import type { Hashes } from '../platform/platform.ts'
import type { SendWebhook, WebhookResult } from '../platform/send-webhook.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import { signedHeaders } from './signature.ts'
import { unsendable } from './unsendable.ts'

export interface OutboxOptions {
  readonly hashes: Hashes
  readonly sendWebhook: SendWebhook
  /** Hosts that webhooks may go to besides this machine. */
  readonly allowedHosts: readonly string[]
  readonly realNow: () => number
  /** Hears of mistakes of ours. */
  readonly onFault: (error: unknown) => void
}

interface Outgoing extends OutgoingAttempt {
  readonly org: string
  readonly key: string
}

interface SentAttempt {
  readonly result: WebhookResult
  readonly signedAtMs: number
}

/** Sends the outbound calls of the world, once each, and reports the results to it. */
export class Outbox {
  readonly #holder: WorldHolder
  readonly #options: OutboxOptions
  readonly #stopped = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  /** Attempts that are out and were sent, or are not ours to send. */
  #known = new Set<string>()
  #table: World['tables']['EmailDelivery'] | undefined
  /** One that was found to hold nothing to send: asked at every instant of a long way, most often it is the same. */
  #idle: World['tables']['EmailDelivery'] | undefined
  /** Results belong to the generation of the world they were sent in. */
  #generation = 0

  constructor(holder: WorldHolder, options: OutboxOptions) {
    this.#holder = holder
    this.#options = options
    this.worldReplaced()
  }

  /** The world is another one: what is out in it was sent by somebody else, or never, and only times out. */
  worldReplaced(): void {
    this.#generation += 1
    this.#known = new Set(this.#out(this.#holder.lookedAt).map(({ key }) => key))
    this.#table = this.#holder.lookedAt.tables.EmailDelivery
  }

  /** True if a world has something to send that has not been sent. */
  hasUnsent(world: World): boolean {
    const { EmailDelivery } = world.tables
    if (EmailDelivery === this.#table || EmailDelivery === this.#idle) return false
    const waits = this.#out(world).some(({ key }) => !this.#known.has(key))
    this.#idle = waits ? undefined : EmailDelivery
    return waits
  }

  /** Sends what has gone out since the last look. */
  sendNew(): void {
    const world = this.#holder.lastGlance
    if (world.tables.EmailDelivery === this.#table) return
    this.#table = world.tables.EmailDelivery
    const out = this.#out(world)
    const fresh = out.filter(({ key }) => !this.#known.has(key))
    this.#known = new Set(out.map(({ key }) => key))
    for (const attempt of fresh) this.#begin(attempt)
  }

  /** Resolves when nothing is in flight any more. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Aborts everything in flight without reporting it. */
  async close(): Promise<void> {
    this.#generation += 1
    this.#stopped.abort()
    await this.settled()
  }

  #out(world: World): Outgoing[] {
    const reader = readerOf(world, this.#holder.gaps)
    return [...reader.oldest('Organization', 'all', EVERYWHERE)].flatMap(({ id: org }) =>
      outgoingAttempts(reader, org)
        // To elsewhere nothing is sent, and nobody answers: on the clock it takes too long.
        .filter(({ url }) => unsendable(url, this.#options.allowedHosts) === undefined)
        .map((attempt) => ({ ...attempt, org, key: `${org} ${attempt.deliveryId} ${attempt.attempt}` })),
    )
  }

  #begin(attempt: Outgoing): void {
    const generation = this.#generation
    const ended = this.#make(attempt)
      .then((made) => {
        if (generation === this.#generation) this.#report(attempt, made)
      })
      .catch(this.#options.onFault)
      .finally(() => void this.#underWay.delete(ended))
    this.#underWay.add(ended)
  }

  #report({ org, deliveryId, attempt }: Outgoing, { result, signedAtMs }: SentAttempt): void {
    const answer = { ...result, afterMs: 0 }
    this.#holder.outbound('webhookAttempt', org, { deliveryId, attempt, answer, signedAtMs })
  }

  async #make({ url, deliveryId: id, payload, secret, signature }: Outgoing): Promise<SentAttempt> {
    // Signed by real time, whatever the world's clock shows: receivers turn away what is old by their own.
    const signedAtMs = this.#options.realNow()
    const body = JSON.stringify(payload)
    const { hashes, sendWebhook } = this.#options
    const headers = signedHeaders(hashes, signature, { id, atMs: signedAtMs, body, secret })
    const timeoutMs = this.#holder.gaps.value('email.delivery-attempts').timeoutSeconds * 1000
    const result = await sendWebhook({ url, headers, body, timeoutMs }, this.#stopped.signal)
    return { result, signedAtMs }
  }
}
