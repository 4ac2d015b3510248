import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { choicesOf } from './choices.mjs'
import { FAULTS } from './faults.mjs'
import { makeHandler } from './handle.mjs'
import { makeWorld } from './world.mjs'

const MAX_BODY = 1024 * 1024

/**
 * Starts a candidate on the loopback interface.
 * @param {{port?: number, variant?: string, faults?: string[]}} [options]
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 */
export async function startCandidate({ port = 0, variant = 'a', faults = [] } = {}) {
  const choice = choicesOf(variant)
  for (const name of faults) if (!FAULTS.some((fault) => fault.name === name)) throw new Error(`unknown fault ${name}`)
  const world = makeWorld(choice, new Set(faults))
  world.variant = variant
  const handle = makeHandler(world)

  const server = createServer((request, response) => {
    const chunks = []
    let size = 0
    request.on('error', () => {})
    request.on('data', (chunk) => {
      size += chunk.length
      if (size <= MAX_BODY) chunks.push(chunk)
    })
    request.on('end', () => {
      if (size > MAX_BODY)
        return send(response, { status: choice.tooLargeStatus, body: { error: 'the body is too large' } })
      const { method, url, headers } = request
      try {
        send(response, handle({ method, url, headers, payload: Buffer.concat(chunks).toString('utf8') }))
      } catch (error) {
        console.error(error)
        send(response, { status: 500, body: { error: 'the candidate failed' } })
      }
    })
  })
  server.on('clientError', (_error, socket) => {
    const body = JSON.stringify({ error: 'not a request' })
    if (socket.writable)
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve(undefined))
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${address.port}`, close }
}

/** Text goes out as text, anything else as JSON, nothing as nothing. */
function send(response, { status, body }) {
  const text = typeof body === 'string' ? body : body === undefined || status === 204 ? '' : JSON.stringify(body)
  const headers = {}
  if (text !== '') headers['content-type'] = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  if (status !== 204) headers['content-length'] = Buffer.byteLength(text)
  response.writeHead(status, headers).end(text)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        variant: { type: 'string', default: 'a' },
        fault: { type: 'string', multiple: true, default: [] },
        quiet: { type: 'boolean', default: false },
      },
    })
    const { url } = await startCandidate({ port: Number(values.port), variant: values.variant, faults: values.fault })
    if (!values.quiet) console.log(url)
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}
