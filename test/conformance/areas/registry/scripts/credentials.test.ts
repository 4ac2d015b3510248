import { expect, onTestFinished, test } from 'vitest'
import { CREDENTIAL_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/credentials.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import { isObject } from '../../../../../src/contract/json.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import { judgedMock } from '../../../../support/judged-mock.ts'
import { openWalking, told } from '../../../../support/walking.ts'

/** A target at whose door every login opens that was ever given. */
const neverEnding = (own: Driver): Driver => ({
  ...own,
  async cause(event, body) {
    const answer = await own.cause(event, body)
    const isExpired = isObject(answer) && answer.accepted === false && String(answer.reason).includes('expired')
    const isLogin = isObject(body) && body.kind === 'login-credential'
    return isLogin && isExpired ? { ...answer, accepted: true, reason: undefined } : answer
  },
})

test('a login that still opens a little after its hour is seen', async () => {
  const { failures } = await judgedMock({ areas: ['registry'], maxRequests: 700, bail: true, driver: neverEnding })
  expect(failures.map(({ finding }) => finding)).toMatchObject([
    { code: 'door', kind: 'login-credential', operation: 'credentialUsed' },
  ])
  const spans = failures[0]?.sequence.steps.flatMap((step) => (step.kind === 'event' ? [step.body] : []))
  expect(spans).toContainEqual({ by: 'PT61M' })
})

/** Whoever had a registry of that slug once gets into the one that has it now. */
const bySlugAlone = (own: Driver): Driver => ({
  ...own,
  async cause(event, body) {
    const answer = await own.cause(event, body)
    const isLogin = isObject(body) && body.kind === 'login-credential'
    return isLogin && isObject(answer) ? { ...answer, accepted: true, reason: undefined } : answer
  },
})

test.each([true, false])(
  'a login of a registry that is gone opens none of another organization: %s',
  async (honest) => {
    const walking = await openWalking({
      gaps: { 'registry.deleted-slug': 'free' },
      ...(!honest && { drivenBy: bySlugAlone }),
    })
    onTestFinished(() => walking.close())
    const walks = CREDENTIAL_SCRIPTS.flatMap((one) => one.walks(walking.contract.operations) ?? [])
    const walk = walks.find((goals) => nameOf(goals) === ELSEWHERE)
    const sequence = await walking.walk(walk ?? [])
    expect(told(sequence)).toEqual(ELSEWHERE.split(' ').map((name) => STEPS[name]))
    expect(sequence.finding?.rules).toEqual(honest ? undefined : ['REG-06'])
  },
)

const ELSEWHERE = 'createRegistry createLoginCredential deleteRegistry createRegistry credentialUsed'
const STEPS: Readonly<Record<string, string>> = {
  createRegistry: 'createRegistry 201',
  createLoginCredential: 'createLoginCredential 201',
  deleteRegistry: 'deleteRegistry 204',
  credentialUsed: 'outside event credentialUsed',
}
const nameOf = (walk: Walk): string =>
  walk.map((goal) => (goal.kind === 'event' ? goal.event : 'operation' in goal ? goal.operation.id : '')).join(' ')

/** Whoever has a key or a login of one registry gets into every other. */
const opensAll =
  (kind: string) =>
  (own: Driver): Driver => ({
    ...own,
    async cause(event, body) {
      const answer = await own.cause(event, body)
      const isElsewhere = isObject(answer) && /another registry|not for that registry/.test(String(answer.reason))
      const isOfKind = isObject(body) && body.kind === kind
      return isOfKind && isElsewhere ? { ...answer, accepted: true, reason: undefined } : answer
    },
  })

test.each(['registry-key', 'login-credential'])('a %s that opens registries of others is seen', async (kind) => {
  const walking = await openWalking({ drivenBy: opensAll(kind) })
  onTestFinished(() => walking.close())
  const walks = CREDENTIAL_SCRIPTS.flatMap((one) => one.walks(walking.contract.operations) ?? [])
  const elsewhere = walks.filter((goals) => goals.some((goal) => goal.kind === 'call' && goal.manner === 'neighbour'))
  const findings = []
  for (const walk of elsewhere.filter((goals) => !nameOf(goals).includes('delete')))
    findings.push((await walking.walk(walk)).finding)
  expect(findings.flatMap((finding) => finding ?? [])).toMatchObject([{ code: 'door', kind }])
})
