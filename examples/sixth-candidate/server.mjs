// node server.mjs --port N [--host H] [--no-control]
import { parseArgs } from 'node:util'
import { createApp } from './lib/app.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    host: { type: 'string', default: '127.0.0.1' },
    'no-control': { type: 'boolean', default: false },
  },
})
const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('--port must be a port number')
  process.exit(2)
}
const server = createApp({ withControl: !values['no-control'] })
server.listen(port, values.host, () => console.log(`ready on http://${values.host}:${server.address().port}`))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}
