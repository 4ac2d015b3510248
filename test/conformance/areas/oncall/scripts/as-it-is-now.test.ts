import { afterAll, expect, test } from 'vitest'
import { PAGING_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/paging.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import { openWalking } from '../../../../support/walking.ts'

/** Tests run side by side here, because most of their time is waiting: what they opened is closed in the end. */
const walkings: { close(): Promise<unknown> }[] = []
afterAll(() => Promise.all(walkings.map((walking) => walking.close())))

const calls = (id: string) => (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id)

/** What pages look like instead. */
type Pages = (pages: readonly Readonly<Record<string, unknown>>[], incidentId: unknown) => unknown[]

/** What the meant walks find where the log of pages shows something else. */
async function found(isMeant: (walk: Walk) => boolean, shown: Pages) {
  const drivenBy = (own: Driver): Driver => ({
    ...own,
    cause: async (event, body) => {
      const answer = Object(await own.cause(event, body))
      return event === 'listPages' ? { ...answer, pages: shown(answer.pages, Object(body).incidentId) } : answer
    },
  })
  const walking = await openWalking({
    drivenBy,
    // A profile that names no phone.
    judgedBy: ({ vocabulary: { phone: _, ...vocabulary }, ...profile }) => ({ ...profile, vocabulary }),
  })
  walkings.push(walking)
  const walks = PAGING_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(isMeant)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding?.code)
  return findings
}

test.concurrent('a source pages by the policy that its service has now', async () => {
  expect(await found(calls('createAlertSource'), (pages) => [...pages])).toEqual([undefined, undefined])
  const toTheFirst: Pages = (pages, incidentId) =>
    pages.length > 0 ? [] : [{ id: 'p', incidentId, userId: 'usr_mara', channel: 'email', outcome: 'sent' }]
  expect(await found(calls('createAlertSource'), toTheFirst)).toEqual(['paged', 'paged'])
})

test.concurrent('without a credential pages by telephone fail and are not left out, also where the profile names no phone', async () => {
  const isOfUs = (walk: Walk) => walk.every((goal) => goal.kind !== 'call' || goal.manner !== 'dual')
  const isMeant = (walk: Walk) => calls('clearProviderCredential')(walk) && calls('openIncident')(walk) && isOfUs(walk)
  expect(await found(isMeant, (pages) => [...pages])).toEqual([undefined, undefined, undefined, undefined])
  const byEmail: Pages = (pages) => pages.filter(({ channel }) => channel === 'email')
  expect(await found(isMeant, byEmail)).toEqual(['paged', 'paged', 'paged', 'paged'])
})

/** A service that has paged somebody does so for the next incident too, whether it still has a policy or not. */
function remembering() {
  let incidents = 0
  const between = (client: Client): Client => ({
    ...client,
    async send(sent, held) {
      const exchange = await client.send(sent, held)
      const { escalationPolicyId } = Object(JSON.parse(sent.body || '{}'))
      if (typeof escalationPolicyId === 'string') incidents = 0
      if (sent.method === 'POST' && sent.path.endsWith('/incidents')) incidents++
      return exchange
    },
  })
  const drivenBy = (own: Driver): Driver => ({
    ...own,
    async cause(event, body) {
      const answer = Object(await own.cause(event, body))
      if (event === 'alertFires') incidents++
      if (event !== 'listPages' || incidents < 2 || answer.pages.length > 0) return answer
      const { incidentId } = Object(body)
      return { ...answer, pages: [{ id: 'p', incidentId, userId: 'usr_mara', channel: 'email', outcome: 'sent' }] }
    },
  })
  return { between, drivenBy }
}

test.concurrent('a service that has no policy any more pages nobody, whatever an incident before went through', async () => {
  const isDetached = (walk: Walk) =>
    walk.filter((goal) => goal.kind === 'call' && goal.operation.id === 'setServiceEscalationPolicy').length === 2 &&
    calls('resolveIncident')(walk)
  const foundWith = async (how: Parameters<typeof openWalking>[0]) => {
    const walking = await openWalking(how)
    walkings.push(walking)
    const walks = PAGING_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(isDetached)
    const findings = []
    for (const walk of walks) findings.push((await walking.walk(walk)).finding?.code)
    return findings
  }
  expect(await foundWith({})).toEqual([undefined, undefined])
  expect(await foundWith(remembering())).toEqual(['paged', 'paged'])
})
