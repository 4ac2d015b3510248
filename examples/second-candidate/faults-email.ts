import type { Fault } from './fault.ts'
import { as, domain, event, later, owner, webhook } from './steps.ts'

const id = { id: '$0.id' }
const arm = owner('armDomainReceiving', { params: id })
const publish = (more: object = {}) => event('dnsRecordPublished', { domain: '$0.id', ...more })
const check = owner('checkDomain', { params: id })
const dns = owner('getDomainDns', { params: id })
const route = (endpointId: string, pattern = 'info', who: 'owner' | 'admin' = 'owner') =>
  as(who, 'createRoute', { body: { domainId: '$0.id', pattern, endpointId } })
/** A domain (step 0) that receives, in both readings of armed, and an endpoint (step 4). */
const receiving = [domain(), arm, publish(), check, webhook()]
const patch = (body: object) => owner('updateWebhook', { params: { id: '$0.webhook.id' }, body })
const sendKey = owner('createSendKey', { body: { name: 'app' } })

/** Faults of keys, domains, routes and endpoints of email. */
export const EMAIL_FAULTS: readonly Fault[] = [
  {
    name: 'bare-404',
    rule: 'GEN-01',
    what: 'the body of a 404 has no error',
    minimal: [owner('getDomain', { params: { id: 'none' } })],
    shows: { at: 'body.error', correct: { type: 'string' }, faulty: { absent: true } },
  },
  {
    name: 'settings-without-session',
    rule: 'GEN-05',
    what: 'the settings are told to anybody',
    minimal: [as('nobody', 'getEmailSettings')],
    shows: { at: 'status', correct: 401, faulty: 200 },
  },
  {
    name: 'entitlement-for-lists-only',
    rule: 'EML-01',
    what: 'an organization without email reads its settings',
    minimal: [as('guest', 'getEmailSettings')],
    shows: { at: 'status', correct: 403, faulty: 200 },
  },
  {
    name: 'outage-hidden',
    rule: 'EML-01',
    what: 'domains are listed while the backend is unreachable',
    minimal: [event('backendBehaves', { backend: 'email', reachable: false }), owner('listDomains')],
    shows: { at: 'status', correct: 502, faulty: 200 },
  },
  {
    name: 'send-key-secret-listed',
    rule: 'EML-02',
    what: 'the list of send keys shows secrets',
    minimal: [sendKey, owner('listSendKeys')],
    shows: { at: 'body.sendKeys.0.secret', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'send-key-by-member',
    rule: 'EML-02',
    what: 'a send key is minted without email.key.admin',
    minimal: [as('member', 'createSendKey', { body: { name: 'app' } })],
    shows: { at: 'status', correct: 403, faulty: 201 },
  },
  {
    name: 'send-key-domains-lost',
    rule: 'EML-02',
    what: 'a restricted key is made org-wide',
    minimal: [domain(), owner('createSendKey', { body: { name: 'app', domainIds: ['$0.id'] } })],
    shows: { at: 'body.sendKey.domainIds.length', correct: 1, faulty: 0 },
  },
  {
    name: 'send-key-revocation-without-effect',
    rule: 'EML-02',
    what: 'a revoked send key still works',
    minimal: [
      sendKey,
      owner('revokeSendKey', { params: { id: '$0.sendKey.id' } }),
      event('credentialUsed', { kind: 'send-key', secret: '$0.secret' }),
    ],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'route-unarmed',
    rule: 'EML-03',
    what: 'a route is made on a domain that does not receive',
    minimal: [domain(), webhook(), route('$1.webhook.id')],
    shows: { at: 'status', correct: 409, faulty: 201 },
  },
  {
    name: 'pattern-twice',
    rule: 'EML-03',
    what: 'a domain has the same pattern twice',
    variants: ['a'],
    minimal: [domain(), arm, webhook(), route('$2.webhook.id'), route('$2.webhook.id')],
    shows: { at: 'status', correct: 409, faulty: 201 },
  },
  {
    name: 'foreign-endpoint-routed',
    rule: 'EML-03',
    what: "mail is routed to another organization's endpoint",
    variants: ['a'],
    minimal: [domain(), arm, webhook('outsider'), route('$2.webhook.id')],
    shows: { at: 'status', correct: { refused: true }, faulty: 201 },
  },
  {
    name: 'pattern-anything',
    rule: 'EML-03',
    what: 'a pattern may have a star anywhere',
    variants: ['a'],
    minimal: [domain(), arm, webhook(), route('$2.webhook.id', 'in*fo')],
    shows: { at: 'status', correct: { refused: true }, faulty: 201 },
  },
  {
    name: 'route-stays',
    rule: 'EML-03',
    what: 'a deleted route is still listed',
    minimal: [
      ...receiving,
      route('$4.webhook.id'),
      owner('deleteRoute', { params: { id: '$5.id' } }),
      owner('listRoutes'),
    ],
    shows: { at: 'body.routes.length', correct: 0, faulty: 1 },
  },
  {
    name: 'own-domain-twice',
    rule: 'EML-04',
    what: 'an organization registers a name twice',
    minimal: [domain(), domain()],
    shows: { at: 'status', correct: 409, faulty: 201 },
  },
  {
    name: 'claim-per-organization',
    rule: 'EML-04',
    what: 'a name may be claimed once per organization',
    minimal: [domain(), domain('mail.shop.example', 'outsider')],
    shows: { at: 'status', correct: 409, faulty: 201 },
  },
  {
    name: 'domain-without-records',
    rule: 'EML-04',
    what: 'registering returns no DNS records to publish',
    minimal: [domain()],
    shows: { at: 'body.dnsRecords.length', correct: { not: 0 }, faulty: 0 },
  },
  {
    name: 'foreign-domain-served',
    rule: 'GEN-04',
    what: "another organization's domain can be read",
    minimal: [domain(), as('outsider', 'getDomain', { params: id })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'domains-unfiltered',
    rule: 'EML-05',
    what: 'a scoped subject sees every domain',
    minimal: [
      domain(),
      domain('other.shop.example'),
      event('roleChanges', {
        userId: '$user.member',
        grants: [{ role: '$role.email.viewer', resourceIds: ['$0.id'] }],
      }),
      as('member', 'listDomains'),
    ],
    shows: { at: 'body.domains.length', correct: 1, faulty: 2 },
  },
  {
    name: 'routes-unfiltered',
    rule: 'EML-05',
    what: 'a scoped subject sees the routes of every domain',
    minimal: [
      ...receiving,
      route('$4.webhook.id'),
      event('roleChanges', {
        userId: '$user.member',
        grants: [{ role: '$role.email.viewer', resourceIds: ['other'] }],
      }),
      as('member', 'listRoutes'),
    ],
    shows: { at: 'body.routes.length', correct: 0, faulty: 1 },
  },
  {
    name: 'dns-tells-found-only',
    rule: 'EML-06',
    what: 'there is no observation of a missing record',
    minimal: [domain(), dns],
    shows: { at: 'body.records.length', correct: '$0.dnsRecords.length', faulty: 0 },
  },
  {
    name: 'dns-follows-state',
    rule: 'EML-06',
    what: 'observations of a verified domain say found, whatever DNS says',
    variants: ['a'],
    minimal: [domain(), publish(), check, later, event('dnsRecordRemoved', { domain: '$0.id' }), dns],
    shows: { at: 'body.records.0.outcome', correct: 'missing', faulty: 'found' },
  },
  {
    name: 'mismatch-without-value',
    rule: 'EML-06',
    what: 'a mismatch comes without the observed value',
    variants: ['a'],
    minimal: [domain(), event('dnsRecordMismatched', { domain: '$0.id', value: 'wrong' }), dns],
    shows: { at: 'body.records.0.observed', correct: 'wrong', faulty: { absent: true } },
  },
  {
    name: 'check-answers-200',
    rule: 'EML-07',
    what: 'a forced check answers 200',
    minimal: [domain(), check],
    shows: { at: 'status', correct: 202, faulty: 200 },
  },
  {
    name: 'check-without-status',
    rule: 'EML-07',
    what: 'a forced check answers no status',
    minimal: [domain(), check],
    shows: { at: 'body.status', correct: { type: 'string' }, faulty: { absent: true } },
  },
  {
    name: 'armed-without-record',
    rule: 'EML-08',
    what: 'arming does not tell the MX record',
    minimal: [domain(), arm],
    shows: { at: 'body.dnsRecords.at(-1).capability', correct: 'receive', faulty: 'send' },
  },
  {
    name: 'signing-secret-listed',
    rule: 'EML-14',
    what: 'the list of endpoints shows signing secrets',
    minimal: [webhook(), owner('listWebhooks')],
    shows: { at: 'body.webhooks.0.signingSecret', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'webhook-stays-disabled',
    rule: 'EML-14',
    what: 'a disabled endpoint cannot be enabled again',
    minimal: [webhook(), patch({ disabled: true }), patch({ disabled: false })],
    shows: { at: 'body.disabled', correct: false, faulty: true },
  },
  {
    name: 'webhook-patch-drops-types',
    rule: 'EML-14',
    what: 'PATCH without eventTypes drops them',
    minimal: [webhook(), patch({ disabled: true })],
    shows: { at: 'body.eventTypes.length', correct: 1, faulty: 0 },
  },
  {
    name: 'rotation-keeps-secret',
    rule: 'EML-14',
    what: 'rotation returns the old secret',
    minimal: [webhook(), owner('rotateWebhookSecret', { params: { id: '$0.webhook.id' } })],
    shows: { at: 'body.signingSecret', correct: { not: '$0.signingSecret' }, faulty: '$0.signingSecret' },
  },
  {
    name: 'routed-webhook-deleted',
    rule: 'EML-14',
    what: 'an endpoint is deleted though a route targets it',
    minimal: [...receiving, route('$4.webhook.id'), owner('deleteWebhook', { params: { id: '$4.webhook.id' } })],
    shows: { at: 'status', correct: 409, faulty: 204 },
  },
  {
    name: 'foreign-webhook-changed',
    rule: 'GEN-04',
    what: "another organization's endpoint can be changed",
    minimal: [
      webhook(),
      as('outsider', 'updateWebhook', { params: { id: '$0.webhook.id' }, body: { disabled: true } }),
    ],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'event-type-anything',
    rule: 'EML-21',
    what: 'an endpoint may subscribe to anything',
    minimal: [owner('createWebhook', { body: { url: 'https://hook.shop.example', eventTypes: ['weather'] } })],
    shows: { at: 'status', correct: { refused: true }, faulty: 201 },
  },
]
