import { edit, type OutsiderFault } from '../fault.ts'

const PAGE_OF_MAIL = '25x event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}'

export const FOURTH_EMAIL: readonly OutsiderFault[] = [
  {
    id: 'd-key-without-domains-left-sends-for-all',
    areas: ['email'],
    kind: 'guard',
    statement: 'EML-20',
    wrong: 'A send key restricted to one domain becomes unrestricted when that domain is deleted.',
    requestsAlone: true,
    edits: [
      edit(
        'email-domains.ts',
        '    if (left.length === 0) key.revoked = true\n    else key.domainIds = left',
        '    key.domainIds = left',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'owner POST /email/keys {"name":"k","domainIds":["$0.id"]}',
      'owner DELETE /email/domains/$0.id',
      'owner POST /email/domains {"name":"other.shop.example"}',
      'owner GET /email/keys',
    ],
    differsAt: '4.body.sendKeys',
  },
  {
    id: 'd-pattern-once-per-organization',
    areas: ['email'],
    kind: 'guard',
    statement: 'EML-03',
    wrong: 'A pattern that exists on one domain is refused on every other domain of the organization.',
    requestsAlone: true,
    edits: [
      edit(
        'email-routes.ts',
        'find((route) => route.domainId === domain.id && route.pattern === pattern)',
        'find((route) => route.org === org.slug && route.pattern === pattern)',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"in.shop.example"}',
      'owner POST /email/domains {"name":"in.bank.example"}',
      'owner POST /email/domains/$0.id/receive',
      'owner POST /email/domains/$1.id/receive',
      'owner POST /email/webhooks {"url":"https://hook.shop.example/in","eventTypes":["message.received"]}',
      'owner POST /email/routes {"domainId":"$0.id","pattern":"support","endpointId":"$4.webhook.id"}',
      'owner POST /email/routes {"domainId":"$1.id","pattern":"support","endpointId":"$4.webhook.id"}',
    ],
    differsAt: '6.status',
  },
  {
    id: 'd-dns-outage-looks-like-missing-records',
    areas: ['email'],
    kind: 'schema',
    statement: 'EML-06',
    wrong: 'When DNS cannot be asked, the records are said to be missing instead of an error.',
    requestsAlone: false,
    edits: [
      edit(
        'dns.ts',
        "if (!world.reachable.dns) return { record, outcome: 'error', observed: undefined }",
        "if (!world.reachable.dns) return { record, outcome: 'missing', observed: undefined }",
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'event backendBehaves {"backend":"dns","reachable":false}',
      'owner GET /email/domains/$0.id/dns',
    ],
    differsAt: '2.body.records.0.outcome',
  },
  {
    id: 'd-next-page-forgets-the-filters',
    areas: ['email'],
    kind: 'pagination',
    statement: 'EML-09',
    wrong:
      'From the second page on, the message log shows messages of every domain although the filter is passed again.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        'const keeps = filterOf(ctx)',
        "const keeps = ctx.query.has('cursor') ? () => true : filterOf(ctx)",
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'owner POST /email/domains {"name":"mail.bank.example"}',
      'event messageSent {"from":"a@mail.bank.example","to":["x@there.example"]}',
      PAGE_OF_MAIL,
      'owner GET /email/messages?domainId=$0.id',
      'owner GET /email/messages?domainId=$0.id&cursor=$4.cursor',
    ],
    differsAt: '5.body.messages.length',
  },
  {
    id: 'd-messages-of-one-instant-lost-between-pages',
    areas: ['email'],
    kind: 'pagination',
    statement: 'EML-09',
    wrong:
      'The next page begins with messages older than the last one shown, so others of the same instant are on no page.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        'all.findIndex((message) => oldestFirst(message, last) < 0)',
        'all.findIndex((message) => message.createdAt < last.createdAt)',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'event getClock {}',
      '25x event messageSent {"from":"a@mail.shop.example","to":["x@there.example"],"createdAt":"$1.now"}',
      'owner GET /email/messages',
      'owner GET /email/messages?cursor=$3.cursor',
    ],
    differsAt: '4.body.messages.length',
  },
  {
    id: 'd-cursor-counts-messages',
    areas: ['email'],
    kind: 'pagination',
    statement: 'EML-09',
    wrong:
      'The cursor counts how many messages were shown, so mail that arrives meanwhile makes the next page repeat some.',
    requestsAlone: false,
    edits: [
      edit('email-messages.ts', '{ cursor: cursorOf(ctx, last) }', '{ cursor: String(from + page.length) }'),
      edit(
        'email-messages.ts',
        '  if (cursor === null) return 0\n',
        '  if (cursor === null) return 0\n  if (/^\\d+$/.test(cursor)) return Number(cursor) < all.length ? Number(cursor) : undefined\n',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      PAGE_OF_MAIL,
      'owner GET /email/messages',
      '3x event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}',
      'owner GET /email/messages?cursor=$2.cursor',
    ],
    differsAt: '4.body.messages.length',
  },
  {
    id: 'd-log-filtered-after-the-page-is-cut',
    areas: ['email'],
    kind: 'pagination',
    statement: 'EML-09',
    wrong:
      'Filters are applied to a page already cut, and a page that is not full has no cursor, so older messages that fit are never found.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        'const page = all.slice(from, from + choice.pageSize)\n',
        'const page = all.slice(from, from + choice.pageSize).filter(filterOf(ctx))\n',
      ),
      edit(
        'email-messages.ts',
        'choice.cursorAfterFullLastPage ? page.length === choice.pageSize : from + page.length < all.length',
        'page.length === choice.pageSize && from + page.length < all.length',
      ),
      edit('email-messages.ts', '    .filter(keeps)\n', ''),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'event messageSent {"from":"a@mail.shop.example","to":["wanted@there.example"]}',
      PAGE_OF_MAIL,
      'owner GET /email/messages?to=wanted@there.example',
    ],
    differsAt: '3.body.messages.length',
  },
  {
    id: 'd-raw-message-kept-from-its-last-change',
    areas: ['email'],
    kind: 'time',
    statement: 'EML-11',
    wrong: 'The thirty days of a raw message count from its last change of state, so a late report brings it back.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        'if (message.createdAt < ctx.now - RAW_WINDOW',
        'if (message.stateAt < ctx.now - RAW_WINDOW',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}',
      'event advanceClock {"by":"P20D"}',
      'event messageDelivered {"messageId":"$1.messageId"}',
      'event advanceClock {"by":"P20D"}',
      'owner GET /email/messages/$1.messageId/content',
    ],
    differsAt: '5.status',
  },
  {
    id: 'd-raw-message-beyond-the-grant',
    areas: ['email'],
    kind: 'isolation',
    statement: 'EML-01',
    wrong: 'Somebody whose grant reaches one domain can read the raw messages of the other domains.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        `  getMessageContent(ctx) {
    const message = messageOf(ctx)`,
        `  getMessageContent(ctx) {
    const message = messageOf({ ...ctx, reach: { ...ctx.reach, to: () => true } })`,
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'owner POST /email/domains {"name":"mail.bank.example"}',
      'event messageSent {"from":"a@mail.bank.example","to":["x@there.example"]}',
      'event roleChanges {"userId":"usr_3","grants":[{"role":"email.viewer","resourceIds":["$0.id"]}]}',
      'member GET /email/messages/$2.messageId',
      'member GET /email/messages/$2.messageId/content',
    ],
    differsAt: '5.status',
  },
  {
    id: 'd-received-mail-counts-as-accepted',
    areas: ['email'],
    kind: 'side effect',
    statement: 'EML-12',
    wrong: 'Mail that comes in counts as accepted for sending and uses up the daily quota.',
    requestsAlone: false,
    edits: [
      edit(
        'email-posture.ts',
        "message.org === org.slug && message.direction === 'send' && Math.floor(message.createdAt / DAY) === today,",
        'message.org === org.slug && Math.floor(message.createdAt / DAY) === today,',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"in.shop.example"}',
      'owner POST /email/domains/$0.id/receive',
      'event messageReceived {"from":"x@there.example","to":["support@in.shop.example"]}',
      'owner GET /email/settings',
    ],
    differsAt: '3.body.acceptedToday',
  },
  {
    id: 'd-complaints-held-against-the-bounce-threshold',
    areas: ['email'],
    kind: 'guard',
    statement: 'EML-18',
    wrong: 'Sending is not paused when complaints pass their threshold, only when they pass the higher one of bounces.',
    requestsAlone: false,
    edits: [
      edit('email-posture.ts', "share('complained') > complaintPausePct", "share('complained') > bouncePausePct"),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      PAGE_OF_MAIL,
      'event messageComplained {"messageId":"$1.messageId"}',
      'owner GET /email/settings',
    ],
    differsAt: '3.body.paused',
  },
  {
    id: 'd-lifting-a-suppression-lifts-it-everywhere',
    areas: ['email'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'When one organization removes a suppression, the same address is no longer suppressed in any other.',
    requestsAlone: true,
    edits: [
      edit(
        'email-posture.ts',
        '    world.suppressions.delete(suppression.id)\n',
        '    for (const one of [...world.suppressions.values()])\n      if (one.address === suppression.address) world.suppressions.delete(one.id)\n',
      ),
    ],
    shownBy: [
      'owner POST /email/suppressions {"address":"x@there.example"}',
      'outsider POST /email/suppressions {"address":"x@there.example"}',
      'outsider DELETE /email/suppressions/$1.id',
      'owner GET /email/suppressions',
    ],
    differsAt: '3.body.suppressions.length',
  },
  {
    id: 'd-unknown-suppression-removed-with-204',
    areas: ['email'],
    kind: 'status',
    statement: 'EML-01',
    wrong: 'Removing a suppression that never was, or that is of another organization, is answered as done.',
    requestsAlone: true,
    edits: [
      edit(
        'email-posture.ts',
        "if (suppression?.org !== org.slug) return refuse(404, 'unknown suppression')",
        'if (suppression?.org !== org.slug) return undefined',
      ),
    ],
    shownBy: ['owner DELETE /email/suppressions/sup_none'],
    differsAt: '0.status',
  },
  {
    id: 'd-event-types-only-added',
    areas: ['email'],
    kind: 'side effect',
    statement: 'EML-14',
    wrong: 'Changing the event types of an endpoint adds the new ones and never takes one away.',
    requestsAlone: true,
    edits: [
      edit(
        'email-webhooks.ts',
        "webhook.eventTypes = eventTypes ?? (fault('webhook-patch-drops-types') ? [] : webhook.eventTypes)",
        'webhook.eventTypes = [...new Set([...webhook.eventTypes, ...(eventTypes ?? [])])]',
      ),
    ],
    shownBy: [
      'owner POST /email/webhooks {"url":"https://hook.shop.example/in","eventTypes":["message.sent","message.bounced"]}',
      'owner PATCH /email/webhooks/$0.webhook.id {"eventTypes":["message.bounced"]}',
    ],
    differsAt: '1.body.eventTypes',
  },
  {
    id: 'd-one-signing-secret-for-all-endpoints',
    areas: ['email'],
    kind: 'secrecy',
    statement: 'EML-14',
    wrong: 'All endpoints of an organization get the same signing secret, which is handed out anew with each of them.',
    requestsAlone: true,
    edits: [
      edit(
        'email-webhooks.ts',
        `      disabled: false,
      secret: newSecret('whsec_'),`,
        `      disabled: false,
      secret: ofOrganization(world, world.webhooks.values(), org.slug)[0]?.secret ?? newSecret('whsec_'),`,
      ),
    ],
    // Whether two secrets are the same shows where the same thing may not be made twice.
    shownBy: [
      'owner POST /email/webhooks {"url":"https://hook.shop.example/one","eventTypes":["message.sent"]}',
      'owner POST /email/webhooks {"url":"https://hook.shop.example/two","eventTypes":["message.sent"]}',
      'owner POST /email/suppressions {"address":"$0.signingSecret@there.example"}',
      'owner POST /email/suppressions {"address":"$1.signingSecret@there.example"}',
    ],
    differsAt: '3.status',
  },
  {
    id: 'd-two-delivery-filters-widen-the-list',
    areas: ['email'],
    kind: 'isolation',
    statement: 'EML-15',
    wrong: 'With a message and an endpoint as filters, deliveries that fit only one of them are listed too.',
    requestsAlone: false,
    edits: [
      edit(
        'email-webhooks.ts',
        `      .filter((delivery) => messageId === null || delivery.messageId === messageId || fault('delivery-filter-ignored'))
      .filter((delivery) => endpointId === null || delivery.endpointId === endpointId)
`,
        `      .filter(
        (delivery) =>
          (messageId === null && endpointId === null) ||
          delivery.messageId === messageId ||
          delivery.endpointId === endpointId,
      )
`,
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'owner POST /email/webhooks {"url":"https://hook.shop.example/one","eventTypes":["message.sent"]}',
      'owner POST /email/webhooks {"url":"https://hook.shop.example/two","eventTypes":["message.sent"]}',
      'event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}',
      'event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}',
      'owner GET /email/webhook-deliveries?messageId=$3.messageId&endpointId=$1.webhook.id',
    ],
    differsAt: '5.body.deliveries.length',
  },
  {
    id: 'd-deliveries-ordered-by-id-as-text',
    areas: ['email'],
    kind: 'order and caps',
    statement: 'EML-15',
    wrong: 'Deliveries are ordered by their ids as text, so the tenth stands below the ninth.',
    requestsAlone: false,
    edits: [
      edit(
        'email-webhooks.ts',
        '      .sort(oldestFirst)\n',
        '      .sort((x, y) => (String(x.id) < String(y.id) ? -1 : 1))\n',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'owner POST /email/webhooks {"url":"https://hook.shop.example/one","eventTypes":["message.sent"]}',
      'event webhookEndpointAnswers {"endpointId":"$1.webhook.id","answers":[{"status":200}]}',
      '12x event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}',
      'owner GET /email/webhook-deliveries',
    ],
    differsAt: '4.body.deliveries.0.id',
  },
  {
    id: 'd-redelivery-forgets-its-message',
    areas: ['email'],
    kind: 'side effect',
    statement: 'EML-16',
    wrong: 'The record of a redelivery does not say which message it is of, so it is not found by the message.',
    requestsAlone: false,
    edits: [
      edit(
        'email-webhooks.ts',
        'queueDelivery(world, org, webhook, old).id',
        'queueDelivery(world, org, webhook, { ...old, messageId: undefined }).id',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'owner POST /email/webhooks {"url":"https://hook.shop.example/one","eventTypes":["message.sent"]}',
      'event webhookEndpointAnswers {"endpointId":"$1.webhook.id","answers":[{"status":200}]}',
      'event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}',
      'owner GET /email/webhook-deliveries?messageId=$3.messageId',
      'owner POST /email/webhook-deliveries/$4.deliveries.0.id/redeliver',
      'owner GET /email/webhook-deliveries?messageId=$3.messageId',
    ],
    differsAt: '6.body.deliveries.length',
  },
  {
    id: 'd-events-go-to-endpoints-of-all-organizations',
    areas: ['email'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'What happens to our messages is delivered to the endpoints of other organizations too.',
    requestsAlone: false,
    edits: [
      edit(
        'mail.ts',
        '.filter((webhook) => webhook.org === org.slug && webhook.eventTypes.includes(eventType))',
        '.filter((webhook) => webhook.eventTypes.includes(eventType))',
      ),
    ],
    shownBy: [
      'owner POST /email/domains {"name":"mail.shop.example"}',
      'outsider POST /email/webhooks {"url":"https://hook.quay.example/in","eventTypes":["message.sent"]}',
      'event messageSent {"from":"a@mail.shop.example","to":["x@there.example"]}',
      'owner GET /email/webhook-deliveries',
    ],
    differsAt: '3.body.deliveries.length',
  },
  {
    id: 'd-domain-claimed-twice-at-once',
    areas: ['email'],
    kind: 'concurrency',
    statement: 'EML-04',
    wrong: 'Two organizations that register the same domain at once both get it.',
    requestsAlone: true,
    edits: [
      edit(
        'server.ts',
        'handle({ method, url, headers, payload }))',
        'await handle({ method, url, headers, payload }))',
      ),
      edit(
        'handle.ts',
        '  const status = statusOf(route, fault)\n',
        '  const status = statusOf(route, fault)\n  if (body instanceof Promise) return body.then((one) => ({ status, body: one })) as never\n',
      ),
      edit(
        'email-domains.ts',
        `    world.domains.set(domain.id, domain)
    const answer = shownDomain(ctx, domain)
    return fault('domain-without-records') ? { ...answer, dnsRecords: [] } : answer`,
        `    return new Promise((resolve) => setTimeout(resolve, 10)).then(() => {
      world.domains.set(domain.id, domain)
      return shownDomain(ctx, domain)
    })`,
      ),
    ],
    shownBy: [
      'owner GET /email/domains',
      'owner POST /email/domains {"name":"mail.shop.example"} || outsider POST /email/domains {"name":"mail.shop.example"}',
    ],
    differsAt: '1.status',
  },
]
