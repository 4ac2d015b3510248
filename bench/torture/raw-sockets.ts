/**
 * Bytes that are no proper HTTP, straight into a socket: the mock answers with a 4xx, or closes, and goes on serving
 * everybody else. `node bench/torture/raw-sockets.ts [rounds] [seed]`
 */
import { connect } from 'node:net'
import { type Dice, makeDice } from '../../src/model/seeds/kit/dice.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { type Outcome, outcomeText, Tally } from './outcome.ts'

const HOST = 'Host: localhost\r\n'
const POST = `POST /api/v1/tokens HTTP/1.1\r\n${HOST}Authorization: Bearer owner\r\nContent-Type: application/json\r\n`

/** By what they are called. */
const CASES: Readonly<Record<string, string>> = {
  'no HTTP': 'hello\r\n\r\n',
  'HTTP/0.9': 'GET /\r\n\r\n',
  'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'two hosts': `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`,
  'line feeds only': 'GET / HTTP/1.1\nHost: x\n\n',
  'null bytes': `GET /\0 HTTP/1.1\r\n${HOST}X: \0\r\n\r\n`,
  'an endless line': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'an endless header': `GET / HTTP/1.1\r\n${HOST}X: ${'a'.repeat(100_000)}\r\n\r\n`,
  'many headers': `GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(5_000)}\r\n`,
  'a negative length': `${POST}Content-Length: -1\r\n\r\n{}`,
  'two lengths': `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'length and chunks': `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a length too long': `${POST}Content-Length: 1000\r\n\r\n{}`,
  'a huge length': `${POST}Content-Length: 99999999999999999999\r\n\r\n{}`,
  'broken chunks': `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  'a chunk that never comes': `${POST}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{`,
  'an unknown coding': `${POST}Transfer-Encoding: gzip\r\n\r\n{}`,
  'an expectation': `${POST}Expect: the-moon\r\nContent-Length: 2\r\n\r\n{}`,
  'an upgrade': `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'a tunnel': `CONNECT localhost:1 HTTP/1.1\r\n${HOST}\r\n`,
  'an unknown method': `SPLENDID / HTTP/1.1\r\n${HOST}\r\n`,
  'a target elsewhere': `GET http://elsewhere.example/_understudy/health HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n`,
  'requests in one breath': `GET /nothing HTTP/1.1\r\n${HOST}\r\n`.repeat(50),
  'half a request': `GET / HTTP/1.1\r\nHos`,
  'nothing at all': '',
}

const PATIENCE_MS = 300

export async function sendRaw(rounds: number, seed: number): Promise<Outcome> {
  const faults: unknown[] = []
  const mock = await createMock({ seed: 'small', onFault: (fault) => faults.push(fault) })
  const { port } = new URL(mock.url)
  const dice = makeDice(seed)
  const tally = new Tally()
  const found: string[] = []
  let tried = 0
  for (let round = 0; round < rounds; round++)
    for (const [name, bytes] of Object.entries(CASES)) {
      tried += 1
      // The first time as it is, then torn or with a byte changed.
      const seen = await exchanged(Number(port), round === 0 ? Buffer.from(bytes, 'latin1') : spoiled(bytes, dice))
      tally.add(seen)
      if (seen.startsWith('5')) found.push(`${name}: answered ${seen}`)
      const health = await fetch(`${mock.url}/_understudy/health`).catch(() => undefined)
      if (health?.status !== 200) found.push(`${name}: nobody is served any more`)
      await health?.text()
    }
  await mock.close()
  return {
    tried,
    counts: tally.counts,
    found: [...found, ...faults.map((fault) => `the mock itself failed: ${fault}`)],
  }
}

function spoiled(text: string, dice: Dice): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length === 0) return bytes
  bytes.writeUInt8(dice.between(0, 255), dice.between(0, Math.min(bytes.length, 300) - 1))
  return bytes.subarray(0, dice.between(1, bytes.length))
}

/** The status that came back, or that there was none. */
function exchanged(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'no answer')
    }
    const timer = setTimeout(end, PATIENCE_MS)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n')) end()
    })
    socket.on('error', end)
    socket.on('close', end)
  })
}

if (import.meta.main) {
  const [rounds = '20', seed = '1'] = process.argv.slice(2)
  console.log(outcomeText('raw sockets', await sendRaw(Number(rounds), Number(seed))))
}
