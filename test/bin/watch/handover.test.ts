import { expect, test } from 'vitest'
import { Handover } from '../../../bin/watch/handover.ts'
import type { ToJudge } from '../../../bin/watch/judge-messages.ts'
import type { TimedExchange } from '../../../src/conformance/traffic/timed-exchange.ts'

const END: ToJudge = { kind: 'finish', watched: { url: '', startedMs: 0, endedMs: 0, understudy: '' } }

const exchange = (startedMs: number, endedMs: number, answer = ''): TimedExchange => ({
  method: 'GET',
  path: '/api/v1/tokens',
  headers: {},
  body: '',
  status: 200,
  answerHeaders: {},
  answer,
  startedMs,
  endedMs,
})

/** What the judge has been told when it ends. */
function told(mostBytes: number, use: (handover: Handover) => void): string[] {
  const messages: ToJudge[] = []
  const handover = new Handover((some) => messages.push(...some), mostBytes)
  use(handover)
  handover.finish(END)
  return messages.slice(0, -1).map((message) => {
    if (message.kind === 'finish') return message.kind
    if (message.kind !== 'skipped') return `${message.kind} ${message.number}`
    return `skipped ${message.count} from ${message.startedMs} to ${message.endedMs}`
  })
}

test('everything is handed over in its order', () => {
  const all = told(1_000_000, (handover) => {
    handover.began(0, 10)
    handover.began(1, 11)
    handover.took(1, exchange(11, 12))
    handover.lost(0, 13)
  })
  expect(all).toEqual(['began 0', 'began 1', 'took 1', 'lost 0'])
})

test('while too much waits for the judge, it is told only how much passed, and when', () => {
  const all = told(10_000, (handover) => {
    handover.began(0, 10)
    handover.began(1, 11)
    handover.took(0, exchange(10, 12, 'x'.repeat(10_000)))
    handover.began(2, 13)
    handover.began(3, 14)
    handover.took(3, exchange(14, 15))
    // One that the judge knows of is over for it too.
    handover.took(1, exchange(11, 16))
    handover.judged(2)
    handover.began(4, 18)
    // Its beginning was not told, so it is not judged either.
    handover.lost(2, 19)
    handover.took(4, exchange(18, 20))
  })
  expect(all).toEqual([
    'began 0',
    'began 1',
    'took 0',
    'took 1',
    'skipped 1 from 14 to 15',
    'began 4',
    'took 4',
    'skipped 1 from 13 to 19',
  ])
})

test('what waits stays within the bound, however much passes', () => {
  let waiting = 0
  const handover = new Handover((some) => {
    waiting += some.filter(({ kind }) => kind !== 'began').length
  }, 100_000)
  for (let number = 0; number < 5_000; number++) {
    handover.began(number, number)
    handover.took(number, exchange(number, number))
  }
  handover.finish(END)
  expect(waiting).toBeLessThan(60)
})
