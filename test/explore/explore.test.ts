import { expect, test } from 'vitest'
import { AREAS, type Area } from '../../src/contract/areas.ts'
import { INVARIANTS } from '../../src/explore/invariants/index.ts'
import { type ModelUnderTest, THE_MODEL } from '../../src/explore/model-under-test.ts'
import { explore } from '../../src/explore/walk/explore.ts'
import { gapSets } from '../../src/explore/walk/gap-sets.ts'
import type { Change } from '../../src/model/world/world.ts'
import { contract } from '../model/support.ts'
import { understudy } from '../support/command.ts'

const MOST_WORLDS = process.env.UNDERSTUDY_FULL ? 20_000 : 40
const [usual] = gapSets(contract, 'oncall')

test.for(AREAS)('%s: the invariants hold in every world near the start', (area) => {
  const [first, ...others] = gapSets(contract, area)
  for (const choices of process.env.UNDERSTUDY_FULL ? [first, ...others] : [first, others[0]])
    if (choices) {
      const { breaches, transitions } = explore({ contract, area, choices, mostWorlds: MOST_WORLDS })
      expect(breaches).toEqual([])
      expect(transitions).toBeGreaterThan(5)
    }
})

type Outcome = ReturnType<ModelUnderTest['decide']>

/** The model with another outcome of one operation. */
const changing = (id: string, change: (outcome: Outcome) => Outcome): ModelUnderTest => ({
  ...THE_MODEL,
  decide: (world, request, choices) => {
    const outcome = THE_MODEL.decide(world, request, choices)
    return request.operation.id === id ? change(outcome) : outcome
  },
})

const withBody = (id: string, change: (body: never) => unknown): ModelUnderTest =>
  changing(id, (outcome) =>
    outcome.kind === 'success' ? { ...outcome, body: change(outcome.body as never) } : outcome,
  )

const withStatus = (status: string) => (outcome: Outcome) => ({
  ...outcome,
  changes: outcome.changes.map((change) =>
    change.kind === 'put' && change.table === 'OncallIncident' ? { ...change, row: { ...change.row, status } } : change,
  ) as Change[],
})

let minted = ''
/** For each invariant a model that breaks it. */
const BROKEN: Readonly<Record<string, readonly [Area, ModelUnderTest]>> = {
  'state-table': ['oncall', changing('publishUpdate', withStatus('acknowledged'))],
  'closed-states': ['oncall', changing('publishUpdate', withStatus('open'))],
  'no-trace-of-a-refusal': [
    'uptime',
    changing('createMonitor', (outcome) =>
      outcome.kind === 'refused' ? { ...outcome, changes: [{ kind: 'serial', serial: 9e6 }] } : outcome,
    ),
  ],
  'answers-fit': ['uptime', withBody('listUptimeServices', () => ({ services: [{ id: 7 }] }))],
  'secrets-once': [
    'tokens',
    {
      ...THE_MODEL,
      decide: (world, request, choices) => {
        const outcome = THE_MODEL.decide(world, request, choices)
        if (outcome.kind !== 'success') return outcome
        if (request.operation.id === 'createToken') minted = (outcome.body as { readonly key: string }).key
        return request.operation.id === 'listTokens'
          ? { ...outcome, body: { ...(outcome.body as object), minted } }
          : outcome
      },
    },
  ],
  'references-hold': [
    'uptime',
    withBody('listMonitors', ({ monitors }: { monitors: object[] }) => ({
      monitors: monitors.map((monitor) => ({ ...monitor, serviceId: 'svc_gone' })),
    })),
  ],
  'counts-agree': [
    'uptime',
    withBody('listUptimeServices', ({ services }: { services: { monitors: number }[] }) => ({
      services: services.map((service) => ({ ...service, monitors: service.monitors + 1 })),
    })),
  ],
  'one-clock': [
    'uptime',
    {
      ...THE_MODEL,
      advance: (world) => ({ changes: [{ kind: 'clock', nowMs: world.nowMs - 1 }], fired: [], rules: [] }),
    },
  ],
}

test('there is a broken model for every invariant', () =>
  expect(Object.keys(BROKEN).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort()))

test.for(Object.entries(BROKEN))('%s: a model that breaks it is caught, by a short path', ([name, [area, model]]) => {
  if (!usual) throw new Error('there are always the defaults')
  const among = (mostWorlds: number) =>
    explore({ contract, area, choices: usual, model, mostWorlds }).breaches.find(({ invariant }) => invariant === name)
  // Most are caught among the first worlds.
  const breach = among(60) ?? among(400)
  expect(breach?.what).toBeTypeOf('string')
  expect(breach?.path.length).toBeLessThanOrEqual(4)
})

test('the command says how much it saw, and where it was asked for nonsense', async () => {
  const run = await understudy('spec', 'explore', 'organization', 'iam', '--seconds', '1')
  expect(run).toMatchObject({ code: 0, err: '' })
  expect(run.out).toMatch(/^organization {2}\d+ worlds .*holds\niam/)
  expect(await understudy('spec', 'explore', 'uptimes')).toMatchObject({
    code: 2,
    err: 'There is no area uptimes (did you mean uptime?).\n',
  })
})
