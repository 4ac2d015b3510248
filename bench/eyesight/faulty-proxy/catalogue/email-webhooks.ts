import { borrow, insteadOf, keepSecret, madeUpId, resend, rewrite, showSecrets, swallow } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asFields, asList, fieldsOf, good, omit, reply, withBody } from '../replies.ts'
import { advance, as, event, get, patch, post, remove, webhookAttempts } from '../steps.ts'

const domain = post('/email/domains', { name: 'mail.acme.example' })
const arm = (id: string) => post(`/email/domains/${id}/receive`)
const endpoint = post('/email/webhooks', { url: 'https://hooks.acme.example/mail', eventTypes: ['message.sent'] })
const route = (domainId: string, endpointId: string) =>
  post('/email/routes', { domainId, pattern: 'support', endpointId })
const HOOKS = 'POST /email/webhooks'
const HOOK = '/email/webhooks/{id}'
const ROUTES = 'POST /email/routes'

export const emailWebhooks: readonly Fault[] = [
  {
    name: 'email-route-on-unarmed-domain',
    area: 'email',
    does: 'a route on a domain that does not receive arms the domain',
    breaks: 'Errors, email routes: 409 when receiving is not armed',
    checklist: ['EML-03'],
    show: [domain, endpoint, route('$1.id', '$2.webhook.id')],
    deeds: {
      [ROUTES]: insteadOf([409], async ({ ask, pass, upstream }) => {
        await upstream('POST', `/email/domains/${fieldsOf(ask).domainId}/receive`)
        return pass()
      }),
    },
  },
  {
    name: 'email-route-twice',
    area: 'email',
    does: 'a pattern that the domain has already is taken again',
    breaks: 'Errors, email routes: 409 when the pattern exists on the domain',
    checklist: ['EML-03'],
    show: [domain, arm('$1.id'), endpoint, route('$1.id', '$3.webhook.id'), route('$1.id', '$3.webhook.id')],
    deeds: {
      [ROUTES]: insteadOf([409], async ({ ask, memory, upstream }, refused) => {
        const { domainId, pattern, endpointId } = fieldsOf(ask)
        const routes = asList(fieldsOf(await upstream('GET', '/email/routes')).routes)
        const twin = routes.find((one) => one.domainId === domainId && one.pattern === pattern)
        return twin ? reply(201, { ...twin, endpointId, id: madeUpId('rou', memory) }) : refused
      }),
    },
  },
  {
    name: 'email-route-to-foreign-endpoint',
    area: 'email',
    does: "a route to another organization's endpoint is taken",
    breaks: "Endpoints, Email, routes: the endpoint must be the organization's",
    checklist: ['EML-03', 'GEN-04'],
    show: [as('outsider', endpoint), domain, arm('$2.id'), route('$2.id', '$1.webhook.id')],
    deeds: {
      [ROUTES]: insteadOf([400, 403, 404, 422], async ({ ask, memory, upstream }, refused) => {
        const { domainId, pattern, endpointId } = fieldsOf(ask)
        for (const caller of memory.callers) {
          const theirs = await upstream('GET', '/email/webhooks', undefined, caller)
          const mine = await upstream('GET', `/email/domains/${domainId}`)
          if (!good(mine) || !theirs.body.includes(JSON.stringify(endpointId))) continue
          return reply(201, {
            id: madeUpId('rou', memory),
            domainId,
            pattern,
            endpointId,
            createdAt: String(fieldsOf(mine).createdAt),
          })
        }
        return refused
      }),
    },
  },
  {
    name: 'email-route-stays',
    area: 'email',
    does: 'deleting a route is answered as done, and nothing is done',
    breaks: 'Endpoints, Email, routes: DELETE',
    checklist: ['EML-03'],
    show: [
      domain,
      arm('$1.id'),
      endpoint,
      route('$1.id', '$3.webhook.id'),
      remove('/email/routes/$4.id'),
      get('/email/routes'),
    ],
    deeds: {
      'DELETE /email/routes/{id}': swallow(
        204,
        () => '/email/routes',
        ({ ask }) => ask.at.id ?? '',
      ),
    },
  },
  {
    name: 'email-route-pattern-loosened',
    area: 'email',
    does: 'a route for one local part is made for all that begin with it',
    breaks: 'Resources, EmailRoute: the pattern is exact text, or a prefix that ends in a star',
    checklist: ['EML-03'],
    show: [domain, arm('$1.id'), endpoint, route('$1.id', '$3.webhook.id')],
    deeds: {
      [ROUTES]: resend((asked) => ({
        ...asked,
        pattern: String(asked.pattern).endsWith('*') ? asked.pattern : `${asked.pattern}*`,
      })),
    },
  },
  {
    name: 'email-signing-secret-listed',
    area: 'email',
    does: 'the list of endpoints shows their signing secrets',
    breaks: 'Endpoints, Email, webhooks: the signing secret is returned once',
    checklist: ['EML-14', 'GEN-06'],
    show: [endpoint, get('/email/webhooks')],
    deeds: {
      [HOOKS]: keepSecret(
        ({ webhook }) => asFields(webhook).id,
        ({ signingSecret }) => signingSecret,
      ),
      'GET /email/webhooks': showSecrets('webhooks', 'id', 'signingSecret'),
    },
  },
  {
    name: 'email-webhook-switch-ignored',
    area: 'email',
    does: 'switching an endpoint off is answered as done, and nothing is done',
    breaks: 'Endpoints, Email, webhooks: PATCH takes disabled',
    checklist: ['EML-14'],
    show: [endpoint, patch('/email/webhooks/$1.webhook.id', { disabled: true }), get('/email/webhooks')],
    deeds: {
      [`PATCH ${HOOK}`]: async ({ ask, pass }) => {
        const { disabled } = fieldsOf(ask)
        if (disabled !== true) return pass()
        const answer = await pass({ body: omit(fieldsOf(ask), 'disabled') })
        return good(answer) ? withBody(answer, { ...fieldsOf(answer), disabled }) : answer
      },
    },
  },
  {
    name: 'email-webhook-never-on-again',
    area: 'email',
    does: 'an endpoint that is off stays off',
    breaks: 'States, switches: disabled is reversible',
    checklist: ['EML-14'],
    show: [
      endpoint,
      patch('/email/webhooks/$1.webhook.id', { disabled: true }),
      patch('/email/webhooks/$1.webhook.id', { disabled: false }),
    ],
    deeds: {
      [`PATCH ${HOOK}`]: resend((asked) => (asked.disabled === false ? omit(asked, 'disabled') : asked)),
    },
  },
  {
    name: 'email-webhook-switch-moves-url',
    area: 'email',
    does: 'switching an endpoint changes its URL',
    breaks: 'Endpoints, Email, webhooks: url is optional in a change, left out it stays',
    checklist: ['EML-14'],
    show: [endpoint, patch('/email/webhooks/$1.webhook.id', { disabled: true })],
    deeds: {
      [`PATCH ${HOOK}`]: resend((asked) =>
        asked.url === undefined ? { ...asked, url: 'https://hooks.example/default' } : asked,
      ),
    },
  },
  {
    name: 'email-webhook-deleted-under-a-route',
    area: 'email',
    does: 'deleting an endpoint deletes the routes to it',
    breaks: 'Errors, email webhooks: 409 while an inbound route targets the endpoint',
    checklist: ['EML-14'],
    show: [domain, arm('$1.id'), endpoint, route('$1.id', '$3.webhook.id'), remove('/email/webhooks/$3.webhook.id')],
    deeds: {
      [`DELETE ${HOOK}`]: insteadOf([409], async ({ ask, pass, upstream }) => {
        const routes = asList(fieldsOf(await upstream('GET', '/email/routes')).routes)
        for (const { id, endpointId } of routes)
          if (endpointId === ask.at.id) await upstream('DELETE', `/email/routes/${id}`)
        return pass()
      }),
    },
  },
  {
    name: 'email-rotation-returns-old-secret',
    area: 'email',
    does: 'rotating answers the secret of the creation',
    breaks: 'Endpoints, Email, webhooks: rotation returns a new secret',
    checklist: ['EML-14'],
    show: [endpoint, post('/email/webhooks/$1.webhook.id/rotate-secret')],
    deeds: {
      [HOOKS]: keepSecret(
        ({ webhook }) => asFields(webhook).id,
        ({ signingSecret }) => signingSecret,
      ),
      [`POST ${HOOK}/rotate-secret`]: rewrite((made, { ask, memory }) => ({
        ...made,
        signingSecret: memory.notes.get(`secret ${ask.at.id}`) ?? made.signingSecret,
      })),
    },
  },
  {
    name: 'email-old-secret-goes-on-signing',
    area: 'email',
    does: 'rotating answers a new secret and leaves the old one in place',
    breaks: 'Events, point 1: rotation stops the old secret signing immediately',
    checklist: ['EML-14', 'EML-17'],
    show: [
      domain,
      event('dns-record-published', { domain: 'mail.acme.example' }),
      post('/email/domains/$1.id/check'),
      advance('PT10M'),
      endpoint,
      event('webhook-endpoint-answers', { endpointId: '$5.webhook.id', answers: [{ status: 200 }] }),
      post('/email/webhooks/$5.webhook.id/rotate-secret'),
      event('message-sent', { from: 'shop@mail.acme.example', to: ['jo@customer.example'] }),
      advance('PT1M'),
      webhookAttempts(),
    ],
    unlike: [7],
    deeds: {
      [`POST ${HOOK}/rotate-secret`]: async ({ ask, pass, upstream }) => {
        const there = await upstream('GET', '/email/webhooks')
        if (!there.body.includes(JSON.stringify(ask.at.id))) return pass()
        return reply(200, { signingSecret: `whsec_${Buffer.from(`rotated ${ask.at.id}`).toString('base64url')}` })
      },
    },
  },
  {
    name: 'email-foreign-endpoint-changed',
    area: 'email',
    does: "another organization's endpoint can be changed",
    breaks: "Conventions: every operation acts on the caller's organization",
    checklist: ['GEN-04'],
    show: [as('outsider', endpoint), patch('/email/webhooks/$1.webhook.id', { disabled: true })],
    deeds: { [`PATCH ${HOOK}`]: borrow(403, 404) },
  },
]
