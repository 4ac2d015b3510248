import type { Socket } from 'node:net'
import { type Dispatcher, errors } from 'undici'
import { type PlainHead, readPlainHead } from './plain-answer.ts'
import type { WireText } from './plain-request.ts'

/** Whoever waits for an answer: the whole of one, or one that undici reads. */
export interface Waiting extends Omit<Dispatcher.DispatchHandler, 'onRequestStart' | 'onResponseError'> {
  /** The request goes out now, and can be given up from now on. */
  onRequestStart(controller: { abort(reason: Error): void }): void
  onResponseError(controller: unknown, error: NodeJS.ErrnoException): void
  /** The whole answer. */
  answered(status: number, headers: Readonly<Record<string, string>>, body: string): void
  readonly isOver: boolean
}

/** A request on its way to its answer. */
export interface Job {
  readonly wire: WireText
  /** The same for undici. */
  readonly request: Dispatcher.DispatchOptions
  readonly waiting: Waiting
}

export interface PlainHost {
  /** The length of a body that is read here. */
  readonly mostBytes: number
  /** Opens a socket whose bytes are given to `take`; they are only good for as long as that takes. */
  open(take: (bytes: Buffer) => void, opened: (error: Error | null) => void): Socket
  /** A connection has answered, and can take another request. */
  rested(): void
  /** Takes over a socket with an answer that is not plain, of which these bytes have come; returns who gets the rest. */
  takeOver(job: Job, socket: Socket, bytes: Buffer): (bytes: Buffer) => void
  /** The connection is closed, or somebody else's. */
  left(connection: PlainConnection): void
}

/** How long an idle connection is kept when the other side does not say: as undici does. */
const IDLE_MS = 4_000
const THRESHOLD_MS = 2_000
const LONGEST_IDLE_MS = 600_000
const TIMEOUT = /timeout=(\d+)/

/**
 * A connection on which requests go out one at a time, each in one piece, and plain answers come back: what nearly all
 * servers send. They are written and read here, for less than half of what a full client takes.
 */
export class PlainConnection {
  readonly #host: PlainHost
  readonly #socket: Socket
  #isOpen = false
  #isLeft = false
  #isResting = false
  #job: Job | undefined
  #head: PlainHead | undefined
  /** What there is of a body that comes in pieces. */
  #pieces: Buffer[] = []
  #missing = 0
  /** Who reads on from here. */
  #successor: ((bytes: Buffer) => void) | undefined
  #keepAlive: string | undefined

  constructor(host: PlainHost) {
    this.#host = host
    this.#socket = host.open(this.#take, this.#opened)
    this.#socket.on('end', () => this.#fail(new errors.SocketError('other side closed')))
    this.#socket.on('close', () => this.#fail(new errors.SocketError('closed')))
    this.#socket.on('error', (error) => this.#fail(error))
  }

  get isFree(): boolean {
    return this.#job === undefined && !this.#isLeft && !this.#isResting
  }

  carry(job: Job): void {
    this.#job = job
    job.waiting.onRequestStart(this)
    if (this.#isOpen) this.#write()
  }

  /** The request that is under way is given up. */
  abort(reason: Error): void {
    this.#fail(reason)
  }

  /** Resolves when it is closed; a request that is under way fails. */
  close(reason: Error): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      if (this.#socket.closed) resolve()
      else this.#socket.once('close', () => resolve())
    })
    this.#fail(reason)
    return closed
  }

  readonly #opened = (error: Error | null): void => {
    if (error) return void this.#fail(error)
    this.#isOpen = true
    // Whoever waits for an answer has a timer that keeps the process alive.
    this.#socket.unref().setTimeout(IDLE_MS, this.#idle)
    this.#write()
  }

  readonly #idle = (): void => {
    if (!this.#job) this.#fail(new Error('idle'))
  }

  #write(): void {
    const { text, encoding } = this.#job?.wire ?? {}
    if (text !== undefined && !this.#isLeft) this.#socket.write(text, encoding)
  }

  readonly #take = (bytes: Buffer): void => {
    if (this.#successor) this.#successor(bytes)
    else if (!this.#job) this.#fail(new Error('nobody asked'))
    else if (this.#head) this.#goOn(this.#job, this.#head, bytes)
    else this.#begin(this.#job, bytes)
  }

  #begin(job: Job, bytes: Buffer): void {
    const head = readPlainHead(bytes)
    if (!head || head.length > this.#host.mostBytes) return void this.#letGo(job, bytes)
    const end = head.start + head.length
    if (bytes.length >= end)
      return void this.#end(job, head, bytes.toString('utf8', head.start, end), bytes.length > end)
    this.#head = head
    this.#missing = head.length
    this.#goOn(job, head, bytes.subarray(head.start))
  }

  #goOn(job: Job, head: PlainHead, bytes: Buffer): void {
    this.#pieces.push(Buffer.from(bytes))
    this.#missing -= bytes.length
    if (this.#missing > 0) return
    const body = Buffer.concat(this.#pieces).toString('utf8', 0, head.length)
    this.#pieces = []
    this.#end(job, head, body, this.#missing < 0)
  }

  #end({ waiting }: Job, { status, headers, keepAlive }: PlainHead, body: string, isMore: boolean): void {
    this.#job = undefined
    this.#head = undefined
    if (isMore) this.#fail(new Error('nobody asked'))
    else if (keepAlive !== this.#keepAlive) this.#keepFor(keepAlive)
    this.#isResting = true
    setImmediate(this.#rest)
    waiting.answered(status, headers, body)
  }

  /** A whole turn of the event loop: whoever closes a connection without having said so has done it by then. */
  readonly #rest = (): void => void setImmediate(this.#rested)

  readonly #rested = (): void => {
    this.#isResting = false
    if (!this.#isLeft) this.#host.rested()
  }

  /** A little less than the other side does, so that it does not close the connection under the next request. */
  #keepFor(keepAlive: string | undefined): void {
    this.#keepAlive = keepAlive
    const [, seconds] = TIMEOUT.exec(keepAlive ?? '') ?? []
    const ms = seconds === undefined ? IDLE_MS : Math.min(Number(seconds) * 1000 - THRESHOLD_MS, LONGEST_IDLE_MS)
    if (ms <= 0) this.#fail(new Error('not kept'))
    else this.#socket.setTimeout(ms)
  }

  /** From now on the connection is somebody else's. */
  #letGo(job: Job, bytes: Buffer): void {
    this.#isLeft = true
    this.#job = undefined
    this.#socket.setTimeout(0)
    this.#host.left(this)
    this.#successor = this.#host.takeOver(job, this.#socket, bytes)
  }

  /** The connection is done with, and so is what is under way. */
  #fail(reason: Error): void {
    if (this.#isLeft) return
    this.#isLeft = true
    const job = this.#job
    this.#job = undefined
    this.#socket.destroy()
    this.#host.left(this)
    job?.waiting.onResponseError(undefined, reason)
  }
}
