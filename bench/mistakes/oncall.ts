import type { Mistakes } from './mistake.ts'

export const ONCALL: Mistakes = {
  'oncall.opens-as-open': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incident-life.ts',
      within: `status: 'open',
    openedAt`,
      right: "'open'",
      wrong: "'acknowledged'",
    },
  ],
  'oncall.opens-unmarked': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incident-life.ts',
      within: 'acknowledgedAt: undefined',
      right: 'undefined',
      wrong: 'context.fresh.time(context.nowMs)',
    },
  ],
  'oncall.manual-stays-open': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incident-life.ts',
      right: 'if (byLabel !== undefined) context.cite(manualStaysOpen)',
      wrong: 'return byLabel === undefined ? incident : resolveLater(context, incident)',
    },
  ],
  'oncall.resolve-moves': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incident-life.ts',
      within: "status: 'resolved',",
      right: "'resolved'",
      wrong: 'incident.status',
    },
  ],
  'oncall.resolve-is-timed': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incident-life.ts',
      within: 'resolvedAt: context.fresh.time(context.nowMs)',
      right: 'context.fresh.time(context.nowMs)',
      wrong: 'incident.resolvedAt',
    },
  ],
  'oncall.acknowledge-moves': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      within: "status: 'acknowledged',",
      right: "'acknowledged'",
      wrong: 'incident.status',
    },
  ],
  'oncall.acknowledge-is-timed': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      within: `acknowledgedAt: context.fresh.time(context.nowMs),
    acknowledgedBy`,
      right: 'context.fresh.time(context.nowMs)',
      wrong: 'incident.acknowledgedAt',
    },
  ],
  'oncall.acknowledge-is-marked': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      within: "const named = context.gap('oncall.acknowledged-by-place') === 'timeline'",
      right: "context.gap('oncall.acknowledged-by-place') === 'timeline'",
      wrong: 'false',
    },
    {
      file: 'src/model/areas/oncall/effects/incidents/incident-detail.ts',
      right: '(marked && { acknowledgedBy })',
      wrong: '{}',
    },
  ],
  'oncall.resolved-is-final': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      within: `if (incident.status === 'resolved') {
    context.cite(resolvedIsFinal)`,
      right: "incident.status === 'resolved'",
      wrong: 'false',
    },
    {
      file: 'src/model/areas/oncall/rules/incidents.ts',
      right: 'context.cite(resolvedIsFinal)',
      wrong: 'return undefined',
    },
  ],
  'oncall.incidents-capped': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      right: 'rows.take(CAP)',
      wrong: 'rows',
    },
  ],
  'oncall.incidents-newest-first': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      right: "context.newest('OncallIncident', index, ...parts)",
      wrong: "context.oldest('OncallIncident', index, ...parts)",
    },
  ],
  'oncall.incidents-filtered': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      right: "newest('status', org, status)",
      wrong: "newest('all', org)",
    },
  ],
  'oncall.incidents-working-set': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incidents.ts',
      right: "newest('working', org)",
      wrong: "newest('all', org)",
    },
  ],
  'oncall.incident-detail-whole': [
    {
      file: 'src/model/areas/oncall/effects/incidents/incident-detail.ts',
      right: '{ alerts, timeline, updates }',
      wrong: '{ updates }',
    },
  ],
  'oncall.alerts-attach-while-acknowledged': [
    {
      file: 'src/model/areas/oncall/effects/alerts/alerts.ts',
      right: "[...context.oldest('OncallIncident', 'unresolved', org, serviceId)]",
      wrong:
        "[...context.oldest('OncallIncident', 'unresolved', org, serviceId)].filter(({ status }) => status === 'open')",
    },
  ],
  'oncall.alert-opens-new-incident': [
    {
      file: 'src/model/areas/oncall/effects/alerts/alerts.ts',
      within: 'const found = attachable(context, alert)',
      right: 'attachable(context, alert)',
      wrong: 'attachable(context, alert) ?? reopened(context, alert)',
      needs: `// The last resolved incident of the service opens again.
function reopened(context: Transaction, { org, serviceId }: ReportedAlert): IncidentRow | undefined {
  const [last] = context.newest('OncallIncident', 'service', org, serviceId)
  return last?.status === 'resolved'
    ? context.put('OncallIncident', { ...last, status: 'open', resolvedAt: undefined })
    : undefined
}`,
    },
  ],
  'oncall.firing-alerts-counted': [
    {
      file: 'src/model/areas/oncall/queries/firing.ts',
      within: "[...context.oldest('OncallAlert', 'firing', org, id)].length",
      right: "'firing'",
      wrong: "'parent'",
    },
  ],
  'oncall.revoked-source-refused': [
    {
      file: 'src/model/areas/oncall/events.ts',
      within: `if (source.revoked) {
    context.cite`,
      right: 'source.revoked',
      wrong: 'false',
    },
  ],
  'oncall.source-token-once': [
    {
      file: 'src/model/areas/oncall/queries/views.ts',
      right: 'context.cite(tokenOnce)',
      wrong: 'return { id, name, serviceId, createdAt, lastEventAt, ...{ token: source.token } }',
    },
  ],
  'oncall.override-wins': [
    {
      file: 'src/model/areas/oncall/queries/schedules/on-call.ts',
      right: 'context.cite(overrideWins)',
      wrong: 'return inRotation(context, schedule, atMs)',
    },
  ],
  'oncall.override-bounded': [
    {
      file: 'src/model/areas/oncall/queries/schedules/on-call.ts',
      right: 'context.cite(overrideBounded)',
      wrong: 'return true',
    },
  ],
  'oncall.override-flagged': [
    {
      file: 'src/model/areas/oncall/effects/schedules/schedules.ts',
      right: 'context.cite(overrideFlagged)',
      wrong: 'return { userId, label, until, override: false }',
    },
  ],
  'oncall.override-listed': [
    {
      file: 'src/model/areas/oncall/effects/schedules/schedules.ts',
      within: "const overrides = [...context.oldest('OncallOverride', 'parent', org, id)]",
      right: "[...context.oldest('OncallOverride', 'parent', org, id)]",
      wrong: '[]',
    },
  ],
  'oncall.participant-order': [
    {
      file: 'src/model/areas/oncall/queries/schedules/on-call.ts',
      within: 'const order = schedule.participants',
      right: 'schedule.participants',
      wrong: 'schedule.participants.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))',
    },
  ],
  'oncall.rotation-in-zone': [
    {
      file: 'src/model/areas/oncall/queries/schedules/on-call.ts',
      right: 'zoneRun(schedule.timezone)',
      wrong: "'UTC'",
    },
  ],
  'oncall.on-call-at-read': [
    {
      file: 'src/model/areas/oncall/effects/schedules/schedules.ts',
      within: 'const atMs = context.nowMs',
      right: 'context.nowMs',
      wrong: 'schedule.changedAtMs',
    },
  ],
  'oncall.schedule-patch-only-named': [
    {
      file: 'src/model/areas/oncall/effects/schedules/schedules.ts',
      within: 'timezone = before.timezone, participants, handoff } = context.body',
      right: 'context.body',
      wrong: "{ timezone: 'UTC', ...context.body }",
    },
  ],
  'oncall.policy-patch-only-named': [
    {
      file: 'src/model/areas/oncall/effects/policies/policies.ts',
      within: 'steps = before.steps } = context.body',
      right: 'context.body',
      wrong: '{ repeat: 0, steps: [], ...context.body }',
    },
  ],
  'oncall.policy-services-counted': [
    {
      file: 'src/model/areas/oncall/queries/views.ts',
      within: 'services: attached',
      right: 'attached',
      wrong: '0',
    },
  ],
  'oncall.null-detaches': [
    {
      file: 'src/model/areas/oncall/effects/policies/services.ts',
      right: 'given ?? undefined',
      wrong: 'given ?? service.escalationPolicyId',
    },
  ],
  'oncall.detached-pages-nobody': [
    {
      file: 'src/model/areas/oncall/effects/paging/walk.ts',
      within: 'const policyId = service?.escalationPolicyId',
      right: 'service?.escalationPolicyId',
      wrong: "service?.escalationPolicyId ?? [...context.oldest('OncallEscalationPolicy', 'all', org)][0]?.id",
    },
  ],
  'oncall.walk-in-order': [
    {
      file: 'src/model/areas/oncall/effects/paging/walk.ts',
      right: 'context.cite(walkInOrder)',
      wrong: 'return steps.at(-1 - (position % steps.length))',
    },
  ],
  'oncall.wait-between-steps': [
    {
      file: 'src/model/areas/oncall/effects/paging/walk.ts',
      right: 'context.cite(waitBetweenSteps)',
      wrong: 'return 0',
    },
  ],
  'oncall.rounds-repeat': [
    {
      file: 'src/model/areas/oncall/effects/paging/walk.ts',
      right: 'steps.length * rounds',
      wrong: 'steps.length',
    },
  ],
  'oncall.walk-ends-at-acknowledge': [
    {
      file: 'src/model/areas/oncall/queries/still-walks.ts',
      right: 'context.cite(walkEndsAtAcknowledge)',
      wrong: 'return true',
    },
  ],
  'oncall.overrides-before-targets': [
    {
      file: 'src/model/areas/oncall/effects/paging/walk.ts',
      within: 'return schedule && onCallAt(context, schedule, context.nowMs)?.userId',
      right: 'onCallAt(context, schedule, context.nowMs)',
      wrong: 'inRotation(context, schedule, context.nowMs)',
      needs: "import { inRotation } from '../../queries/schedules/on-call.ts'",
    },
  ],
  'oncall.rules-delay': [
    {
      file: 'src/model/areas/oncall/effects/paging/pages.ts',
      right: 'settingsOf(context, incident.org, call.userId).rules',
      wrong: 'settingsOf(context, incident.org, call.userId).rules.map((rule) => ({ ...rule, delaySeconds: 0 }))',
    },
  ],
  'oncall.missing-credential-told': [
    {
      file: 'src/model/areas/oncall/effects/paging/pages.ts',
      right: 'if (error === NO_CREDENTIAL) context.cite(missingCredentialTold)',
      wrong: 'if (error === NO_CREDENTIAL) return',
    },
  ],
  'oncall.paging-personal': [
    {
      file: 'src/model/areas/oncall/queries/paging-row.ts',
      right: 'context.cite(settingsPersonal)',
      wrong: 'return [scope, ONLY]',
      needs: "import { ONLY } from '../state/index.ts'",
    },
  ],
  'oncall.paging-default': [
    {
      file: 'src/model/areas/oncall/queries/paging-row.ts',
      right: 'context.cite(defaultEmailAtOnce)',
      wrong: 'return []',
    },
  ],
  'oncall.paging-email-from-session': [
    {
      file: 'src/model/areas/oncall/effects/paging/paging-settings.ts',
      right: 'return context.caller.email',
      wrong: "return textBeside(context.given, 'email') ?? context.caller.email",
    },
  ],
  'oncall.auth-token-hidden': [
    {
      file: 'src/model/areas/oncall/effects/paging/provider-credential.ts',
      right: 'context.cite(authTokenHidden)',
      wrong: 'return { configured, accountSid, fromNumber, updatedAt, ...{ authToken: row.authToken } }',
    },
  ],
  'oncall.clear-forgets': [
    {
      file: 'src/model/areas/oncall/effects/paging/provider-credential.ts',
      right: 'context.cite(clearForgets)',
      wrong: 'return undefined',
    },
  ],
  'oncall.first-update-shows': [
    {
      file: 'src/model/areas/oncall/effects/incidents/status-page.ts',
      right: 'context.cite(firstUpdateShows)',
      wrong: 'return true',
    },
  ],
  'oncall.timeline-private': [
    {
      file: 'src/model/areas/oncall/effects/incidents/status-page.ts',
      right: 'context.cite(timelinePrivate)',
      wrong:
        "return { id, title, status, updates, timeline: [...context.oldest('OncallTimelineEntry', 'parent', org, id)].map(entryView) }",
      needs: "import { entryView } from './incident-detail.ts'",
    },
  ],
  'oncall.update-of-resolved-incident': [
    {
      file: 'src/model/areas/oncall/effects/incidents/updates.ts',
      right: "if (incident.status === 'resolved') context.cite(publishWhenResolved)",
      wrong: "if (incident.status === 'resolved') return updateView(update)",
    },
  ],
  'oncall.author-from-session': [
    {
      file: 'src/model/areas/oncall/effects/incidents/updates.ts',
      right: "return { name: label, email, 'user-id': userId }",
      wrong:
        "return textBeside(context.given, 'byLabel') ?? { name: label, email, 'user-id': userId }[context.gap('oncall.author-label')]",
    },
  ],
  'oncall.retraction-deletes': [
    {
      file: 'src/model/areas/oncall/effects/incidents/updates.ts',
      right: "context.remove('PublicUpdate', org, incidentId, id)",
      wrong: '',
    },
  ],
  'oncall.last-retraction-hides': [
    {
      file: 'src/model/areas/oncall/effects/incidents/updates.ts',
      within: 'everPublished: left !== undefined',
      right: 'left !== undefined',
      wrong: 'true',
    },
  ],
}
