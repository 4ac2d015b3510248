import {
  borrow,
  insteadOf,
  keepSecret,
  madeUpId,
  relist,
  resend,
  restatus,
  rewrite,
  showSecrets,
  swallow,
} from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, omit, reply } from '../replies.ts'
import { as, event, get, post, remove } from '../steps.ts'

const domain = (name = 'mail.acme.example') => post('/email/domains', { name })
const NEW_DOMAIN = 'POST /email/domains'
const NEW_KEY = 'POST /email/keys'
const inPath = ({ ask }: { readonly ask: { readonly at: Readonly<Record<string, string>> } }) => ask.at.id ?? ''

export const emailSending: readonly Fault[] = [
  {
    name: 'email-send-key-secret-listed',
    area: 'email',
    does: 'the list of send keys shows their secrets',
    breaks: 'Endpoints, Email, keys: the list is metadata only',
    checklist: ['EML-02', 'GEN-06'],
    show: [post('/email/keys', { name: 'shop' }), get('/email/keys')],
    deeds: {
      [NEW_KEY]: keepSecret(
        ({ sendKey }) => asList([sendKey])[0]?.id,
        ({ secret }) => secret,
      ),
      'GET /email/keys': showSecrets('sendKeys', 'id', 'secret'),
    },
  },
  {
    name: 'email-send-key-not-revoked',
    area: 'email',
    does: 'revoking a send key is answered as done, and the key goes on sending',
    breaks: 'States, switches: a send key is revoked by tombstone',
    checklist: ['EML-02'],
    show: [
      post('/email/keys', { name: 'shop' }),
      remove('/email/keys/$1.sendKey.id'),
      event('credential-used', { kind: 'send-key', secret: '$1.secret' }),
    ],
    deeds: { 'DELETE /email/keys/{id}': swallow(204, () => '/email/keys', inPath) },
  },
  {
    name: 'email-send-key-org-wide',
    area: 'email',
    does: 'a key asked for with domains is minted without',
    breaks: 'Endpoints, Email, keys: only a key without domainIds is org-wide',
    checklist: ['EML-02', 'EML-20'],
    show: [domain(), post('/email/keys', { name: 'shop', domainIds: ['$1.id'] })],
    deeds: { [NEW_KEY]: resend((asked) => omit(asked, 'domainIds')) },
  },
  {
    name: 'email-send-key-minted-by-anyone',
    area: 'email',
    does: 'who lacks the permission mints a send key in the name of somebody seen before',
    breaks: 'Endpoints, Email, keys: minting needs email.key.admin',
    checklist: ['EML-02', 'EML-01'],
    show: [get('/email/keys'), as('member', post('/email/keys', { name: 'shop' }))],
    deeds: { [NEW_KEY]: borrow(403) },
  },
  {
    name: 'email-send-key-secret-null',
    area: 'email',
    does: 'a new send key comes with the secret null',
    breaks: 'Endpoints, Email, keys: the secret is returned once',
    checklist: ['EML-02', 'GEN-09'],
    show: [post('/email/keys', { name: 'shop' })],
    deeds: { [NEW_KEY]: rewrite((made) => ({ ...made, secret: null })) },
  },
  {
    name: 'email-domain-claimed-twice',
    area: 'email',
    does: 'a domain that another organization has is registered again',
    breaks: 'Endpoints, Email, domains: 409 when the name has a live claim anywhere',
    checklist: ['EML-04'],
    show: [as('outsider', domain()), domain()],
    deeds: {
      [NEW_DOMAIN]: insteadOf([409], async ({ ask, memory, upstream }, refused) => {
        const { name } = fieldsOf(ask)
        const mine = asList(fieldsOf(await upstream('GET', '/email/domains')).domains)
        if (mine.some((one) => one.name === name)) return refused
        return reply(201, {
          id: madeUpId('dom', memory),
          name,
          sendState: 'pending',
          receiveState: 'none',
          createdAt: '2026-03-05T09:00:00Z',
          dnsRecords: [{ capability: 'send', type: 'TXT', name, value: 'v=spf1 ~all' }],
        })
      }),
    },
  },
  {
    name: 'email-domain-claim-is-422',
    area: 'email',
    does: 'a domain that is registered already is answered 422',
    breaks: 'Errors, email domains: 409 when the domain has a live claim',
    checklist: ['EML-04'],
    show: [domain(), domain()],
    deeds: { [NEW_DOMAIN]: restatus(409, 422) },
  },
  {
    name: 'email-domain-without-records',
    area: 'email',
    does: 'a new domain comes without DNS records',
    breaks: 'Endpoints, Email, domains: registering returns the DNS records to publish',
    checklist: ['EML-04'],
    show: [domain()],
    deeds: { [NEW_DOMAIN]: rewrite((made) => ({ ...made, dnsRecords: [] })) },
  },
  {
    name: 'email-domain-stays',
    area: 'email',
    does: 'deleting a domain is answered as done, and nothing is done',
    breaks: 'Errors, email: 404 for an unknown resource',
    checklist: ['EML-04', 'EML-01'],
    show: [domain(), remove('/email/domains/$1.id'), get('/email/domains/$1.id')],
    deeds: { 'DELETE /email/domains/{id}': swallow(204, (visit) => `/email/domains/${inPath(visit)}`, inPath) },
  },
  {
    name: 'email-unknown-domain-is-410',
    area: 'email',
    does: 'an unknown domain is answered 410',
    breaks: 'Errors, email: 404 for an unknown resource',
    checklist: ['EML-01'],
    show: [get('/email/domains/none')],
    deeds: { 'GET /email/domains/{id}': restatus(404, 410) },
  },
  {
    name: 'email-dns-observation-missing',
    area: 'email',
    does: 'the last record of a domain is not observed',
    breaks: 'Endpoints, Email, dns: one observation for each expected record',
    checklist: ['EML-06'],
    show: [domain(), get('/email/domains/$1.id/dns')],
    deeds: { 'GET /email/domains/{id}/dns': relist('records', (all) => all.slice(0, -1)) },
  },
  {
    name: 'email-check-is-200',
    area: 'email',
    does: 'a forced check is answered 200',
    breaks: 'Endpoints, Email, check: 202',
    checklist: ['EML-07', 'GEN-09'],
    show: [domain(), post('/email/domains/$1.id/check')],
    deeds: { 'POST /email/domains/{id}/check': restatus(202, 200) },
  },
  {
    name: 'email-arming-does-nothing',
    area: 'email',
    does: 'arming a domain answers the domain as it is',
    breaks: 'States: arming receiving returns the receive record to publish',
    checklist: ['EML-08'],
    show: [domain(), post('/email/domains/$1.id/receive')],
    deeds: {
      'POST /email/domains/{id}/receive': (visit) => visit.upstream('GET', `/email/domains/${inPath(visit)}`),
    },
  },
  {
    name: 'email-receive-state-armed',
    area: 'email',
    does: 'a domain that waits for its MX record is said to be armed',
    breaks: 'Resources, EmailDomain: receiveState is none, pending, verified or failed',
    checklist: ['EML-08', 'GEN-02'],
    show: [domain(), post('/email/domains/$1.id/receive')],
    deeds: { 'POST /email/domains/{id}/receive': rewrite((one) => ({ ...one, receiveState: 'armed' })) },
  },
  {
    name: 'email-foreign-domain-deleted',
    area: 'email',
    does: 'the domain of another organization can be deleted',
    breaks: "Conventions: every operation acts on the caller's organization",
    checklist: ['GEN-04'],
    show: [as('outsider', domain()), remove('/email/domains/$1.id')],
    deeds: { 'DELETE /email/domains/{id}': borrow(403, 404) },
  },
  {
    name: 'email-scope-of-domains-ignored',
    area: 'email',
    does: 'who is narrowed to some domains is shown all that somebody of the organization can see',
    breaks: 'Authentication, point 3: scoped subjects see instance-filtered lists of domains',
    checklist: ['EML-05'],
    show: [
      domain('a.acme.example'),
      domain('b.acme.example'),
      event('role-changes', {
        userId: 'usr_cy',
        role: 'member',
        grants: [{ role: 'email.reader', resourceIds: ['$1.id'] }],
      }),
      get('/email/domains'),
      as('member', get('/email/domains')),
    ],
    deeds: {
      'GET /email/domains': async ({ pass, memory, upstream }) => {
        const answer = await pass()
        const mine = asList(fieldsOf(answer).domains)
        for (const caller of mine.length > 0 ? memory.callers : []) {
          const theirs = asList(fieldsOf(await upstream('GET', '/email/domains', undefined, caller)).domains)
          const sameOrganization = mine.every(({ id }) => theirs.some((one) => one.id === id))
          if (sameOrganization && theirs.length > mine.length) return reply(200, { domains: theirs })
        }
        return answer
      },
    },
  },
  {
    name: 'email-disabled-is-404',
    area: 'email',
    does: 'an organization outside the private beta gets 404',
    breaks: 'Errors, email: 403 when email is not enabled for the organization',
    checklist: ['EML-01'],
    show: [event('entitlement-changes', { area: 'email', enabled: false }), get('/email/settings')],
    deeds: { 'GET /email/settings': restatus(403, 404) },
  },
  {
    name: 'email-backend-error-in-html',
    area: 'email',
    does: 'an unreachable backend is told in HTML',
    breaks: 'Conventions: every error body is a JSON object with error',
    checklist: ['GEN-01', 'EML-01'],
    show: [event('backend-behaves', { backend: 'email', reachable: false }), get('/email/domains')],
    deeds: {
      'GET /email/domains': insteadOf([502], () => ({
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<html><body><h1>502 Bad Gateway</h1></body></html>'),
      })),
    },
  },
  {
    name: 'email-settings-for-nobody',
    area: 'email',
    does: 'the sending posture is shown without a credential, as somebody else saw it',
    breaks: 'Errors, email: 401 without a valid session',
    checklist: ['GEN-05'],
    show: [get('/email/settings'), as('nobody', get('/email/settings'))],
    deeds: { 'GET /email/settings': borrow(401) },
  },
  {
    name: 'email-paused-is-text',
    area: 'email',
    does: 'paused is the word no',
    breaks: 'Resources, email settings: paused is a boolean',
    checklist: ['EML-12', 'GEN-02'],
    show: [get('/email/settings')],
    deeds: { 'GET /email/settings': rewrite((all) => ({ ...all, paused: all.paused ? 'yes' : 'no' })) },
  },
  {
    name: 'email-manual-suppression-is-a-bounce',
    area: 'email',
    does: 'an address suppressed by hand has the reason bounce',
    breaks: 'Endpoints, Email, suppressions: the reason is manual',
    checklist: ['EML-13'],
    show: [post('/email/suppressions', { address: 'jo@customer.example' })],
    deeds: { 'POST /email/suppressions': rewrite((made) => ({ ...made, reason: 'bounce' })) },
  },
  {
    name: 'email-suppression-stays',
    area: 'email',
    does: 'lifting a suppression is answered as done, and nothing is done',
    breaks: 'States, suppression: removing one makes the address deliverable again',
    checklist: ['EML-13'],
    show: [
      post('/email/suppressions', { address: 'jo@customer.example' }),
      remove('/email/suppressions/$1.id'),
      get('/email/suppressions'),
    ],
    deeds: { 'DELETE /email/suppressions/{id}': swallow(204, () => '/email/suppressions', inPath) },
  },
]
