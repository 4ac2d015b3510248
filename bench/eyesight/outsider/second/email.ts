import { edit, type OutsiderFault } from '../fault.ts'

const domain = (name = 'one', who = 'owner') => `${who} POST /email/domains {"name":"${name}.customers.example"}`
const arm = (step: number) => `owner POST /email/domains/$${step}.id/receive`
const webhook = (types = '"message.sent"') =>
  `owner POST /email/webhooks {"url":"https://hook.customers.example/in","eventTypes":[${types}]}`
const route = (of: number, to: number) =>
  `owner POST /email/routes {"domainId":"$${of}.id","pattern":"info","endpointId":"$${to}.webhook.id"}`
const answers = (step: number, status: number) =>
  `event webhookEndpointAnswers {"endpointId":"$${step}.webhook.id","answers":[{"status":${status}}]}`
const mail = (more = '', from = 'one') =>
  `event messageSent {"from":"a@${from}.customers.example","to":["x@there.example"]${more}}`
const clock = (now: string) => `event setClock {"mode":"set","now":"${now}"}`
const scopedTo = (step: number) =>
  `event roleChanges {"userId":"usr_3","grants":[{"role":"email.viewer","resourceIds":["$${step}.id"]}]}`

/** Mistakes of a third person, in the email area of the second candidate. */
export const SECOND_EMAIL: readonly OutsiderFault[] = [
  {
    id: 'b-pattern-once-over-all-domains',
    areas: ['email'],
    kind: 'guard',
    statement: 'EML-03',
    wrong: 'A pattern used on one domain of the organization is refused on all its others.',
    requestsAlone: true,
    edits: [
      edit(
        'email-routes.ts',
        'route.domainId === domain.id && route.pattern === pattern',
        'route.org === org.slug && route.pattern === pattern',
      ),
    ],
    shownBy: [domain(), domain('two'), arm(0), arm(1), webhook(), route(0, 4), route(1, 4)],
    differsAt: '6.status',
  },
  {
    id: 'b-disabled-routed-webhook-deleted',
    areas: ['email'],
    kind: 'guard',
    statement: 'EML-14',
    wrong:
      'An endpoint that a route still targets can be deleted once it is disabled, which leaves the route with no end.',
    requestsAlone: true,
    edits: [
      edit(
        'email-webhooks.ts',
        "if (targeted && !fault('routed-webhook-deleted'))",
        "if (targeted && !webhook.disabled && !fault('routed-webhook-deleted'))",
      ),
    ],
    shownBy: [
      domain(),
      arm(0),
      webhook(),
      route(0, 2),
      'owner PATCH /email/webhooks/$2.webhook.id {"disabled":true}',
      'owner DELETE /email/webhooks/$2.webhook.id',
    ],
    differsAt: '5.status',
  },
  {
    id: 'b-priority-as-text',
    areas: ['email'],
    kind: 'schema',
    statement: 'EML-08',
    wrong: 'The priority of the MX record is a string, where the contract has an integer.',
    requestsAlone: true,
    edits: [edit('dns.ts', 'priority: 10 }', "priority: '10' }")],
    shownBy: [domain(), arm(0)],
    differsAt: '1.body.dnsRecords.2.priority',
  },
  {
    id: 'b-cursor-skips-the-same-instant',
    areas: ['email'],
    kind: 'pagination',
    statement: 'EML-09',
    wrong:
      'The next page begins after the instant of the last message, so what else was sent in that instant is on no page.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        'all.findIndex((message) => oldestFirst(message, last) < 0)',
        'all.findIndex((message) => message.createdAt < last.createdAt)',
      ),
    ],
    shownBy: [
      clock('2030-01-10T12:00:00Z'),
      domain(),
      `25x ${mail(',"createdAt":"2030-01-09T08:00:00Z"')}`,
      'owner GET /email/messages',
      'owner GET /email/messages?cursor=$3.cursor',
    ],
    differsAt: '4.body.messages.length',
  },
  {
    id: 'b-last-message-on-no-page',
    areas: ['email'],
    kind: 'pagination',
    statement: 'EML-09',
    wrong: 'When exactly one message is left there is no cursor, so the oldest message is never shown.',
    requestsAlone: false,
    edits: [edit('email-messages.ts', 'from + page.length < all.length', 'from + page.length < all.length - 1')],
    shownBy: [domain(), `21x ${mail()}`, 'owner GET /email/messages'],
    differsAt: '2.body.cursor',
  },
  {
    id: 'b-log-window-by-state',
    areas: ['email'],
    kind: 'time',
    statement: 'LIM-01',
    wrong:
      'The ninety days of the log count from the last change of state, so an old message stays as long as something is reported on it.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        '.filter(({ createdAt }) => createdAt >= now - LOG_WINDOW',
        '.filter(({ stateAt }) => stateAt >= now - LOG_WINDOW',
      ),
    ],
    shownBy: [
      clock('2030-06-01T12:00:00Z'),
      domain(),
      mail(',"createdAt":"2030-02-01T12:00:00Z"'),
      'event messageDelivered {"messageId":"$2.messageId"}',
      'owner GET /email/messages',
    ],
    differsAt: '4.body.messages.length',
  },
  {
    id: 'b-raw-message-kept-a-month',
    areas: ['email'],
    kind: 'time',
    statement: 'EML-11',
    wrong: 'The thirty days of raw messages are a calendar month, so in March a message of 29 days ago is gone.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        'if (message.createdAt < ctx.now - RAW_WINDOW &&',
        'const month = new Date(ctx.now)\n    month.setUTCMonth(month.getUTCMonth() - 1)\n    if (message.createdAt < month.getTime() &&',
      ),
    ],
    shownBy: [
      clock('2030-03-15T12:00:00Z'),
      domain(),
      mail(',"createdAt":"2030-02-14T12:00:00Z"'),
      'owner GET /email/messages/$2.messageId/content',
    ],
    differsAt: '3.status',
  },
  {
    id: 'b-second-bounce-not-suppressed',
    areas: ['email'],
    kind: 'side effect',
    statement: 'EML-13',
    wrong: 'When both recipients of a message bounce hard, only the first is suppressed.',
    requestsAlone: false,
    edits: [
      edit(
        'mail.ts',
        "kind === 'delivered' || (kind === 'bounced' && !about.hard) ? undefined",
        "kind === 'delivered' || (kind === 'bounced' && !about.hard) || suppressions.length > 0 ? undefined",
      ),
    ],
    shownBy: [
      domain(),
      'event messageSent {"from":"a@one.customers.example","to":["x@there.example","y@there.example"]}',
      'event messageBounced {"messageId":"$1.messageId","bounce":"hard"}',
      'owner GET /email/suppressions',
    ],
    differsAt: '3.body.suppressions.length',
  },
  {
    id: 'b-suppression-of-another-organization',
    areas: ['email'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'An address that another organization has suppressed counts as suppressed here, and cannot be added.',
    requestsAlone: true,
    edits: [
      edit(
        'email-posture.ts',
        '(one) => one.org === org && one.address.toLowerCase() === wanted',
        '(one) => one.address.toLowerCase() === wanted',
      ),
    ],
    shownBy: [
      'outsider POST /email/suppressions {"address":"x@there.example"}',
      'owner POST /email/suppressions {"address":"x@there.example"}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'b-delivered-not-redelivered',
    areas: ['email'],
    kind: 'guard',
    statement: 'EML-16',
    wrong: 'A delivery that succeeded once cannot be redelivered, though the receiver may have lost it.',
    requestsAlone: false,
    edits: [
      edit(
        'email-webhooks.ts',
        "if (old?.org !== org.slug) return refuse(404, 'unknown delivery')",
        "if (old?.org !== org.slug) return refuse(404, 'unknown delivery')\n    if (old.state === 'delivered') refuse(409, 'already delivered')",
      ),
    ],
    shownBy: [
      webhook(),
      answers(0, 200),
      domain(),
      mail(),
      'owner GET /email/webhook-deliveries',
      'owner POST /email/webhook-deliveries/$4.deliveries.0.id/redeliver',
    ],
    differsAt: '5.status',
  },
  {
    id: 'b-delivery-filters-either',
    areas: ['email'],
    kind: 'side effect',
    statement: 'EML-15',
    wrong:
      'With both filters the list holds deliveries that fit either, so those of other messages and endpoints are among them.',
    requestsAlone: false,
    edits: [
      edit(
        'email-webhooks.ts',
        ".filter((delivery) => messageId === null || delivery.messageId === messageId || fault('delivery-filter-ignored'))\n      .filter((delivery) => endpointId === null || delivery.endpointId === endpointId)",
        '.filter(\n        (delivery) =>\n          (messageId === null && endpointId === null) ||\n          delivery.messageId === messageId ||\n          delivery.endpointId === endpointId,\n      )',
      ),
    ],
    shownBy: [
      webhook(),
      webhook(),
      answers(0, 200),
      answers(1, 200),
      domain(),
      mail(),
      mail(),
      'owner GET /email/webhook-deliveries?messageId=$5.messageId&endpointId=$0.webhook.id',
    ],
    differsAt: '7.body.deliveries.length',
  },
  {
    id: 'b-scoped-routes-by-route-id',
    areas: ['email'],
    kind: 'guard',
    statement: 'EML-05',
    wrong:
      'Somebody whose grant is for one domain sees none of its routes: the ids of routes are compared with those of domains.',
    requestsAlone: false,
    edits: [
      edit('email-routes.ts', '.filter(({ domainId }) => reach.to(domainId) ||', '.filter(({ id }) => reach.to(id) ||'),
    ],
    shownBy: [domain(), arm(0), webhook(), route(0, 2), scopedTo(0), 'member GET /email/routes'],
    differsAt: '5.body.routes.length',
  },
  {
    id: 'b-content-beyond-the-grant',
    areas: ['email'],
    kind: 'isolation',
    statement: 'EML-01',
    wrong:
      'Somebody whose grant is for one domain reads the messages of all others by their ids, though the list hides them.',
    requestsAlone: false,
    edits: [edit('email-messages.ts', 'if (!ctx.reach.to(message.domainId)) refuse(', 'if (!ctx.reach.some) refuse(')],
    shownBy: [domain(), domain('two'), mail('', 'two'), scopedTo(0), 'member GET /email/messages/$2.messageId/content'],
    differsAt: '4.status',
  },
  {
    id: 'b-signing-secret-after-patch',
    areas: ['email'],
    kind: 'secrecy',
    statement: 'GEN-06',
    wrong: 'Whoever may change an endpoint gets its signing secret again with every PATCH, not once.',
    requestsAlone: true,
    edits: [
      edit(
        'email-webhooks.ts',
        'return shownWebhook(ctx, webhook)',
        'return { ...shownWebhook(ctx, webhook), signingSecret: webhook.secret }',
      ),
    ],
    shownBy: [webhook(), 'owner PATCH /email/webhooks/$0.webhook.id {"disabled":false}'],
    differsAt: '1.body.signingSecret.length',
  },
  {
    id: 'b-raw-message-gone-410',
    areas: ['email'],
    kind: 'status',
    statement: 'EML-11',
    wrong: 'A raw message past its window is answered with 410, where clients are told to expect 404.',
    requestsAlone: false,
    edits: [
      edit(
        'email-messages.ts',
        "!ctx.fault('content-forever')) refuse(404, 'past its window')",
        "!ctx.fault('content-forever')) refuse(410, 'past its window')",
      ),
    ],
    shownBy: [
      clock('2030-03-15T12:00:00Z'),
      domain(),
      mail(',"createdAt":"2030-02-01T12:00:00Z"'),
      'owner GET /email/messages/$2.messageId/content',
    ],
    differsAt: '3.status',
  },
]
