import type { Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { type Job, PlainConnection, type PlainHost } from './plain-connection.ts'

export interface PlainOptions {
  readonly origin: URL
  readonly connections: number
  readonly connectMs: number
  readonly mostBytes: number
  /** The other side does not give plain answers: somebody else reads this one, and sends everything from now on. */
  readonly takeOver: PlainHost['takeOver']
  /** A request that was not sent yet when that turned out. */
  readonly sendElsewhere: (job: Job) => void
}

/** More comes in the next piece. */
const BUFFER_BYTES = 64 * 1024

/** The connections to a server that gives plain answers: requests go out in order, on the first one that is free. */
export class PlainConnections implements PlainHost {
  readonly #options: PlainOptions
  readonly #connections = new Set<PlainConnection>()
  #waiting: Job[] = []
  #isAboutToSend = false
  #isClosed = false
  readonly mostBytes: number
  isPlain = true

  constructor(options: PlainOptions) {
    this.#options = options
    this.mostBytes = options.mostBytes
  }

  /** What has come on an idle connection, such as its end, is seen before the next request is written (as undici does). */
  send(job: Job): void {
    this.#waiting.push(job)
    if (this.#isAboutToSend) return
    this.#isAboutToSend = true
    setImmediate(this.#sendInTurn)
  }

  rested(): void {
    this.#sendWaiting()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#sendWaiting()
    await Promise.all([...this.#connections].map((one) => one.close(new errors.ClientDestroyedError())))
  }

  open(take: (bytes: Buffer) => void, opened: (error: Error | null) => void): Socket {
    const { origin, connectMs } = this.#options
    const onread = {
      buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES),
      callback(size: number, buffer: Uint8Array) {
        take((buffer as Buffer).subarray(0, size))
        return true
      },
    }
    const { hostname, host, protocol, port } = origin
    const connect = buildConnector({ timeout: connectMs, onread } as buildConnector.BuildOptions)
    // Whatever it is called there, the connector returns the socket.
    return connect({ hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port }, (...[error]) =>
      opened(error),
    ) as unknown as Socket
  }

  left(connection: PlainConnection): void {
    this.#connections.delete(connection)
    if (this.#waiting.length > 0) setImmediate(this.#sendInTurn)
  }

  takeOver(job: Job, socket: Socket, bytes: Buffer): (bytes: Buffer) => void {
    this.isPlain = false
    return this.#options.takeOver(job, socket, bytes)
  }

  readonly #sendInTurn = (): void => {
    this.#isAboutToSend = false
    this.#sendWaiting()
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0) {
      const connection = this.isPlain && !this.#isClosed ? this.#free() : undefined
      if (!connection && this.isPlain && !this.#isClosed) return
      const job = this.#waiting.shift()
      if (job?.waiting.isOver === false) this.#carry(job, connection)
    }
  }

  #carry(job: Job, connection: PlainConnection | undefined): void {
    if (connection) connection.carry(job)
    else if (this.#isClosed) job.waiting.onResponseError(undefined, new errors.ClientDestroyedError())
    else this.#options.sendElsewhere(job)
  }

  #free(): PlainConnection | undefined {
    for (const connection of this.#connections) if (connection.isFree) return connection
    if (this.#connections.size >= this.#options.connections) return undefined
    const connection = new PlainConnection(this)
    this.#connections.add(connection)
    return connection
  }
}
