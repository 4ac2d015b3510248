import { expect, onTestFinished, test } from 'vitest'
import { call, looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Sequence } from '../../../src/conformance/sequence/sequence.ts'
import { openWalking } from '../../support/walking.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]

/** True if the list that was asked for last shows the thing that was made first. */
function isListed({ trace }: Sequence, list: string): boolean {
  const answers = trace.map(({ exchange }) => (exchange?.answered ? exchange.received.json : undefined))
  const { id } = Object(answers[0])
  const place = trace.findLastIndex(({ step }) => step.kind === 'request' && step.operation === list)
  return typeof id === 'string' && JSON.stringify(answers[place]).includes(id)
}

test.each([['openIncident'], ['acknowledgeIncident'], ['resolveIncident']])(
  'whatever filters are drawn for a look, it shows what came of %s',
  async (id) => {
    const walking = await openWalking()
    onTestFinished(() => walking.close())
    const { contract, of } = walking
    const looks = looksAmong(of('oncall'))
    const done = id === 'openIncident' ? [] : [call(contract.operation(id))]
    for (const seed of SEEDS) {
      const walk = [call(contract.operation('openIncident')), ...done, ...looks(contract.operation(id))]
      expect(isListed(await walking.walk(walk, seed), 'listIncidents')).toBe(true)
    }
  },
)
