import { connect, type Socket } from 'node:net'

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/**
 * One connection to a server, one request at a time. It reads of an answer only its status and where it ends: whoever
 * measures a server is to take less of the machine than the server.
 */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #answered: (status: number) => void = () => {}
  #failed: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', (chunk) => this.#read(String(chunk)))
    socket.on('error', (error) => this.#failed(error))
    socket.on('close', () => this.#failed(new Error('the server closed the connection')))
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  /** The status of the answer. */
  ask(asked: Asked): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(wireText(asked))
    })
  }

  close(): void {
    this.#failed = () => {}
    this.#socket.destroy()
  }

  #read(chunk: string): void {
    this.#received += chunk
    if (!isWhole(this.#received)) return
    const status = Number(this.#received.slice(9, 12))
    this.#received = ''
    this.#answered(status)
  }
}

function wireText({ method, path, headers, body = '' }: Asked): string {
  let text = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  return `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const CHUNKED = /\r\ntransfer-encoding: chunked/i
const LENGTH = /\r\ncontent-length: (\d+)/i

/** Every character stands for one byte. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = text.slice(0, end)
  if (CHUNKED.test(head)) return text.endsWith('\r\n0\r\n\r\n')
  return text.length - end - 4 >= Number(LENGTH.exec(head)?.[1] ?? 0)
}
