/**
 * node:http and nothing else: gives each request the answer that it was started with for it, and any other request the
 * first of them. Prints where.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareAnswer {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

const answers = (JSON.parse(process.argv[2] ?? '[]') as BareAnswer[]).map(
  ({ method, path, status, text, headers }) => ({
    key: `${method} ${path}`,
    status,
    text,
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(text)) },
  }),
)
const [first] = answers
if (!first) throw new Error('there is nothing to answer')
const byKey = new Map(answers.map((answer) => [answer.key, answer]))

const server = createServer((request, response) => {
  const answer = () => {
    const { status, headers, text } = byKey.get(`${request.method} ${request.url}`) ?? first
    response.writeHead(status, headers)
    response.end(text)
  }
  if (request.method === 'GET') return answer()
  request.resume()
  request.on('end', answer)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => server.close())
