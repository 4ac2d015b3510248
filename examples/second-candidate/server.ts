import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Choice, choicesOf } from './choices.ts'
import { RawMessage } from './context.ts'
import { FAULTS } from './faults.ts'
import { type Answered, makeHandler } from './handle.ts'
import { makeWorld } from './world.ts'

const MAX_BODY = 1024 * 1024

export interface StartOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  readonly variant?: string
  /** Names of faults.ts. */
  readonly faults?: readonly string[]
}

/** Starts a candidate on the loopback interface. */
export async function startCandidate({ port = 0, variant = 'a', faults = [] }: StartOptions = {}) {
  const choice = choicesOf(variant)
  const unknown = faults.find((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown !== undefined) throw new Error(`unknown fault ${unknown}`)
  const world = makeWorld(choice, new Set(faults))
  const handle = makeHandler(world)
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of request) {
        size += chunk.length
        if (size <= MAX_BODY) chunks.push(chunk)
      }
      const { method = 'GET', url = '/', headers } = request
      const payload = Buffer.concat(chunks).toString('utf8')
      if (size > MAX_BODY) send(choice, response, { status: 413, body: { error: 'the body is too large' } })
      else send(choice, response, handle({ method, url, headers, payload }))
    } catch (error) {
      console.error(error)
      if (!response.headersSent) send(choice, response, { status: 500, body: { error: 'the candidate failed' } })
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // Work that is due goes on while nobody asks.
  const ticking = setInterval(() => world.timers.fire(world.now()), 50)
  ticking.unref()
  const close = () =>
    new Promise<void>((resolve) => {
      clearInterval(ticking)
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** A raw message is streamed as such, anything else goes out as JSON, nothing as nothing. */
function send({ jsonType }: Choice, response: ServerResponse, { status, body }: Answered): void {
  if (body instanceof RawMessage) {
    response.writeHead(status, { 'content-type': 'message/rfc822' })
    response.write(body.text)
    response.end()
    return
  }
  const text = body === undefined || status === 204 ? '' : JSON.stringify(body)
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, { ...(text === '' ? {} : { 'content-type': jsonType }), ...length }).end(text)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      variant: { type: 'string', default: 'a' },
      fault: { type: 'string', multiple: true, default: [] },
      quiet: { type: 'boolean', default: false },
    },
  })
  try {
    const { url } = await startCandidate({ port: Number(values.port), variant: values.variant, faults: values.fault })
    if (!values.quiet) console.log(url)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
