import { expect, test } from 'vitest'
import { ALERT_SOURCE_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { INCIDENT_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/incidents.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Profile } from '../../../../../src/contract/profile.ts'
import type { Sent } from '../../../../../src/target/exchange.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { sampled } from '../../../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../../../support/seen-case.ts'

const FLAT: Profile['gaps'] = { 'oncall.detail-shape': 'flat' }
const bodyOf = ({ body }: Sent) => Object(JSON.parse(body || '{}'))
const isDetail = ({ method, path }: Sent): boolean => method === 'GET' && /\/incidents\/[^/]+$/.test(path)
const alertsOf = (json: unknown): Readonly<Record<string, unknown>>[] => Object(json).alerts ?? []

interface InCircumstances extends Case {
  readonly gaps?: Profile['gaps']
}

/** An alert that is over ends where it fired last, or first, whoever it was that tells so. */
const endingElsewhere = (where: 'first' | 'last') => (): Mistake => {
  const firing = new Map<string, Sent[]>()
  return {
    asked(sent) {
      const { method, body, headers, path } = sent
      const [alert] = alertsOf(bodyOf(sent))
      if (method !== 'POST' || !alert) return sent
      const places = firing.get(String(alert.fingerprint)) ?? []
      if (alert.status === 'firing') {
        firing.set(String(alert.fingerprint), [...places.filter((one) => one.path !== path), sent])
        return sent
      }
      const place = places.at(where === 'first' ? 0 : -1)
      firing.set(
        String(alert.fingerprint),
        places.filter((one) => one !== place),
      )
      return place ? { ...sent, path: place.path, headers: { ...headers, ...place.headers }, body } : sent
    },
  }
}
const isOfNeighbour = (walk: Walk): boolean =>
  walk.some((goal) => goal.kind === 'call' && goal.manner === 'neighbour' && goal.operation.id === 'receiveAlerts')

const CASES: readonly InCircumstances[] = [
  ...(['first', 'last'] as const).flatMap((where): InCircumstances[] =>
    [true, false].map((elsewhere) => ({
      name: `an alert that ends where it fired ${where}, ${elsewhere ? 'in whatever organization' : 'for whatever service'}`,
      mistake: endingElsewhere(where),
      plan: walksOf(ALERT_SOURCE_SCRIPTS, (walk) => calls('receiveAlerts')(walk) && isOfNeighbour(walk) === elsewhere),
      seen: { operation: 'listIncidents', severity: 'failure' },
    })),
  ),
  {
    name: 'a look at an incident that loses the alerts that are over',
    mistake() {
      const looked = new Map<string, number>()
      return {
        answered({ sent, received }) {
          if (sent.method === 'POST') looked.clear()
          if (!isDetail(sent)) return received
          const times = looked.get(sent.path) ?? 0
          looked.set(sent.path, times + 1)
          const kept = alertsOf(received.json).filter(({ status }) => times === 0 || status === 'firing')
          return as(received, 200, { ...Object(received.json), alerts: kept })
        },
      }
    },
    plan: walksOf(ALERT_SOURCE_SCRIPTS, calls('receiveAlerts')),
    gaps: FLAT,
    seen: { code: 'lacks', operation: 'getIncident', severity: 'failure', rules: ['ONC-08'] },
  },
  {
    name: 'a detail that shows twenty alerts at most',
    mistake: () => ({
      answered: ({ sent, received }) =>
        isDetail(sent)
          ? as(received, 200, { ...Object(received.json), alerts: alertsOf(received.json).slice(0, 20) })
          : received,
    }),
    plan: walksOf(ALERT_SOURCE_SCRIPTS, calls('receiveAlerts')),
    gaps: FLAT,
    seen: { code: 'lacks', operation: 'getIncident', severity: 'failure', rules: ['ONC-08'] },
  },
  {
    name: 'an alert that shows what another organization was told of it',
    mistake() {
      const known = new Map<unknown, unknown>()
      return {
        answered({ sent, received }) {
          for (const { fingerprint, annotations } of alertsOf(bodyOf(sent)))
            if (!known.has(fingerprint)) known.set(fingerprint, annotations)
          if (!isDetail(sent)) return received
          const alerts = alertsOf(received.json).map((one) => ({ ...one, annotations: known.get(one.fingerprint) }))
          return as(received, 200, { ...Object(received.json), alerts })
        },
      }
    },
    plan: walksOf(ALERT_SOURCE_SCRIPTS, calls('receiveAlerts')),
    gaps: FLAT,
    seen: { code: 'holds', why: 'elsewhere', operation: 'getIncident', severity: 'failure', rules: ['ONC-08'] },
  },
  {
    name: 'a list that is cut before it is known whose it is',
    mistake() {
      const opened: unknown[] = []
      return {
        answered({ sent, received }) {
          const { id, openedAt, incidents } = Object(received.json)
          if (sent.method === 'POST' && openedAt && sent.path.endsWith('/incidents')) opened.push(id)
          if (!Array.isArray(incidents)) return received
          return as(received, 200, { incidents: incidents.filter((one) => opened.slice(-100).includes(one.id)) })
        },
      }
    },
    plan: walksOf(INCIDENT_SCRIPTS, (walk) => walk.length > 100),
    seen: { operation: 'listIncidents', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))(
  '$name is seen',
  { timeout: 60_000 },
  async ({ mistake, plan, gaps = {}, seen }) => {
    expect(await found(mistake(), plan, [], gaps)).toMatchObject(seen)
    expect(await found(undefined, plan, [], gaps)).toBeUndefined()
  },
)
