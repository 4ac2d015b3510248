import { expect, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { sameShape } from '../../../src/conformance/sequence/deletes-anything.ts'
import { isObject } from '../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'

test.concurrent.each([
  ['7135', '900007135'],
  ['3f2b9c1e-77aa-4e01-9d5f-00c1aa9f33e0', '3f2b9c1e-77aa-4e01-9d5f-00c1bb0a44f1'],
  ['sch_01JCQZ8Y', 'sch_12KDRG9Z'],
])('%s has the shape of %s', (id, other) => {
  expect(sameShape(id)).toBe(other)
})

/** Somebody from elsewhere deletes a schedule of ours, and we look for it afterwards. */
const fromElsewhere: Plan = (_, all) => {
  const [create, remove, list] = ['createSchedule', 'deleteSchedule', 'listSchedules'].map((id) => all.get(id))
  return create && remove && list ? [[call(create), call(remove, 'elsewhere'), call(list)]] : []
}

/** A target that says of schedules that they have gone: of all, or only of those that are somebody's. */
function untouched(isSaid: (path: string, made: readonly string[]) => boolean): Mistake {
  const made: string[] = []
  return {
    answered({ sent, received }) {
      if (sent.method === 'POST' && isObject(received.json)) made.push(String(received.json.id))
      const isRefused = sent.method === 'DELETE' && received.status >= 400
      return isRefused && isSaid(sent.path, made) ? as(received, 204, undefined) : received
    },
  }
}

test.concurrent('where deleting what never was succeeds, so may deleting what others have', async () => {
  expect(
    await found(
      untouched(() => true),
      fromElsewhere,
      [],
    ),
  ).toBeUndefined()
})

test.concurrent('where it does not, it is a fault', async () => {
  const ofSomebody = untouched((path, made) => made.some((id) => path.endsWith(id)))
  expect(await found(ofSomebody, fromElsewhere, [])).toMatchObject({ operation: 'deleteSchedule', code: 'accepted' })
})

test.concurrent('where it does, and the thing has gone all the same, the look afterwards tells', async () => {
  let gone = false
  const both: Mistake = {
    answered({ sent, received }) {
      gone ||= sent.method === 'DELETE'
      if (sent.method === 'DELETE' && received.status >= 400) return as(received, 204, undefined)
      return gone && sent.method === 'GET' ? as(received, received.status, { schedules: [] }) : received
    },
  }
  expect(await found(both, fromElsewhere, [])).toMatchObject({ operation: 'listSchedules', severity: 'failure' })
})
