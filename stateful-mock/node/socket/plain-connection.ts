import type { Socket } from 'node:net'
import type { Answer, WireRequest } from '../../http/wire.ts'
import { plainAnswer } from './plain-answer.ts'
import { type HeaderBlocks, readPlainRequest } from './plain-request.ts'

/** The server that connections belong to. */
export interface PlainHost {
  readonly idleMs: number
  readonly blocks: HeaderBlocks
  /** False once the server takes nothing new. */
  isOpen(): boolean
  /** Answers a request some time later, by `reply`. */
  hear(request: WireRequest, connection: PlainConnection): void
  /** Reads on from here, beginning with these bytes. */
  takeOver(socket: Socket, bytes: Buffer): void
  /** Sends an answer that is not plain, and ends the connection. */
  replyInFull(socket: Socket, request: WireRequest, answer: Answer): void
  /** The connection is closed, or somebody else's. */
  left(connection: PlainConnection): void
}

/**
 * A connection on which plain requests come one at a time, each in one piece: what nearly all clients send. They are read
 * and answered here, for less than node:http takes. With the first bytes that are anything else, the connection
 * is handed over to node:http for good.
 */
export class PlainConnection {
  readonly #socket: Socket
  readonly #host: PlainHost
  readonly #goesOn: string
  /** The request that is being answered. */
  #request: WireRequest | undefined
  /** What came in the meantime. */
  #early: Buffer | undefined
  #isEnded = false

  constructor(socket: Socket, host: PlainHost) {
    this.#socket = socket
    this.#host = host
    this.#goesOn = `Connection: keep-alive\r\nKeep-Alive: timeout=${host.idleMs / 1000}`
    socket.setTimeout(host.idleMs)
    socket.on('data', this.#take).on('end', this.#ended).on('timeout', this.#idle)
    socket.on('error', ignore).on('close', this.#closed)
  }

  get isIdle(): boolean {
    return this.#request === undefined
  }

  destroy(): void {
    this.#socket.destroy()
  }

  reply(answer: Answer): void {
    const [socket, request] = [this.#socket, this.#request]
    this.#request = undefined
    if (socket.destroyed || !request) return
    const goesOn = this.#host.isOpen() && !this.#isEnded
    const plain = plainAnswer(answer, goesOn ? this.#goesOn : 'Connection: close')
    if (!plain) {
      this.#letGo()
      return void this.#host.replyInFull(socket, request, answer)
    }
    const hasRoom = socket.write(plain.text, plain.encoding)
    if (!goesOn) socket.end()
    else if (hasRoom) this.#goOn()
    // Whoever does not read answers gets no more of them.
    else socket.pause().once('drain', this.#goOn)
  }

  readonly #goOn = (): void => {
    const early = this.#early
    if (this.#socket.isPaused()) this.#socket.resume()
    this.#early = undefined
    if (early) this.#read(early)
  }

  readonly #take = (bytes: Buffer): void => {
    if (!this.#request) return void this.#read(bytes)
    this.#socket.pause()
    this.#early = this.#early ? Buffer.concat([this.#early, bytes]) : bytes
  }

  #read(bytes: Buffer): void {
    const read = readPlainRequest(bytes, this.#host.blocks)
    if (!read) {
      this.#letGo()
      return void this.#host.takeOver(this.#socket, bytes)
    }
    this.#request = read
    this.#host.hear(read, this)
  }

  /** The other side sends nothing more; it may still wait for an answer. */
  readonly #ended = (): void => {
    this.#isEnded = true
    if (this.isIdle) this.#socket.end()
  }

  readonly #idle = (): void => {
    if (this.isIdle) this.#socket.destroy()
  }

  readonly #closed = (): void => this.#host.left(this)

  /** From now on the connection is somebody else's. */
  #letGo(): void {
    const socket = this.#socket
    socket.setTimeout(0)
    socket.off('data', this.#take).off('end', this.#ended).off('timeout', this.#idle)
    socket.off('error', ignore).off('close', this.#closed)
    this.#host.left(this)
  }
}

const ignore = (): void => {}
