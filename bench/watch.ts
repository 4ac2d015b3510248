/**
 * `understudy watch` over traffic of eight callers at once. `node bench/watch.ts clean [REQUESTS] [SEED] [NAME...]`: targets
 * without faults, on which nothing may be found. `faults [PREFIX...]`: the candidates' faults, each touched by its own
 * shortest sequence, and the share that is found. `sessions [WORD...]`: traffic that was not made for the judge, through the
 * command itself. `latency [REQUESTS]`: how long answers take beside a bare proxy.
 */
import { cleanTargets, watchClean } from './traffic/clean.ts'
import { watchFaults } from './traffic/faults.ts'
import { measureLatency } from './traffic/latency.ts'
import { watchSessions } from './traffic/sessions/sessions.ts'

const [part = 'clean', ...rest] = process.argv.slice(2)

if (part === 'clean') {
  const [requests = '5000', seed = '1', ...names] = rest
  const chosen = cleanTargets().filter(({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)))
  process.exitCode = await watchClean(chosen, Number(requests), Number(seed))
} else if (part === 'faults') await watchFaults(rest)
else if (part === 'sessions') process.exitCode = await watchSessions(rest)
else if (part === 'latency') await measureLatency(Number(rest[0] ?? 4000))
else throw new Error(`there is no part ${part}: clean, faults, sessions or latency`)
process.exit()
