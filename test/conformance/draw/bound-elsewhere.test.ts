import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { secretOf } from '../../../src/conformance/script/script.ts'
import { ORGANIZATION_HEADER, withColleagueElsewhere } from '../../support/colleague-elsewhere.ts'
import { openWalking } from '../../support/walking.ts'

/** Who uses a token that somebody has just minted for another organization. */
async function usersOfToken(isChosen: boolean) {
  const walking = await openWalking({
    ...(isChosen && { gaps: { 'general.acting-organization': 'header' } }),
    judgedBy: (profile) => (isChosen ? choosing(withColleagueElsewhere(profile)) : profile),
  })
  onTestFinished(() => walking.close())
  const [mint, list] = ['createToken', 'listMonitors'].map((id) => walking.contract.operation(id))
  if (!mint || !list) throw new Error('there are no such operations')
  const bearer = { bearer: (drawing: Parameters<typeof secretOf>[0]) => secretOf(drawing, 'createToken key') }
  const walk = [
    { ...call(mint, 'neighbour'), body: () => ({ name: 'theirs' }) },
    ...[call(list, 'elsewhere'), call(list)].map((goal) => ({ ...goal, ...bearer, intent: 'exotic' as const })),
  ]
  const { steps } = await walking.walk(walk)
  return steps.flatMap((step) => (step.kind === 'request' && step.bearer !== undefined ? [step.actor] : []))
}

/** Whoever belongs to two organizations says in each half which is meant. */
const choosing = (profile: ReturnType<typeof withColleagueElsewhere>) => ({
  ...profile,
  actors: Object.fromEntries(
    Object.entries(profile.actors).map(([name, actor]) => {
      const isHere = name !== 'elsewhere' && actor.user === profile.actors.elsewhere?.user
      const headers = { ...actor.headers, [ORGANIZATION_HEADER]: actor.organization }
      return [name, isHere ? { ...actor, headers } : actor]
    }),
  ),
})

test('nobody says one organization beside a token that is bound to another', async () => {
  expect(await usersOfToken(true)).toEqual(['outsider'])
  expect(await usersOfToken(false)).toEqual(['outsider', 'owner'])
})
