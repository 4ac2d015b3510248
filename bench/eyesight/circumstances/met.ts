import type { Area } from '../../../src/contract/areas.ts'
import { makeNodeMock } from '../../../stateful-mock/node/node-mock.ts'
import { answerRequest } from '../../../stateful-mock/server/answer-request.ts'
import { judgeMock, type MockParts } from '../judge-mock.ts'
import { type Asked, askedBy, madeBy } from './asked.ts'
import { callerOf } from './caller.ts'
import { CIRCUMSTANCES } from './circumstances.ts'

/** How often each operation was asked, and done, in each circumstance. */
export type Met = ReadonlyMap<string, ReadonlyMap<string, { asked: number; done: number }>>

/** A run over an area of a mock without mistakes, and the circumstances that it brought about. */
export async function metIn(area: Area, seed: number, maxRequests = 5000): Promise<Met> {
  const met = new Map<string, Map<string, { asked: number; done: number }>>()
  const before: Asked[] = []
  const other: MockParts = {
    makeNodeMock,
    answerRequest(mock, request, onFault) {
      const { holder } = mock.sandboxes.defaultSandbox
      const came = {
        method: request.method,
        target: request.target,
        caller: callerOf(request),
        body: request.body === 'too large' ? '' : new TextDecoder().decode(request.body),
        atMs: holder.world.nowMs,
      }
      const asked = askedBy(mock.contract, came)
      const handled = answerRequest(mock, request, onFault)
      if (!asked || handled.answer instanceof Promise) return handled
      asked.status = handled.answer.status
      const counts = met.get(asked.what) ?? new Map()
      met.set(asked.what, counts)
      for (const { name, holds } of [{ name: '', holds: () => true }, ...CIRCUMSTANCES]) {
        const is =
          asked.optional.length > 0
            ? [0, 0.2, 0.4, 0.6, 0.8].some((lot) => holds(asked, before, lot))
            : holds(asked, before, 0)
        if (!is) continue
        const count = counts.get(name) ?? { asked: 0, done: 0 }
        count.asked++
        if (asked.status < 300) count.done++
        counts.set(name, count)
      }
      const made = asked.does === 'create' ? madeBy(handled.answer.body) : undefined
      if (made !== undefined) asked.made = made
      before.push(asked)
      return handled
    },
  }
  await judgeMock({ other, areas: [area], seed, maxRequests, bail: true, driver: true })
  return met
}
