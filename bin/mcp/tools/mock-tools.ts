import { AREAS } from '../../../src/contract/areas.ts'
import { SANDBOX, TEXT, type Tool, textOf } from './tool.ts'

const startMock: Tool = {
  name: 'start_mock',
  description:
    'Start a stateful mock of the API, replacing a running one. Returns its URL, its console and its callers. Its clock is frozen until move_clock, unless clock is "real".',
  readOnly: false,
  properties: {
    seed: { type: 'string', description: 'The data to start with: small (default), acme, empty, or random:SEED:SIZE.' },
    clock: {
      type: 'string',
      description: 'The time to freeze the clock at, for example 2026-03-05T09:00:00Z, or real.',
    },
    profile: { type: 'string', description: 'A profile file: how it behaves where the contract is silent.' },
  },
  async run({ seed, clock, profile }, session) {
    const at = textOf(clock) ?? new Date().toISOString()
    const mock = await session.start({
      seed: textOf(seed) ?? 'small',
      ...(at !== 'real' && { clock: { frozenAt: at } }),
      ...(textOf(profile) !== undefined && { profile: session.profileFrom(String(profile)) }),
    })
    return {
      url: mock.url,
      console: `${mock.url}/`,
      seed: mock.seed,
      callers: mock.callers.map(({ name, headers }) => ({ name, headers })),
      areas: AREAS,
    }
  },
}

const createSandbox: Tool = {
  name: 'create_sandbox',
  description: 'Create a sandbox, an isolated world in the running mock, from a seed or as a fork of another sandbox.',
  readOnly: false,
  properties: {
    name: TEXT,
    seed: { type: 'string', description: 'The seed to start from (default: that of the mock).' },
    fork_of: { type: 'string', description: 'Copy this sandbox instead ("default" for the first).' },
  },
  required: ['name'],
  run({ name, seed, fork_of: origin }, session) {
    if (textOf(origin) !== undefined)
      return session.control('POST', `/_understudy/sandboxes/${encodeURIComponent(String(origin))}/fork`, { name })
    return session.control('POST', '/_understudy/sandboxes', { name, ...(textOf(seed) !== undefined && { seed }) })
  },
}

const moveClock: Tool = {
  name: 'move_clock',
  description: 'Advance the clock of a sandbox, with everything that falls due, or set it to a time.',
  readOnly: false,
  properties: {
    by: { type: 'string', description: 'A duration such as PT5M, PT36H or P7D.' },
    to: { type: 'string', description: 'A time such as 2026-03-05T12:00:00Z.' },
    sandbox: SANDBOX,
  },
  run({ by, to, sandbox }, session) {
    const body = { ...(textOf(by) !== undefined && { by }), ...(textOf(to) !== undefined && { to }) }
    return session.control('POST', '/_understudy/clock/advance', body, textOf(sandbox))
  },
}

export const MOCK_TOOLS: readonly Tool[] = [startMock, createSandbox, moveClock]
