import type { Drawing } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import { bearer, unnarrowed } from '../../../script/by-token.ts'
import type { Goal } from '../../../script/goal.ts'
import { advance, event, type Script, script, times } from '../../../script/script.ts'
import { ofFirstService } from './first-service.ts'

const statusPage: Goal = event('statusPageViewed', ({ vocabulary }) => ({ serviceIds: vocabulary.oncallServices }))
/** A status page that does not show the first service. */
const pageOfOthers: Goal = event('statusPageViewed', ({ vocabulary }) => {
  const [, ...others] = vocabulary.oncallServices ?? []
  return others.length === 0 ? undefined : { serviceIds: others }
})

const alerted =
  (happens: 'alertFires' | 'alertResolves') =>
  (name: string): Goal =>
    event(happens, ({ vocabulary, salt }) => {
      const [serviceId] = vocabulary.oncallServices ?? []
      return serviceId && { serviceId, alert: `${name}-${salt}` }
    })
const firing = alerted('alertFires')
const over = alerted('alertResolves')

/** As the profile says that one asks for them. */
const resolvedOnes = ({ vocabulary: { incidentStatusFilter } }: Drawing) =>
  incidentStatusFilter?.resolved === undefined ? undefined : { status: incidentStatusFilter.resolved }

/** Incidents in a list, at most (Limits). */
const MOST_LISTED = 100
const incidentAt = (place: number) => (drawing: Drawing) => {
  const incident = own(drawing, 'OncallIncident').at(place)
  return incident && { id: incident.id }
}
const newestIncident = incidentAt(-1)
/** The page of the service that has the newest incident. */
const pageOfNewest = (drawing: Drawing) => {
  const incident = own(drawing, 'OncallIncident').at(-1)
  return incident && { serviceId: incident.serviceId }
}

