import type { Mistakes } from './mistake.ts'

export const EMAIL: Mistakes = {
  'email.begins-pending': [
    {
      file: 'src/model/areas/email/effects/domains/domains.ts',
      within: `sendState: 'pending',
    receiveState: 'none'`,
      right: "'pending'",
      wrong: "'verified'",
    },
  ],
  'email.records-given': [
    {
      file: 'src/model/areas/email/effects/domains/domains.ts',
      right: 'recordsFor(context, named, false)',
      wrong: '[]',
    },
  ],
  'email.lists-instance-filtered': [
    {
      file: 'src/model/areas/email/queries/access.ts',
      right: 'reader.cite(instanceFiltered)',
      wrong: 'return true',
    },
  ],
  'email.name-freed': [
    {
      file: 'src/model/areas/email/effects/domains/domains.ts',
      right: 'context.cite(nameFreed)',
      wrong: 'return undefined',
    },
  ],
  'email.check-schedules': [
    {
      file: 'src/model/areas/email/effects/domains/domains.ts',
      right: 'domain.forcedDue === undefined',
      wrong: 'false',
    },
  ],
  'email.arming-gives-record': [
    {
      file: 'src/model/areas/email/effects/domains/domains.ts',
      right: 'recordsFor(context, domain, true)',
      wrong: 'domain.dnsRecords',
    },
  ],
  'email.rearming-harmless': [
    {
      file: 'src/model/areas/email/effects/domains/domains.ts',
      right: 'context.cite(rearmingHarmless)',
      wrong: 'return pendingAgain(context, domain)',
    },
  ],
  'email.pass-verifies': [
    {
      file: 'src/model/areas/email/effects/domains/verification.ts',
      right: 'allFound(work, domain, capability)',
      wrong: 'false',
    },
  ],
  'email.each-record-observed': [
    {
      file: 'src/model/areas/email/effects/domains/dns-view.ts',
      right: 'observations.map(({ record, found }) => observation(context, record, found))',
      wrong:
        "observations.filter(({ found }) => found.outcome !== 'missing').map(({ record, found }) => observation(context, record, found))",
    },
  ],
  'email.observed-now': [
    {
      file: 'src/model/areas/email/effects/domains/dns-view.ts',
      right: 'reader.cite(observedNow)',
      wrong:
        "return { outcome: (record.capability === 'send' ? domain.sendState : domain.receiveState) === 'verified' ? 'found' : 'missing' }",
    },
  ],
  'email.mismatch-shown': [
    {
      file: 'src/model/areas/email/effects/domains/dns-view.ts',
      right: 'reader.cite(mismatchShown)',
      wrong: 'return undefined',
    },
  ],
  'email.patterns-match': [
    {
      file: 'src/model/areas/email/queries/domains/patterns.ts',
      right: 'reader.cite(patternsMatch)',
      wrong: 'return got === want',
    },
  ],
  'email.pattern-per-domain': [
    {
      file: 'src/model/areas/email/rules/routes.ts',
      right: "context.oldest('EmailRoute', 'pattern', org, domainId, pattern.toLowerCase())",
      wrong: "context.oldest('EmailRoute', 'all', org)",
    },
  ],
  'email.key-org-wide': [
    {
      file: 'src/model/areas/email/effects/sending/send-keys.ts',
      right: 'context.cite(keyOrgWide)',
      wrong: 'return false',
    },
  ],
  'email.key-domains-shown': [
    {
      file: 'src/model/areas/email/queries/views.ts',
      right: 'reader.cite(keyDomainsShown)',
      wrong: 'return []',
    },
  ],
  'email.key-secret-once': [
    {
      file: 'src/model/areas/email/queries/views.ts',
      right: '(lastUsedAt !== undefined && { lastUsedAt })',
      wrong: '{ ...(lastUsedAt !== undefined && { lastUsedAt }), secret: key.secret }',
    },
  ],
  'email.quota-shown': [
    {
      file: 'src/model/areas/email/effects/sending/settings.ts',
      right: "dailyQuota ?? context.fill('email.daily-quota')",
      wrong: "context.fill('email.daily-quota')",
    },
  ],
  'email.pause-shown': [
    {
      file: 'src/model/areas/email/effects/sending/settings.ts',
      within: 'pauseReason } = settingsOf(context, org)',
      right: 'settingsOf(context, org)',
      wrong: '{ ...settingsOf(context, org), paused: false, pausedAt: undefined, pauseReason: undefined }',
    },
  ],
  'email.accepted-today-counted': [
    {
      file: 'src/model/areas/email/effects/sending/settings.ts',
      right: 'context.cite(acceptedCounted)',
      wrong: 'return 0',
    },
  ],
  'email.threshold-pauses': [
    {
      file: 'src/model/areas/email/effects/sending/pause.ts',
      right: 'work.cite(thresholdPauses)',
      wrong: 'return',
    },
  ],
  'email.suppressed-get-nothing': [
    {
      file: 'src/model/areas/email/queries/sending/suppressed.ts',
      right: 'reader.cite(suppressedGetNothing)',
      wrong: 'return [...recipients]',
    },
  ],
  'email.manual-reason': [
    {
      file: 'src/model/areas/email/effects/sending/suppressions.ts',
      within: "const reason = 'manual'",
      right: "'manual'",
      wrong: "'bounce'",
    },
  ],
  'email.hard-bounce-suppresses': [
    {
      file: 'src/model/areas/email/events/fate.ts',
      right: "suppress(context.at(atMs), message, recipients, 'bounce')",
      wrong: '[]',
    },
  ],
  'email.complaint-suppresses': [
    {
      file: 'src/model/areas/email/events/fate.ts',
      right: "suppress(context.at(atMs), message, recipients, 'complaint')",
      wrong: '[]',
    },
  ],
  'email.lifting-delivers': [
    {
      file: 'src/model/areas/email/effects/sending/suppressions.ts',
      right: 'context.cite(liftingDelivers)',
      wrong: "return void context.put('EmailSuppression', { ...entry, lifted: true })",
    },
  ],
  'email.log-filtered': [
    {
      file: 'src/model/areas/email/queries/messages/log-filters.ts',
      right: 'isAskedFor(context, message)',
      wrong: 'true',
    },
    {
      file: 'src/model/areas/email/queries/messages/message-log.ts',
      right: `context.cite(logFiltered)
  return readSince`,
      wrong: 'return undefined',
    },
  ],
  'email.log-newest-first': [
    {
      file: 'src/model/areas/email/queries/messages/message-log.ts',
      within: 'for (const day of days)',
      right: 'days',
      wrong: 'days.reverse()',
    },
    {
      file: 'src/model/areas/email/queries/messages/message-log.ts',
      right: "context.newest('EmailMessage', 'log', org, day)",
      wrong: "context.oldest('EmailMessage', 'log', org, day)",
    },
  ],
  'email.log-window': [
    {
      file: 'src/model/areas/email/queries/messages/message-log.ts',
      right: 'context.nowMs - LOG_DAYS * DAY_MS',
      wrong: '0',
    },
    {
      file: 'src/model/areas/email/queries/messages/message-log.ts',
      within: 'if (isPast(context, message, LOG_DAYS)) return false',
      right: 'isPast(context, message, LOG_DAYS)',
      wrong: 'false',
    },
    {
      file: 'src/model/areas/email/effects/messages/retention.ts',
      right: 'context.cite(logWindow)',
      wrong: 'return',
    },
  ],
  'email.pages-meet': [
    {
      file: 'src/model/areas/email/effects/messages/messages.ts',
      right: 'return isBehind(message, place)',
      wrong: 'return isBehind(message, place) || message.seq === place.afterSeq',
    },
  ],
  'email.events-told': [
    {
      file: 'src/model/areas/email/effects/messages/messages.ts',
      right: 'events.map(messageEventView)',
      wrong: '[]',
    },
  ],
  'email.raw-whole': [
    {
      file: 'src/model/areas/email/effects/messages/messages.ts',
      right: 'context.cite(rawWhole)',
      wrong: "return message.text ?? ''",
    },
  ],
  'email.signing-secret-once': [
    {
      file: 'src/model/areas/email/queries/views.ts',
      right: 'reader.cite(signingSecretOnce)',
      wrong:
        'return { id, url, eventTypes: [...eventTypes], disabled, createdAt, ...{ signingSecret: webhook.signingSecret } }',
    },
  ],
  'email.webhook-patch-only-named': [
    {
      file: 'src/model/areas/email/effects/webhooks/webhooks.ts',
      within: `const webhook: WebhookRow = {
    ...before,`,
      right: 'before',
      wrong: '{ ...before, disabled: false, eventTypes: [] }',
    },
  ],
  'email.event-types-chosen': [
    {
      file: 'src/model/areas/email/queries/event-types.ts',
      right: 'reader.cite(eventTypesChosen)',
      wrong: 'return true',
    },
  ],
  'email.disabled-gets-nothing': [
    {
      file: 'src/model/areas/email/effects/webhooks/attempts.ts',
      within: 'else if (!endpoint.disabled) goOut',
      right: '!endpoint.disabled',
      wrong: 'true',
    },
    {
      file: 'src/model/areas/email/effects/webhooks/deliver.ts',
      within: `if (disabled) {
    work.cite`,
      right: 'disabled',
      wrong: 'false',
    },
  ],
  'email.attempts-recorded': [
    {
      file: 'src/model/areas/email/queries/views.ts',
      right: 'reader.cite(attemptsRecorded)',
      wrong: "return { id, ...about, state: 'pending', attempts: 0, createdAt }",
    },
  ],
  'email.deliveries-newest-first': [
    {
      file: 'src/model/areas/email/effects/webhooks/deliveries.ts',
      right: 'deliveriesAsked(context)',
      wrong: '[...deliveriesAsked(context)].toReversed()',
    },
  ],
  'email.deliveries-filtered': [
    {
      file: 'src/model/areas/email/effects/webhooks/deliveries.ts',
      right: 'context.cite(deliveriesFiltered)',
      wrong: "return context.newest('EmailDelivery', 'all', org)",
    },
  ],
  'email.redelivery-is-new': [
    {
      file: 'src/model/areas/email/effects/webhooks/deliveries.ts',
      right: 'context.cite(redeliveryIsNew)',
      wrong: 'return { id: restarted(context, old).number }',
      needs: `import { scheduleAttempt } from './attempts.ts'

function restarted(context: EffectContext<'redeliverDelivery'>, old: DeliveryRow): DeliveryRow {
  const again = { ...old, state: 'pending', attempts: 0, tries: 0, finished: false, deliveredAt: undefined } as const
  return context.put('EmailDelivery', scheduleAttempt(context, again))
}`,
    },
  ],
  'email.payload-frozen': [
    {
      file: 'src/model/areas/email/effects/webhooks/deliveries.ts',
      right: 'old.payload',
      wrong: 'payloadNow(context, old)',
      needs: `import { payloadOf } from './deliver.ts'

function payloadNow(context: EffectContext<'redeliverDelivery'>, old: DeliveryRow): DeliveryRow['payload'] {
  const message = context.get('EmailMessage', old.org, old.messageId ?? '')
  return message ? payloadOf(context, { eventType: old.eventType, message }) : {}
}`,
    },
  ],
  'email.rotation-replaces': [
    {
      file: 'src/model/areas/email/effects/webhooks/attempt-log.ts',
      right: 'return endpoint.signingSecret',
      wrong: 'return endpoint.formerSecret ?? endpoint.signingSecret',
    },
  ],
}
