import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Client, type Dispatcher } from 'undici'

/** A request that was sent already, and who waits for its answer. */
export interface SentAlready {
  readonly origin: string
  readonly request: Dispatcher.DispatchOptions
  readonly handler: Dispatcher.DispatchHandler
}

export interface FullReading {
  take(bytes: Buffer): void
  close(): Promise<void>
}

/**
 * Has undici read an answer of which these bytes have come, and the rest of which will come: it knows the odd corners of HTTP.
 * It writes the request for itself; the other side has it already.
 */
export function readInFull(socket: Socket, bytes: Buffer, { origin, request, handler }: SentAlready): FullReading {
  const { wire, take } = answeredBy(socket)
  take(bytes)
  const client = new Client(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    // Not at once, which undici does not expect.
    connect: (_, opened) => queueMicrotask(() => opened(null, wire as unknown as Socket)),
  })
  // One connection and one answer are all there is.
  client.once('disconnect', () => void client.destroy())
  client.dispatch(request, handler)
  return { take, close: () => client.destroy() }
}

/** A stream that ends as a socket does, and through which nothing is sent. What comes before the request is no answer to undici. */
function answeredBy(socket: Socket): { readonly wire: Duplex; readonly take: (bytes: Buffer) => void } {
  let early: (Buffer | null)[] | undefined = []
  const wire = new Duplex({
    read: () => {},
    write(_chunk, _encoding, done) {
      queueMicrotask(begin)
      done()
    },
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  const begin = () => {
    for (const piece of early ?? []) wire.push(piece)
    early = undefined
  }
  const give = (piece: Buffer | null) => {
    if (early) early.push(piece)
    else if (!wire.destroyed) wire.push(piece)
  }
  socket.on('end', () => give(null))
  socket.on('error', (error) => wire.destroy(error))
  // Not before it is read what came before that.
  socket.on('close', () => give(null))
  return { wire, take: (bytes) => give(Buffer.from(bytes)) }
}
