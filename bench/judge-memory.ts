/**
 * Memory of the judge in a long run: 60,000 requests over a mock in a process of its own, with everything on. The bar:
 * 500 MB at the most, looked at after every twenty sequences. `node bench/judge-memory.ts [requests]`
 */
import { keepHeapModest } from '../bin/judge/modest-heap.ts'
import { verify } from '../src/conformance/verify.ts'
import { started } from './processes.ts'

keepHeapModest()
const BAR_MB = 500
const [most = '60000'] = process.argv.slice(2)
const { url } = await started<{ url: string }>('mock-server.ts')

let mostMb = 0
let sequences = 0
const look = () => {
  mostMb = Math.max(mostMb, process.memoryUsage.rss() / 1024 / 1024)
}

const { report } = await verify({
  url,
  seed: 1,
  runs: 1_000_000,
  maxRequests: Number(most),
  listen: ({ kind }) => {
    if (kind === 'sequence' && ++sequences % 20 === 0) look()
  },
})
look()
const { verdict, requests, seconds, failures } = report
for (const { severity, operation, how, message } of failures)
  console.log(`${severity} (${how}): ${operation}: ${message}`)
console.log(
  `${verdict}: ${requests} requests in ${sequences} sequences, ${seconds} s, ${failures.length} failures; ` +
    `at most ${Math.round(mostMb)} MB, bar ${BAR_MB} MB: ${mostMb <= BAR_MB ? 'met' : 'missed'}`,
)
process.exit(mostMb <= BAR_MB ? 0 : 1)
