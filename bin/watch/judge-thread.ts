import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { TrafficEvent } from '../../src/conformance/traffic/traffic-event.ts'
import { Handover } from './handover.ts'
import type { FromJudge, JudgeSetup, ToJudge } from './judge-messages.ts'
import type { Watch } from './watch.ts'

type Ending = Extract<ToJudge, { kind: 'finish' }>['watched']

export interface JudgeListener {
  found(event: Extract<TrafficEvent, { kind: 'found' }>): void
  /** The judge itself failed; there will be no report. */
  failed(): void
}

/** A judge on a thread of its own, so that traffic never waits for it. */
export class JudgeThread {
  readonly handover: Handover
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<Watch>()

  private constructor(setup: JudgeSetup, listener: JudgeListener) {
    this.#worker = new Worker(program(), { workerData: setup })
    this.handover = new Handover((messages) => this.#worker.postMessage(messages))
    this.#worker.on('message', (message: FromJudge) => this.#hear(message, listener))
    // Reported to those who await it, now or later.
    this.#ended.promise.catch(() => {})
    this.#worker.on('error', (error) => {
      this.#ready.reject(error)
      this.#ended.reject(error)
      listener.failed()
    })
  }

  /** Resolves once the judge has read the catalogs of the target. */
  static async started(setup: JudgeSetup, listener: JudgeListener): Promise<JudgeThread> {
    const thread = new JudgeThread(setup, listener)
    await thread.#ready.promise
    return thread
  }

  /** Judges everything that is left. */
  async finish(watched: Ending): Promise<Watch> {
    this.handover.finish({ kind: 'finish', watched })
    return this.#ended.promise
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #hear(message: FromJudge, listener: JudgeListener): void {
    if (message.kind === 'ready') this.#ready.resolve()
    else if (message.kind === 'found') listener.found(message.event)
    else if (message.kind === 'judged') this.handover.judged(message.count)
    else this.#ended.resolve(message.watch)
  }
}

/** A clone runs TypeScript; the published package has JavaScript. */
function program(): URL {
  const here = new URL('./judge-worker.ts', import.meta.url)
  return existsSync(here) ? here : new URL('./judge-worker.js', import.meta.url)
}
