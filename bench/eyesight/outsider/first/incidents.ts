import { edit, type OutsiderFault } from '../fault.ts'

const OPEN = 'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}'
const ACKNOWLEDGE = 'owner PUT /oncall/incident/$0.id/state/ack'
const RESOLVE = 'owner PUT /oncall/incident/$0.id/state/done'
const LIST = 'owner GET /oncall/incident'

/** Mistakes in incidents, alerts, public updates and alert sources. */
export const INCIDENT_FAULTS: readonly OutsiderFault[] = [
  {
    id: 'incident-description-required',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'GEN-08',
    wrong: 'An incident without a description is refused.',
    requestsAlone: true,
    edits: [
      edit(
        'incidents.mjs',
        "check.optional(body, 'description', check.string)",
        "check.string(body.description, 'description')",
      ),
    ],
    shownBy: [OPEN],
    differsAt: '0.status',
  },
  {
    id: 'alert-end-resolves-manual-incident',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-01',
    wrong: 'When an alert of the service ends, its incidents without alerts resolve as well.',
    requestsAlone: false,
    edits: [
      edit(
        'alerts.mjs',
        `    if (!alert?.firing) continue\n    touched ??= incident\n    alert.firing = false\n    note(incident, now, \`alert resolved: \${alert.title}\`)`,
        `    if (alert?.firing) {\n      touched ??= incident\n      alert.firing = false\n      note(incident, now, \`alert resolved: \${alert.title}\`)\n    }`,
      ),
    ],
    shownBy: [
      'event alertFires {"serviceId":"701","alert":"f"}',
      OPEN,
      'event alertResolves {"serviceId":"701","alert":"f"}',
      LIST,
    ],
    differsAt: '3.body.incidents.length',
  },
  {
    id: 'update-on-foreign-incident',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'A public update can be published on an incident of another organization.',
    requestsAlone: true,
    edits: [
      edit(
        'updates.mjs',
        'const { check, choice, world, now } = ctx\n    const incident = known(ctx, ctx.org.incidents, ',
        'const { check, choice, world, now } = ctx\n    const everybodys = new Map([...world.orgs.values()].flatMap((org) => [...org.incidents]))\n    const incident = known(ctx, everybodys, ',
      ),
    ],
    shownBy: [OPEN, 'outsider POST /oncall/incident/$0.id/notice {"body":"hello"}'],
    differsAt: '1.status',
  },
  {
    id: 'incidents-by-last-change',
    areas: ['oncall'],
    kind: 'order and caps',
    statement: 'ONC-06',
    wrong: 'Incidents are listed by their last change, so an acknowledged old one comes first.',
    requestsAlone: true,
    edits: [
      edit(
        'incidents.mjs',
        'const incidents = found.map(',
        'found.sort((x, y) => y.timeline.at(-1).at - x.timeline.at(-1).at)\n    const incidents = found.map(',
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"old"}',
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"new"}',
      'pause',
      ACKNOWLEDGE,
      LIST,
    ],
    differsAt: '4.body.incidents.0.title',
  },
  {
    id: 'incident-cap-before-filter',
    areas: ['oncall'],
    kind: 'order and caps',
    statement: 'ONC-06',
    wrong: 'The working set is sought among the last hundred incidents, so an old open one falls out.',
    requestsAlone: true,
    edits: [
      edit('incidents.mjs', 'i >= 0 && found.length < cap; i -= 1', 'i >= 0 && history.length - i <= cap; i -= 1'),
    ],
    shownBy: [
      OPEN,
      '100x owner POST /oncall/incident/manual {"serviceId":"701","title":"t"} ; owner PUT /oncall/incident/$last.id/state/done',
      LIST,
    ],
    differsAt: '2.body.incidents.length',
  },
  {
    id: 'acknowledged-filter-has-open',
    areas: ['oncall'],
    kind: 'order and caps',
    statement: 'ONC-06',
    wrong: 'The filter for acknowledged incidents returns the open ones as well.',
    requestsAlone: true,
    edits: [edit('incidents.mjs', ': [filter]', ": filter === 'acknowledged' ? working : [filter]")],
    shownBy: [OPEN, 'owner GET /oncall/incident?status=acknowledged'],
    differsAt: '1.body.incidents.length',
  },
  {
    id: 'open-incident-not-resolved',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-03',
    wrong: 'An incident has to be acknowledged before it can be resolved.',
    requestsAlone: true,
    edits: [
      edit(
        'incidents.mjs',
        "if (incident.status === 'resolved') {",
        "if (incident.status === 'open') refuse(409, 'acknowledge it first')\n    if (incident.status === 'resolved') {",
      ),
    ],
    shownBy: [OPEN, RESOLVE],
    differsAt: '1.status',
  },
  {
    id: 'alert-joins-resolved-incident',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-04',
    wrong: 'A resolved incident that had been acknowledged still takes the next alert, and no new one opens.',
    requestsAlone: false,
    edits: [
      edit(
        'incident-life.mjs',
        "if (status === 'resolved') working.delete(incident)",
        "if (status === 'resolved' && incident.acknowledgedAt === undefined) working.delete(incident)",
      ),
    ],
    shownBy: [OPEN, ACKNOWLEDGE, RESOLVE, 'event alertFires {"serviceId":"701","alert":"f"}', LIST],
    differsAt: '4.body.incidents.length',
  },
  {
    id: 'alert-joins-other-service',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-05',
    wrong: 'An alert attaches to whatever incident is unresolved in the organization.',
    requestsAlone: false,
    edits: [
      edit(
        'alerts.mjs',
        'const unresolved = [...(org.working.get(service.id) ?? [])]',
        'const unresolved = [...org.working.values()].flatMap((incidents) => [...incidents])',
      ),
    ],
    shownBy: [OPEN, 'event alertFires {"serviceId":"702","alert":"f"}', LIST],
    differsAt: '2.body.incidents.length',
  },
  {
    id: 'retraction-takes-all-updates',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-07',
    wrong: 'Retracting one public update retracts all of the incident.',
    requestsAlone: true,
    edits: [edit('updates.mjs', 'else incident.updates.delete(update.id)', 'else incident.updates.clear()')],
    shownBy: [
      OPEN,
      'owner POST /oncall/incident/$0.id/notice {"body":"one"}',
      'owner POST /oncall/incident/$0.id/notice {"body":"two"}',
      'owner POST /oncall/incident/$0.id/notice/$1.id/retract',
      'owner POST /oncall/incident/$0.id/notice/$2.id/retract',
    ],
    differsAt: '4.status',
  },
  {
    id: 'update-bears-openers-label',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-07',
    wrong: 'A public update bears the label of whoever opened the incident.',
    requestsAlone: true,
    edits: [edit('updates.mjs', ': ctx.user.label', ': (incident.timeline[0].by ?? ctx.user).label')],
    shownBy: [OPEN, 'admin POST /oncall/incident/$0.id/notice {"body":"hello"}'],
    differsAt: '1.body.byLabel',
  },
  {
    id: 'foreign-source-revoked',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'Somebody of another organization can revoke an alert source.',
    requestsAlone: true,
    edits: [
      edit(
        'sources.mjs',
        "const source = known(ctx, ctx.org.sources, ctx.params.id, 'source')",
        "const all = new Map([...ctx.world.orgs.values()].flatMap((org) => [...org.sources]))\n    const source = known(ctx, all, ctx.params.id, 'source')",
      ),
    ],
    shownBy: [
      'owner POST /oncall/inlet/mint {"name":"s","serviceId":"701"}',
      'outsider POST /oncall/inlet/$0.id/revoke',
    ],
    differsAt: '1.status',
  },
  {
    id: 'revoked-source-answers-403',
    areas: ['oncall'],
    kind: 'status',
    statement: 'ONC-18',
    wrong: 'A delivery on a revoked alert source gets 403.',
    requestsAlone: false,
    edits: [
      edit(
        'webhook.mjs',
        "refuse(401, 'no such alert source, or it is revoked')",
        "refuse(403, 'no such alert source, or it is revoked')",
      ),
    ],
    shownBy: [
      'owner POST /oncall/inlet/mint {"name":"s","serviceId":"701"}',
      'owner POST /oncall/inlet/$0.id/revoke',
      'bearer:$0.token POST /oncall/inbound/$0.id {"version":"4","alerts":[]}',
    ],
    differsAt: '2.status',
  },
]
