import { expect, onTestFinished, test } from 'vitest'
import { IAM_SCRIPTS } from '../../../src/conformance/areas/iam/scripts.ts'
import { PAGING_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/paging.ts'
import { TOKENS_SCRIPTS } from '../../../src/conformance/areas/tokens/scripts.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Script } from '../../../src/conformance/script/script.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Driver } from '../../../src/target/driver.ts'
import { openWalking } from '../../support/walking.ts'

/** What the walks with an outside event find wrong with the mock when this driver stands before its own. */
async function foundBy(scripts: readonly Script[], event: string, drivenBy: (driver: Driver) => Driver, most: number) {
  const walking = await openWalking({ drivenBy, judgedBy: (own) => ({ ...own, settle: 0 }) })
  onTestFinished(() => walking.close())
  const all = new Map([...walking.contract.operations, ...walking.contract.doors])
  const causes = (walk: Walk) => walk.some((goal) => goal.kind === 'event' && goal.event === event)
  const walks = scripts.flatMap((one) => one.walks(all) ?? []).filter(causes)
  const found = []
  for (const walk of walks.slice(0, most)) found.push((await walking.walk(walk)).finding)
  return found.filter((finding) => finding !== undefined)
}

test('people who are paged a moment after the incident are not missed, even if reads see every write at once', async () => {
  let waited = 0
  const asked = new Set<string>()
  const found = await foundBy(
    PAGING_SCRIPTS,
    'listPages',
    (own) => ({
      ...own,
      cause: async (event, body) => {
        const answer = await own.cause(event, body)
        const incident = JSON.stringify(body)
        if (event !== 'listPages' || asked.has(incident)) return answer
        asked.add(incident)
        waited++
        return { pages: [] }
      },
    }),
    8,
  )
  expect(waited).toBeGreaterThan(3)
  expect(found).toEqual([])
})

test('what is not said of a custom role may be filled in', async () => {
  const made = new Set<unknown>()
  const found = await foundBy(
    [...TOKENS_SCRIPTS, ...IAM_SCRIPTS],
    'roleChanges',
    (own) => ({
      ...own,
      cause(event, body) {
        const role = isObject(body) ? body.customRole : undefined
        if (event !== 'roleChanges' || !isObject(role) || made.has(role.id)) return own.cause(event, body)
        made.add(role.id)
        return own.cause(event, { ...Object(body), customRole: { description: 'a custom role', ...role } })
      },
    }),
    40,
  )
  expect(made.size).toBeGreaterThan(3)
  expect(found).toEqual([])
})
