import { expect, onTestFinished, test } from 'vitest'
import { drawWalk } from '../../../src/conformance/draw/walk.ts'
import { call } from '../../../src/conformance/plan/looks.ts'
import { makeTidying } from '../../../src/conformance/run/tidy.ts'
import { advance } from '../../../src/conformance/script/script.ts'
import { runDrawn } from '../../../src/conformance/sequence/sequence.ts'
import { openWalking, told } from '../../support/walking.ts'

test('things that were made in another organization are removed as well', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const create = walking.contract.operation('createSchedule')
  const sequence = await walking.walk([call(create), call(create, 'neighbour')])
  expect(told(sequence)).toEqual(['createSchedule 201', 'createSchedule 201'])
  const { headers } = walking.contract.profile.actors.outsider ?? { headers: {} }
  const listed = await walking.mock.fetch('/api/v1/oncall/schedules', { headers })
  expect(listed.status).toBe(200)
  expect(JSON.stringify(await listed.json())).not.toContain(sequence.salt)
})

test.each(['plain', 'manager', 'lesser'] as const)(
  'paging settings are put back, whoever saved them (%s)',
  async (manner) => {
    const walking = await openWalking()
    onTestFinished(() => walking.close())
    const save = { ...call(walking.contract.operation('savePagingSettings'), manner), body: () => ({ rules: LATE }) }
    const sequence = await walking.walk([save])
    expect(told(sequence)).toEqual(['savePagingSettings 200'])
    const { actor = '' } = sequence.steps[0] ?? {}
    const { headers } = walking.contract.profile.actors[actor] ?? { headers: {} }
    const shown = await walking.mock.fetch('/api/v1/oncall/paging-settings', { headers })
    expect(await shown.json()).not.toMatchObject({ rules: LATE })
  },
)

const LATE = [{ channel: 'email', delaySeconds: 600 }]

test('a cluster that is deleted while the clock is ahead has gone before the clock is put back', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const create = walking.contract.operation('createCluster')
  const sequence = await walking.walk([call(create), advance('P2D')])
  expect(told(sequence)).toEqual(['createCluster 201', 'outside event advanceClock'])
  const { headers } = walking.contract.profile.actors.owner ?? { headers: {} }
  const listed = await walking.mock.fetch('/api/v1/clusters', { headers })
  expect(JSON.stringify(await listed.json())).not.toContain(sequence.salt)
})

test('the clock is put back even if a teardown cannot be waited for', async () => {
  const caused: string[] = []
  const walking = await openWalking({
    drivenBy: (driver) => ({
      ...driver,
      async cause(event, body) {
        caused.push(event)
        if (event === 'advanceClock' && caused.indexOf(event) < caused.length - 1) throw new Error('not now')
        return driver.cause(event, body)
      },
    }),
  })
  onTestFinished(() => walking.close())
  await walking.walk([call(walking.contract.operation('createCluster')), advance('P2D')])
  expect(caused.slice(-3)).toEqual(['advanceClock', 'advanceClock', 'setClock'])
  expect([...walking.session.leftBehind]).toContain('a cluster that is being torn down: not now')
})

test('a login credential is ended by whoever it was minted for', async () => {
  const walking = await openWalking({ gaps: { 'registry.revoke-others-login': 'refuse' } })
  onTestFinished(() => walking.close())
  const mint = call(walking.contract.operation('createLoginCredential'), 'lesser')
  const sequence = await walking.walk([call(walking.contract.operation('createRegistry')), mint])
  expect(told(sequence)).toEqual(['createRegistry 201', 'createLoginCredential 201'])
  expect([...walking.session.leftBehind]).toEqual([])
})

test('while others run the clock stays where it is, and is put back when they are through', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const { session, cast, contract } = walking
  const { tidy, putClockBack } = makeTidying(session, cast, true)
  const sequence = await runDrawn(session, 'shared', drawWalk(session, [advance('P2D')], 1, cast))
  await tidy(sequence, true)
  expect(session.clock.aheadMs).toBe(2 * 86_400_000)
  await putClockBack()
  expect(session.clock.aheadMs).toBe(0)
  const { headers } = contract.profile.actors.owner ?? { headers: {} }
  const { now } = (await (await walking.mock.fetch('/_understudy/clock', { headers })).json()) as { now: string }
  expect(Math.abs(Date.parse(now) - session.clock.now())).toBeLessThan(60_000)
})