export const INCIDENT_SCRIPTS: readonly Script[] = [
  // Resolved is terminal, and a resolved incident can still be published about (States, incident table).
  script(['openIncident', 'resolveIncident', 'acknowledgeIncident', 'listIncidents'], (call) => [
    [call('openIncident'), call('resolveIncident'), call('acknowledgeIncident'), call('listIncidents', { query: {} })],
    [call('openIncident'), call('acknowledgeIncident'), call('resolveIncident'), call('listIncidents', { query: {} })],
    [
      call('openIncident'),
      advance('PT1M'),
      call('openIncident'),
      advance('PT1M'),
      call('openIncident'),
      call('listIncidents', { query: {} }),
    ],
    // Whatever became of one of them, the newest comes first.
    [
      ...times(3, () => [call('openIncident'), advance('PT1M')]).flat(),
      call('acknowledgeIncident', { parameters: incidentAt(-2) }),
      call('listIncidents', { query: {} }),
    ],
    [call('openIncident'), call('acknowledgeIncident'), call('acknowledgeIncident')],
    [call('openIncident'), call('resolveIncident'), call('resolveIncident')],
    [call('openIncident'), advance('P30D'), call('listIncidents', { query: {} })],
    // More than a page of most, and more than there may be.
    [...times(12, () => call('openIncident')), call('listIncidents', { query: {} })],
    // More than a list holds, of which those of others take no place, where they can have any, nor do those that are over.
    [
      ...[call('createOncallService', { manner: 'neighbour' })].filter(({ kind }) => kind === 'call'),
      call('openIncident', { manner: 'neighbour' }),
      ...[...times(MOST_LISTED + 1, () => call('openIncident')), call('listIncidents', { query: {} })],
      call('listIncidents', { query: {}, manner: 'neighbour' }),
      ...times(MOST_LISTED, (place) => call('resolveIncident', { parameters: incidentAt(-1 - place) })),
      call('listIncidents', { query: {} }),
    ],
  ]),
  script(['openIncident', 'publishUpdate', 'retractUpdate', 'resolveIncident'], (call) => [
    [
      call('openIncident'),
      call('resolveIncident'),
      call('publishUpdate'),
      statusPage,
      call('retractUpdate'),
      statusPage,
    ],
    [call('openIncident'), call('publishUpdate'), statusPage],
    // However long ago it was resolved.
    ...['P2D', 'P40D'].map((since) => [
      ...[call('openIncident'), call('resolveIncident'), advance(since), call('publishUpdate'), statusPage],
      ...[call('publishUpdate'), call('retractUpdate'), statusPage],
    ]),
    [call('openIncident', { body: ofFirstService }), call('publishUpdate'), pageOfOthers],
    [call('openIncident'), statusPage],
    [call('openIncident'), call('publishUpdate'), call('retractUpdate'), statusPage],
    [call('openIncident'), call('publishUpdate'), call('publishUpdate'), call('retractUpdate'), statusPage],
    // Two incidents of one service, each with its own updates.
    [
      ...times(2, () => [
        call('openIncident', { body: ofFirstService }),
        call('publishUpdate', { parameters: newestIncident }),
      ]).flat(),
      statusPage,
      call('retractUpdate'),
      statusPage,
    ],
  ]),
  // Each update has its own author (On-call 21).
  script(['openIncident', 'publishUpdate'], (call) =>
    (['plain', 'manager'] as const).map((first) => [
      call('openIncident'),
      call('publishUpdate', { manner: first }),
      call('publishUpdate', { manner: first === 'plain' ? 'manager' : 'plain', parameters: newestIncident }),
    ]),
  ),
  // The internal timeline is never public, whatever became of the incident (On-call 21).
  script(['openIncident', 'publishUpdate', 'acknowledgeIncident', 'resolveIncident', 'getIncident'], (call) => {
    const look = [call('getIncident', { parameters: newestIncident }), statusPage]
    return [
      [
        call('openIncident'),
        call('publishUpdate'),
        ...look,
        call('acknowledgeIncident'),
        ...look,
        call('resolveIncident'),
        ...look,
      ],
    ]
  }),
  // With the address of the status page in the profile: the same (On-call 21 and 25).
  script(['openIncident', 'publishUpdate', 'retractUpdate', 'resolveIncident', 'getStatusPage'], (call) => {
    const page = call('getStatusPage', { manner: 'nobody', parameters: pageOfNewest })
    const look = [call('getIncident', { parameters: newestIncident }), page]
    return [
      [call('openIncident'), page, call('publishUpdate'), page, call('retractUpdate'), page],
      [call('openIncident'), call('publishUpdate'), call('publishUpdate'), call('retractUpdate'), page],
      [call('openIncident'), call('resolveIncident'), call('publishUpdate'), page, call('retractUpdate'), page],
      [call('openIncident'), call('resolveIncident'), advance('P2D'), call('publishUpdate'), page],
      [
        call('openIncident'),
        call('publishUpdate'),
        call('acknowledgeIncident'),
        ...look,
        call('resolveIncident'),
        ...look,
      ],
    ]
  }),
  script(['acknowledgeIncident', 'resolveIncident', 'listIncidents', 'getIncident'], (call) => [
    [firing('first'), call('listIncidents', { query: {} })],
    [firing('first'), call('acknowledgeIncident'), firing('second'), call('listIncidents', { query: {} })],
    // However long ago that was.
    ...['PT90M', 'P2D'].map((since) => [
      ...[firing('first'), call('acknowledgeIncident'), advance(since), firing('second')],
      call('listIncidents', { query: {} }),
    ]),
    [
      ...[firing('first'), call('resolveIncident'), firing('second'), call('listIncidents', { query: {} })],
      call('getIncident', { parameters: newestIncident }),
    ],
    // What was resolved stays so, also when the alert that it was about comes back.
    [
      ...[firing('first'), call('resolveIncident'), call('getIncident'), over('first'), firing('first')],
      ...[call('listIncidents', { query: {} }), call('getIncident', { parameters: incidentAt(0) })],
    ],
    // Also where none fired any more when it was resolved, by itself or by somebody.
    [
      ...[firing('first'), over('first'), call('resolveIncident', { intent: 'exotic' }), firing('first')],
      ...[call('listIncidents', { query: {} }), call('listIncidents', { query: resolvedOnes, optional: true })],
    ],
    // Also when one of its alerts is over, as long as another fires.
    [
      ...[firing('first'), firing('second'), call('acknowledgeIncident'), over('first'), firing('third')],
      ...[call('listIncidents', { query: {} }), call('getIncident')],
    ],
    // Nor does one that fires again bring it back to where nobody had it in hand (States, incident table).
    [
      ...[firing('first'), firing('second'), call('acknowledgeIncident'), over('first'), firing('first')],
      ...[call('listIncidents', { query: {} }), call('getIncident')],
    ],
    [
      ...[firing('first'), firing('second'), call('getIncident')],
      // To look at it changes nothing.
      ...[over('first'), call('listIncidents', { query: {} }), call('getIncident'), call('getIncident')],
    ],
  ]),
  // It is marked with whoever acknowledges, in person or by a token of theirs (States, incident table).
  script(['openIncident', 'acknowledgeIncident', 'getIncident', 'createToken'], (call) => {
    const look = call('getIncident', { parameters: newestIncident })
    return [
      [
        ...[call('openIncident', { manner: 'manager' }), look],
        ...[call('acknowledgeIncident', { parameters: newestIncident }), look],
        ...[call('createToken', { body: unnarrowed }), call('openIncident', { manner: 'manager' })],
        // Who may do what by a token is open in part.
        ...[call('acknowledgeIncident', { parameters: newestIncident, bearer, intent: 'exotic' }), look],
      ],
    ]
  }),
  // Also to one that was opened by hand (Events, point 4).
  script(['openIncident', 'acknowledgeIncident', 'listIncidents', 'getIncident'], (call) => [
    [
      ...[call('openIncident', { body: ofFirstService }), call('acknowledgeIncident'), firing('first')],
      ...[call('listIncidents', { query: {} }), call('getIncident')],
    ],
  ]),
  // Nothing resolves an incident without alerts by itself, not even the end of another one's (States, incident table).
  script(['openIncident', 'listIncidents', 'getIncident'], (call) => [
    [
      firing('first'),
      call('openIncident', { body: ofFirstService }),
      over('first'),
      call('listIncidents', { query: {} }),
      call('getIncident', { parameters: newestIncident }),
      // Some of the others may take a while.
      advance('PT2H'),
      call('getIncident', { parameters: newestIncident }),
      call('listIncidents', { query: {} }),
    ],
  ]),
  // Ours are in no list of others, whatever became of them (Conventions).
  script(['openIncident', 'resolveIncident', 'listIncidents'], (call) =>
    (['elsewhere', 'dual-elsewhere'] as const).map((manner) => [
      ...[call('openIncident'), call('resolveIncident')],
      call('listIncidents', { manner, query: resolvedOnes, optional: true }),
    ]),
  ),
  // Clearing it a second time is open, and found out by trying.
  script(['clearProviderCredential'], (call) => [[call('clearProviderCredential'), call('clearProviderCredential')]]),
]
