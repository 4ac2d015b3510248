/** The candidate without faults, both variants, no gap values: nothing may be found. */
import { judgeCandidate } from './judge-candidate.ts'

const REQUESTS = Number(process.argv[2] ?? 20_000)
for (const variant of ['a', 'b'] as const) {
  const started = performance.now()
  const { requests, failures, coverage } = await judgeCandidate({
    variant,
    areas: ['oncall', 'uptime', 'tokens'],
    seed: 20,
    maxRequests: REQUESTS,
    bail: false,
    driver: true,
  })
  const seconds = (performance.now() - started) / 1000
  const severe = failures.filter(({ finding }) => finding.severity === 'failure').length
  console.log(
    `variant ${variant}: ${requests} requests in ${seconds.toFixed(0)} s, ${severe} failures, ${failures.length - severe} warnings, ${coverage.refusals.size} refusals on their own`,
  )
  for (const { finding } of failures)
    console.log(`  ${finding.operation}: ${finding.message} (expected ${finding.expected}, got ${finding.actual})`)
  for (const [reason, times] of coverage.inconclusive) console.log(`  inconclusive ${times} x ${reason}`)
}
