import { expect, test } from 'vitest'
import { internalTimeline, timelineOn } from '../../../../../src/conformance/areas/oncall/checks/internal-timeline.ts'
import { withMemory } from '../../../../../src/conformance/shadow/memories.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const DETAIL = {
  incident: { id: 'inc_1', title: 'Checkout is down', service: 'Checkout and payments' },
  timeline: [
    { at: '2026-03-05T11:00:00Z', text: 'Checkout is down' },
    { at: '2026-03-05T11:05:00.000+00:00', text: 'resolved by Ada Owner', by: 'Ada Maria Owner' },
    { at: '2026-03-05T11:06:00Z', text: 'We are looking into it' },
  ],
}

/** What is found on a public page after the detail was read. */
function foundOn(fields: object) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const given = answered({ operation: 'getIncident', body: DETAIL, shadow })
  const read = { ...given, request: { ...given.request, parameters: { id: 'inc_1' } } }
  const { memory } = internalTimeline.look(read, internalTimeline.start)
  const updates = [{ id: 'upd_1', body: 'We are looking into it' }]
  return timelineOn(withMemory(shadow, internalTimeline, memory), { incidents: [{ id: 'inc_1', updates, ...fields }] })
}

test('neither an entry of the timeline nor a sentence of it is public', () => {
  expect(foundOn({ history: DETAIL.timeline.slice(1, 2) })).toMatchObject([
    { code: 'status-page', internal: 'history' },
  ])
  expect(foundOn({ resolution: 'resolved by Ada Owner' })).toMatchObject([{ internal: 'resolution' }])
  expect(foundOn({ progress: [{ text: 'resolved by Ada Owner' }] })).toMatchObject([{ internal: 'progress' }])
})

test('what is public anyway may be in the timeline too', () => {
  expect(foundOn({ headline: 'Checkout is down', where: 'Checkout and payments' })).toEqual([])
  expect(foundOn({ latest: 'We are looking into it', author: 'Ada Maria Owner' })).toEqual([])
})
