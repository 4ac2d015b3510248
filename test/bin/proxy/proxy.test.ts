import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { Passed } from '../../../bin/proxy/pass.ts'
import { startProxy } from '../../../bin/proxy/proxy.ts'
import { freePort } from '../../support/server-process.ts'

/** A server that answers bytes of our choosing and keeps those it got. */
async function rawServer(answer: string | Buffer): Promise<{ url: string; host: string; got: () => string }> {
  let got = ''
  const server = createTcpServer((socket) => {
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1')
      if (/\r\n\r\n[\s\S]*end$|\r\n0\r\n[\s\S]*\r\n\r\n$/.test(got)) socket.end(answer)
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}`, host, got: () => got }
}

async function proxied(target: string, port = 0) {
  const passed: Passed[] = []
  const proxy = await startProxy({ target, port, listener: { over: (_, one) => void passed.push(one) } })
  onTestFinished(() => proxy.close())
  return { url: proxy.url, passed }
}

/** Sends bytes, and gives all that came back. */
function exchanged(url: string, text: string): Promise<string> {
  const { port, hostname } = new URL(url)
  return new Promise((resolve, reject) => {
    let came = ''
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
    socket.on('data', (chunk) => {
      came += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(came))
    socket.on('error', reject)
  })
}

test('a request and its answer pass as they are: spelling, order, several of one name, chunks, trailers', async () => {
  const answer = [
    'HTTP/1.1 207 Some Words Of Its Own',
    'X-ODD-Spelling: one',
    'Set-Cookie: a=1',
    'Set-Cookie: b=2',
    'Trailer: X-Sum',
    'Transfer-Encoding: chunked',
    'Connection: close',
    '',
    '5',
    'hello',
    '0',
    'X-Sum: 77',
    '',
    '',
  ].join('\r\n')
  const server = await rawServer(answer)
  const { url, passed } = await proxied(server.url)
  const came = await exchanged(
    url,
    `POST /x/%7Euser?b=2&a=1&a=%20 HTTP/1.1\r\nHost: somewhere.example\r\nx-LOWER-Upper: v\r\nAccept: a\r\nAccept: b\r\nTrailer: X-Mark\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\nX-Mark: m\r\n\r\n`,
  )
  const [line, ...rest] = server.got().split('\r\n')
  expect(line).toBe('POST /x/%7Euser?b=2&a=1&a=%20 HTTP/1.1')
  const headers = [`Host: ${server.host}`, 'x-LOWER-Upper: v', 'Accept: a', 'Accept: b', 'Trailer: X-Mark']
  expect(rest.slice(0, 6)).toEqual([...headers, 'Transfer-Encoding: chunked'])
  expect(rest.slice(rest.indexOf(''))).toEqual(['', '3', 'abc', '0', 'X-Mark: m', '', ''])
  expect(came).toMatch(
    /^HTTP\/1\.1 207 Some Words Of Its Own\r\nX-ODD-Spelling: one\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n[\s\S]*\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 77\r\n\r\n$/,
  )
  expect(passed).toMatchObject([{ answered: true, exchange: { status: 207, body: 'abc', answer: 'hello' } }])
})

test('headers keep their bytes, and what has no body gets none', async () => {
  let got = ''
  const raw = createTcpServer((socket) =>
    socket.once('data', (chunk) => {
      got = chunk.toString('latin1')
      socket.end(
        Buffer.from('HTTP/1.1 200 OK\r\nX-Name: caf\xe9\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok', 'latin1'),
      )
    }),
  )
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void raw.close())
  const host = `127.0.0.1:${(raw.address() as AddressInfo).port}`
  const proxy = await proxied(`http://${host}`)
  const came = await exchanged(proxy.url, 'POST /x HTTP/1.0\r\nX-Name: caf\xe9\r\n\r\n')
  expect(got).toMatch(/^POST \/x HTTP\/1\.1\r\nHost: \S+\r\nX-Name: caf\xe9\r\nContent-Length: 0\r\n/)
  expect(came).toContain('\r\nX-Name: caf\xe9\r\n')
})

test('what is packed passes packed, and is read unpacked; a stream comes as it is sent', async () => {
  const packed = gzipSync('{"a":1}')
  const upstream = createServer((message, response) => {
    if (message.url === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(packed)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: first\n\n')
    message.socket.once('close', () => response.end())
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    upstream.closeAllConnections()
    upstream.close()
  })
  const { url, passed } = await proxied(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`)
  const bytes = await new Promise<Buffer>((resolve) => {
    request(`${url}/packed`, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    }).end()
  })
  expect(bytes).toEqual(packed)
  expect(passed).toMatchObject([{ answered: true, exchange: { answer: '{"a":1}' } }])
  const control = new AbortController()
  const stream = await fetch(`${url}/stream`, { signal: control.signal })
  const first = await stream.body?.getReader().read()
  expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n')
  control.abort()
})

test('a proxy in front of itself does not start', async () => {
  const port = await freePort()
  await expect(proxied(`http://localhost:${port}`, port)).rejects.toThrow(
    `http://localhost:${port} is the proxy itself; choose another --port, or another --target.`,
  )
})

test('a target that is away: 502 and why, and the caller is told apart from it', async () => {
  // Port 1 is reserved; a free port could become the proxy's own.
  const { url, passed } = await proxied('http://127.0.0.1:1')
  const answer = await fetch(`${url}/api/v1/tokens`)
  expect([answer.status, await answer.json()]).toEqual([502, { error: 'the target cannot be reached: ECONNREFUSED' }])
  expect(passed).toEqual([{ answered: false, problem: 'ECONNREFUSED' }])
})

test.each([
  ['a status that HTTP does not have', 'HTTP/1.1 042 Odd\r\nContent-Length: 2\r\n\r\n{}', 502],
  ['a reason with a control character', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\n{}', 502],
  ['another protocol, unasked', 'HTTP/1.1 101 Other\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nx', 502],
  ['trailers that are announced and cannot come', 'HTTP/1.1 200 OK\r\nTrailer: x\r\nContent-Length: 2\r\n\r\n{}', 200],
])('a target that answers %s does not end the proxy', async (_, answer, status) => {
  const server = await rawServer(answer)
  const { url, passed } = await proxied(server.url)
  for (let time = 1; time <= 2; time++) {
    const came = await fetch(`${url}/api/v1/tokens`, { method: 'POST', body: 'the end' })
    expect([came.status, (await came.text()).length > 0]).toEqual([status, true])
    expect(passed).toHaveLength(time)
  }
})

test('a page does not reach the target under a name that it made point here', async () => {
  const server = await rawServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
  const { url } = await proxied(server.url)
  const came = await exchanged(
    url,
    'POST / HTTP/1.1\r\nHost: evil.com\r\nConnection: close\r\nContent-Length: 3\r\n\r\nend',
  )
  expect([came.slice(0, 12), server.got()]).toEqual(['HTTP/1.1 403', ''])
})
