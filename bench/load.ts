import { type Asked, Connection } from './connection.ts'

const CONNECTIONS = 32

export interface Loaded {
  /** Requests per second. */
  readonly rate: number
  /** Response times in milliseconds, shortest first. */
  readonly latencies: readonly number[]
}

/** Asks a server so many times on 32 connections, one request at a time on each. */
export async function load(
  url: string,
  next: (count: number) => Asked,
  status: number,
  requests: number,
): Promise<Loaded> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(url)))
  const latencies: number[] = []
  let count = 0
  const start = performance.now()
  const keepAsking = async (connection: Connection) => {
    while (count < requests) {
      const asked = next(count++)
      const began = performance.now()
      const given = await connection.ask(asked)
      latencies.push(performance.now() - began)
      if (given !== status) throw new Error(`${asked.method} ${asked.path} answered ${given}`)
    }
  }
  await Promise.all(connections.map(keepAsking))
  const seconds = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  return { rate: requests / seconds, latencies: latencies.sort((a, b) => a - b) }
}
