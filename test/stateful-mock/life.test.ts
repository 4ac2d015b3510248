import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { startedMock } from './support.ts'

/** Sends bytes as they are and reads until the other side closes. */
async function raw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.end(bytes)
  await once(socket, 'close')
  return answer
}

describe('a connection', () => {
  test('is kept for the next request', async () => {
    const mock = await startedMock()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let count = 0; count < 3; count++) {
      const sent = request(`${mock.url}/nothing`, { agent }).end()
      const [response] = await once(sent, 'response')
      ports.add(sent.socket?.localPort)
      response.resume()
      await once(response, 'end')
    }
    expect(ports.size).toBe(1)
    agent.destroy()
  })
  test('that does not speak HTTP gets an error body', async () => {
    const mock = await startedMock()
    const answer = await raw(mock.url, 'hello\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toMatch(/\r\n\r\n\{"error":"this is not an HTTP request"\}$/)
  })
  test('with headers without end gets 431', async () => {
    const mock = await startedMock()
    const answer = await raw(mock.url, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toMatch(/\{"error":"the headers are too large"\}$/)
  })
  test('may name the whole URL, as through a proxy', async () => {
    const mock = await startedMock()
    const answer = await raw(mock.url, 'GET http://127.0.0.1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answer).toContain('{"error":"nothing is at /nothing"}')
  })
})

describe('a stop', () => {
  test('finishes what is under way and takes nothing new', async () => {
    const mock = await createMock()
    const sent = request(`${mock.url}/nothing`, { method: 'POST', headers: { 'Content-Length': '4' } })
    sent.write('12')
    await once(sent, 'socket')
    await new Promise((resolve) => setTimeout(resolve, 50))
    const closed = mock.close()
    await expect(fetch(`${mock.url}/nothing`)).rejects.toThrow()
    sent.end('34')
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(404)
    expect(response.headers.connection).toBe('close')
    response.resume()
    await closed
  })
  test('does not wait for idle connections', async () => {
    const mock = await createMock()
    const agent = new Agent({ keepAlive: true })
    const [response] = await once(request(`${mock.url}/nothing`, { agent }).end(), 'response')
    response.resume()
    await once(response, 'end')
    const start = performance.now()
    await mock.close()
    // Node closes idle connections after five seconds.
    expect(performance.now() - start).toBeLessThan(4_500)
    agent.destroy()
  })
  test('does not wait for ever for a request that does not come in', async () => {
    const mock = await createMock()
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1')
    socket.write('POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
    socket.on('error', () => {})
    await new Promise((resolve) => setTimeout(resolve, 50))
    await mock.close()
    expect(true).toBe(true)
    socket.destroy()
  })
})

test('a port that is taken is said so', async () => {
  const mock = await startedMock()
  const port = Number(new URL(mock.url).port)
  await expect(createMock({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('the same answers come without a socket', async () => {
  const mock = await startedMock()
  const answer = await mock.fetch('/nothing')
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'nothing is at /nothing' }])
  expect((await mock.fetch('/_understudy/reset', { method: 'POST' })).status).toBe(200)
})
