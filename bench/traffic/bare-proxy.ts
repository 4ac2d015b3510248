/** The proxy of `understudy watch` with nobody who looks: `node bench/traffic/bare-proxy.ts TARGET PORT`. */
import { startProxy } from '../../bin/proxy/proxy.ts'

const [target = '', port = '0'] = process.argv.slice(2)
await startProxy({ target, port: Number(port), listener: { over: () => {} } })
