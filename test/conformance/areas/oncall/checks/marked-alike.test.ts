import { expect, test } from 'vitest'
import { INCIDENT_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/incidents.ts'
import type { Profile } from '../../../../../src/contract/profile.ts'
import type { Sent } from '../../../../../src/target/exchange.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../../support/seen-case.ts'

const FLAT: Profile['gaps'] = { 'oncall.detail-shape': 'flat' }
const bodyOf = ({ body }: Sent) => Object(JSON.parse(body || '{}'))
const isDetail = ({ method, path }: Sent): boolean => method === 'GET' && /\/incidents\/[^/]+$/.test(path)
const lastPart = ({ path }: Sent): string => /[^/]+$/.exec(path)?.[0] ?? ''

const ACKNOWLEDGED_BY_TOKEN = walksOf(INCIDENT_SCRIPTS, calls('acknowledgeIncident', 'createToken'))

/** Whoever acknowledges by a token is called something else. */
function marking(by: (token: string) => string): Mistake {
  const byToken = new Set<string>()
  let [name, keys] = ['', [] as string[]]
  return {
    asked(sent) {
      const [, id = ''] = /\/incidents\/([^/]+)\/acknowledge$/.exec(sent.path) ?? []
      if (id && keys.some((key) => JSON.stringify(sent.headers).includes(key))) byToken.add(id)
      return sent
    },
    answered({ sent, received }) {
      const { key } = Object(received.json)
      if (typeof key === 'string') [name, keys] = [bodyOf(sent).name, [...keys, key]]
      if (!isDetail(sent) || !byToken.has(lastPart(sent))) return received
      const { acknowledgedBy, timeline, ...rest } = Object(received.json)
      const other = [timeline].flat().map((entry) => (Object(entry).byLabel ? { ...entry, byLabel: by(name) } : entry))
      return as(received, 200, { ...rest, ...(acknowledgedBy && { acknowledgedBy: by(name) }), timeline: other })
    },
  }
}

test.concurrent.each(['detail', 'timeline', 'nowhere'])(
  'whoever acknowledges by a token is marked like those who do in person: %s',
  async (place) => {
    const gaps = { ...FLAT, 'oncall.acknowledged-by-place': place }
    const wrong = { code: 'missing', operation: 'getIncident', severity: 'failure', rules: ['ONC-20'] }
    const nobody = await found(
      marking(() => 'nobody'),
      ACKNOWLEDGED_BY_TOKEN,
      [],
      gaps,
    )
    if (place === 'nowhere') expect(nobody).toBeUndefined()
    else expect(nobody).toMatchObject(wrong)
    expect(await found(undefined, ACKNOWLEDGED_BY_TOKEN, [], gaps)).toBeUndefined()
    const theToken = marking((token) => `by ${token}`)
    expect(await found(theToken, ACKNOWLEDGED_BY_TOKEN, [], gaps)).toBeUndefined()
  },
)
