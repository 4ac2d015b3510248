import { createServer } from 'node:net'

/**
 * A port for something that starts later. Whoever listens on port 0 gets one of the system's own range, so it is taken from
 * below that: between looking and listening nobody else is given it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

const LOWEST = 20_000
const HIGHEST = 32_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
