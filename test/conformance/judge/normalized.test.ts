import { expect, onTestFinished, test } from 'vitest'
import { UPTIME_TWISTS } from '../../../src/conformance/areas/uptime/twists.ts'
import { inSmallLetters, normalized } from '../../../src/conformance/judge/normalized.ts'
import type { CallGoal } from '../../../src/conformance/script/goal.ts'
import type { Client } from '../../../src/target/client.ts'
import { answered } from '../../support/answered.ts'
import { openWalking } from '../../support/walking.ts'

/** A target that shows something in another form than it was sent. */
const showing =
  (sent: string, shown: string) =>
  (client: Client): Client => ({
    ...client,
    async send(request) {
      const exchange = await client.send(request)
      if (!exchange.answered) return exchange
      const text = exchange.received.text.replaceAll(sent, shown)
      return { ...exchange, received: { ...exchange.received, text, json: text && JSON.parse(text) } }
    },
  })

async function found(sent: string, shown: string, time: string, intent: 'plain' | 'exotic' | 'odd') {
  const walking = await openWalking({
    gaps: { 'oncall.handoff-time-format': 'any' },
    between: showing(sent, shown),
  })
  onTestFinished(() => walking.close())
  const of = (id: string): CallGoal => ({ kind: 'call', operation: walking.contract.operation(id) })
  const body: CallGoal['body'] = (_, plain) => ({ ...plain, handoff: { interval: 'daily', time } })
  const { finding, trace } = await walking.walk([{ ...of('createSchedule'), body, intent }, of('listSchedules')])
  expect(trace[0]?.exchange).toMatchObject({ received: { status: 201 } })
  return finding
}

test.each(['exotic', 'odd'] as const)(
  'a value that is not plain may be shown in a form of its own: %s',
  async (intent) => {
    expect(await found('08:00:00', '08:00', '08:00:00', intent)).toBeUndefined()
  },
)

test('one that is lost is none of its own forms', async () => {
  expect(await found('08:00:00', '09:00', '08:00:00', 'exotic')).toMatchObject({ code: 'value', expected: '08:00:00' })
})

test('nor is one that means something else in small letters', async () => {
  const walking = await openWalking({ between: showing('aGVsbG8=', 'agvsbg8=') })
  onTestFinished(() => walking.close())
  const create = walking.contract.operation('createMonitor')
  const findings = []
  for (const twist of UPTIME_TWISTS.createMonitor?.filter(({ intent }) => intent === 'exotic') ?? [])
    findings.push((await walking.walk([{ kind: 'call', operation: create, manner: 'twist', twist }])).finding)
  expect(findings).toContainEqual(expect.objectContaining({ code: 'value', path: 'http.bodyBase64' }))
  expect(findings).toContainEqual(expect.objectContaining({ code: 'value', path: 'tcp.sendBase64' }))
})

test('a plain one is shown as it was sent', async () => {
  expect(await found('"08:00"', '"08:30"', '08:00', 'plain')).toMatchObject({ code: 'value', expected: '08:00' })
})

test('so is a name that we made up, whatever else is sent with it', async () => {
  expect(await found('"name":"', '"name":"our ', '08:00', 'exotic')).toMatchObject({ code: 'value' })
})

test('what else an answer differs in is for other choices to explain', () => {
  const sent = { handoff: { interval: 'daily', time: '08:00:00', dow: 1 } }
  const one = answered({ operation: 'updateSchedule', parameters: { id: 's1' }, sent, body: {} })
  const time = {
    code: 'value',
    path: 'handoff.time',
    expected: '08:00:00',
    actual: '08:00',
    provenance: 'stated',
  } as const
  const day = { code: 'missing', path: 'handoff.dow', expected: 1, actual: undefined, provenance: 'implied' } as const
  expect(normalized(one, [time, day])?.request.body).toEqual({ handoff: { interval: 'daily', time: '08:00', dow: 1 } })
  expect(normalized(one, [day])).toBeUndefined()
})

test('capitals that a target makes small letters of are understood as those', () => {
  const shown = (slug: string) =>
    inSmallLetters(answered({ operation: 'createRegistry', status: 201, sent: { slug: 'WEB' }, body: { slug } }))
  expect(shown('web')?.request.body).toEqual({ slug: 'web' })
  expect([shown('WEB'), shown('other')]).toEqual([undefined, undefined])
})
