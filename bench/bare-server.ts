/** node:http and nothing else: answers whatever comes with the status, bytes and headers it was started with. Prints where. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [status = '200', text = '', headers = '{}'] = process.argv.slice(2)
const head = { ...JSON.parse(headers), 'Content-Length': String(Buffer.byteLength(text)) }
const server = createServer((request, response) => {
  const answer = () => {
    response.writeHead(Number(status), head)
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
