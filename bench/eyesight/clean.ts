/** Both candidates without faults, both variants, no gap values: nothing may be found. `[requests] [candidate]` */
import { worded } from '../../src/conformance/finding/words.ts'
import { judgeCandidate, judgeSecondCandidate } from './judge-candidate.ts'

const [most = '20000', only] = process.argv.slice(2)
const CANDIDATES = [
  { name: 'candidate', judge: judgeCandidate, areas: ['oncall', 'uptime', 'tokens'] },
  {
    name: 'second-candidate',
    judge: judgeSecondCandidate,
    areas: ['iam', 'organization', 'registry', 'email', 'clusters'],
  },
]

for (const { name, judge, areas } of CANDIDATES.filter((one) => only === undefined || one.name === only))
  for (const variant of ['a', 'b'] as const) {
    const started = performance.now()
    const how = { variant, areas, seed: 20, maxRequests: Number(most), bail: false, driver: true }
    const { requests, failures, coverage } = await judge(how)
    const seconds = (performance.now() - started) / 1000
    const severe = failures.filter(({ finding }) => finding.severity === 'failure').length
    console.log(
      `${name} ${variant}: ${requests} requests in ${seconds.toFixed(0)} s, ${severe} failures, ${failures.length - severe} warnings, ${coverage.refusals.size} refusals on their own`,
    )
    for (const { finding } of failures) {
      const { message, expected, actual } = worded(finding)
      console.log(`  ${finding.operation}: ${message} (expected ${expected}, got ${actual})`)
    }
    for (const [reason, times] of coverage.inconclusive) console.log(`  inconclusive ${times} x ${reason}`)
  }
