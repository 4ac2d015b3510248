import type { Dispatcher } from 'undici'
import { Pool } from 'undici'

export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

const CONNECTIONS = 16

/** Requests per second that a server answers on 16 connections, one at a time on each. */
export async function load(url: string, next: (count: number) => Asked, status: number, ms: number): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  let count = 0
  let stop = false
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body = null } = next(count++)
      const go: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onResponseStart(_, code) {
          if (code !== status) reject(new Error(`${method} ${path} answered ${code}`))
        },
        onResponseData() {},
        onResponseEnd: () => resolve(),
        onResponseError: (_, error) => reject(error),
      }
      pool.dispatch({ method, path, headers, body }, go)
    })
  const keepAsking = async () => {
    while (!stop) await one()
  }
  const start = performance.now()
  const askers = Array.from({ length: CONNECTIONS }, keepAsking)
  await new Promise((resolve) => setTimeout(resolve, ms))
  stop = true
  await Promise.all(askers)
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return count / seconds
}
