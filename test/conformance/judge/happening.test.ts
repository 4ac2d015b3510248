import { expect, test } from 'vitest'
import { predictions } from '../../../src/conformance/judge/event-predictions.ts'
import { happening } from '../../../src/conformance/judge/happening.ts'
import { judgeEvent } from '../../../src/conformance/judge/judge-event.ts'
import type { Caused } from '../../../src/conformance/shadow/caused.ts'
import { newShadow } from '../../../src/conformance/shadow/shadow.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { ImpossibleEvent } from '../../../src/model/areas/event-answer.ts'
import { emptyWorld } from '../../../src/model/empty-world.ts'

const contract = loadContract(source)
const world = emptyWorld({ nowMs: Date.parse('2026-03-05T09:00:00Z'), values: 'symbolic' })

const QUOTA = { quota: 'clusters', value: 2 }

const caused = (): Caused => ({
  contract,
  shadow: newShadow({ ...world }, new Map(), 'salt'),
  event: 'imagePushed',
  org: 'acme',
  body: { registry: 'none', repository: 'app', tag: 'v1' },
  answer: undefined,
})

test('what follows from an event is worked out once for the report and for what comes after', () => {
  const event = caused()
  const foreseen = happening(event, event.shadow.world)
  expect(happening({ ...event, answer: { pushed: true } }, event.shadow.world)).toBe(foreseen)
  expect(foreseen.error).toBeInstanceOf(ImpossibleEvent)
  expect(predictions(event).first.impossible).toBe(foreseen.error)
})

test('another event in the same world is another matter, and so is the same one with other choices or in another world', () => {
  const event = caused()
  const { shadow, body } = event
  const foreseen = happening(event, shadow.world)
  const others = [
    happening({ ...event, body: structuredClone(body) }, shadow.world),
    happening({ ...event, org: 'globex' }, shadow.world),
    happening({ ...event, event: 'messageSent' }, shadow.world),
    happening({ ...event, shadow: { ...shadow, learned: new Map() } }, shadow.world),
    happening(event, { ...shadow.world }),
    happening(event, shadow.world, new Map([['general.trimming', 'keep']])),
  ]
  for (const other of others) expect(other).not.toBe(foreseen)
})

test('an event that is foreseen leads to the same shadow', () => {
  const [foreseen, unforeseen] = [caused(), caused()].map(
    (event): Caused => ({ ...event, event: 'quotaChanges', body: QUOTA }),
  )
  if (!foreseen || !unforeseen) throw new Error('there are two')
  happening(foreseen, foreseen.shadow.world)
  expect(judgeEvent(foreseen)).toEqual(judgeEvent(unforeseen))
})
