import { expect, test } from 'vitest'
import { citing, shownBy } from '../../../src/conformance/shadow/cited.ts'
import { newShadow } from '../../../src/conformance/shadow/shadow.ts'
import { emptyWorld } from '../../../src/model/empty-world.ts'

const rule = 'email.hard-bounce-suppresses'
const looked = (table: 'EmailSuppression' | 'EmailDomain') => ({ tables: [table], rows: [], time: false })

test('a rule about a consequence counts once an answer depends on what it changed', () => {
  const shadow = newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), '')
  const key = ['acme', 'a@b.example']
  const after = citing(shadow, [rule], [{ kind: 'remove', table: 'EmailSuppression', key }])
  expect(shownBy(after, looked('EmailDomain'))).toEqual([])
  expect(shownBy(after, looked('EmailSuppression'))).toEqual([rule])
})
