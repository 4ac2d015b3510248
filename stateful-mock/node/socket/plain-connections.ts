import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer, WireRequest } from '../../http/wire.ts'
import { ServerResponse } from './node-http.ts'
import { PlainConnection, type PlainHost } from './plain-connection.ts'
import { HeaderBlocks } from './plain-request.ts'
import { sendAnswer } from './send-answer.ts'

/** The connections of a server that node:http does not read yet. */
export class PlainConnections implements PlainHost {
  readonly hear: PlainHost['hear']
  readonly blocks = new HeaderBlocks()
  readonly #server: Server
  readonly #all = new Set<PlainConnection>()
  /** What node:http does with a new connection. */
  #readOn: ((this: Server, socket: Socket) => void) | undefined

  constructor(server: Server, hear: PlainHost['hear']) {
    this.#server = server
    this.hear = hear
  }

  /** From now on the server's connections begin here. */
  attend(): void {
    const [readOn] = this.#server.listeners('connection')
    this.#readOn = readOn as (socket: Socket) => void
    this.#server.removeAllListeners('connection')
    this.#server.on('connection', (socket: Socket) => this.#all.add(new PlainConnection(socket, this)))
  }

  get idleMs(): number {
    return this.#server.keepAliveTimeout
  }

  isOpen(): boolean {
    return this.#server.listening
  }

  takeOver(socket: Socket, bytes: Buffer): void {
    socket.pause()
    socket.unshift(bytes)
    this.#readOn?.call(this.#server, socket)
    socket.resume()
  }

  replyInFull(socket: Socket, { method, headers }: WireRequest, answer: Answer): void {
    const about = { method, headers, httpVersionMajor: 1, httpVersionMinor: 1 }
    const response = new ServerResponse(about as IncomingMessage)
    socket.on('error', () => response.destroy())
    // Whoever reads a stream has gone.
    socket.on('end', () => socket.destroy())
    response.assignSocket(socket)
    response.on('finish', () => socket.end())
    sendAnswer(method, response, answer, false)
  }

  left(connection: PlainConnection): void {
    this.#all.delete(connection)
  }

  closeIdle(): void {
    for (const connection of this.#all) if (connection.isIdle) connection.destroy()
  }

  closeAll(): void {
    for (const connection of this.#all) connection.destroy()
  }
}
