import { each, firstSeen, insteadOf, keepSecret, restatus, rewrite, showSecrets, swallow } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { asList, fieldsOf, good } from '../replies.ts'
import { as, event, get, post, put, remove } from '../steps.ts'

const PAGING = '/oncall/paging-settings'
const PROVIDER = '/oncall/provider-credential'
const SOURCES = '/oncall/alert-sources'

const ACCOUNT = { accountSid: 'AC0123456789', authToken: 'the-token-of-the-account', fromNumber: '+15550100' }
const source = post(SOURCES, { name: 'prometheus', serviceId: 'svc_checkout' })
const LATER = { rules: [{ channel: 'email', delaySeconds: 120 }] }

export const oncallPaging: readonly Fault[] = [
  {
    name: 'oncall-paging-shared',
    area: 'oncall',
    does: 'everybody has the rules that somebody saved last',
    breaks: 'Endpoints, On-call, operation 8: settings are personal',
    checklist: ['ONC-15'],
    show: [put(PAGING, LATER), as('member', get(PAGING))],
    deeds: {
      [`PUT ${PAGING}`]: async ({ pass, memory }) => {
        const answer = await pass()
        if (good(answer)) memory.notes.set('rules', fieldsOf(answer).rules)
        return answer
      },
      [`GET ${PAGING}`]: rewrite((mine, { memory }) => ({ ...mine, rules: memory.notes.get('rules') ?? mine.rules })),
    },
  },
  {
    name: 'oncall-paging-email-from-the-body',
    area: 'oncall',
    does: 'saved settings show the email of the body',
    breaks: 'Endpoints, On-call, operation 9: the email is stamped from the session, never a body field',
    checklist: ['ONC-15'],
    show: [put(PAGING, { ...LATER, email: 'mallory@elsewhere.example' })],
    deeds: { [`PUT ${PAGING}`]: rewrite((mine, { ask }) => ({ ...mine, email: fieldsOf(ask).email ?? mine.email })) },
  },
  {
    name: 'oncall-paging-default-is-nothing',
    area: 'oncall',
    does: 'who saved no settings has no rules',
    breaks: 'Endpoints, On-call, operation 8: when unset the default is email immediately',
    checklist: ['ONC-15'],
    show: [get(PAGING)],
    deeds: {
      [`PUT ${PAGING}`]: async ({ ask, pass, memory }) => {
        memory.notes.set(`saved ${ask.headers.authorization}`, true)
        return pass()
      },
      [`GET ${PAGING}`]: rewrite((mine, { ask, memory }) =>
        memory.notes.has(`saved ${ask.headers.authorization}`) ? mine : { ...mine, rules: [] },
      ),
    },
  },
  {
    name: 'oncall-paging-never-changes',
    area: 'oncall',
    does: 'reading shows the settings that were there at the first read',
    breaks: 'Endpoints, On-call, operation 9: saving changes the settings',
    checklist: ['ONC-15'],
    show: [get(PAGING), put(PAGING, LATER), get(PAGING)],
    deeds: {
      [`GET ${PAGING}`]: rewrite((mine, visit) => ({
        ...mine,
        rules: firstSeen(visit, `rules ${visit.ask.headers.authorization}`, mine.rules),
      })),
    },
  },
  {
    name: 'oncall-provider-token-returned',
    area: 'oncall',
    does: 'storing a provider credential answers its auth token',
    breaks: 'Resources, provider credential: the auth token is never returned',
    checklist: ['ONC-17', 'GEN-06'],
    show: [put(PROVIDER, ACCOUNT)],
    deeds: { [`PUT ${PROVIDER}`]: rewrite((made, { ask }) => ({ ...made, authToken: fieldsOf(ask).authToken })) },
  },
  {
    name: 'oncall-provider-rejection-is-400',
    area: 'oncall',
    does: 'a credential that the provider rejects is answered 400',
    breaks: 'Endpoints, On-call, operation 2: 422 when the provider rejects it',
    checklist: ['ONC-17'],
    show: [event('provider-behaves', { behaviour: 'rejects' }), put(PROVIDER, ACCOUNT)],
    deeds: { [`PUT ${PROVIDER}`]: restatus(422, 400) },
  },
  {
    name: 'oncall-provider-unreachable-is-503',
    area: 'oncall',
    does: 'a provider that cannot be reached is answered 503',
    breaks: 'Endpoints, On-call, operation 2: 502 when the provider cannot be reached',
    checklist: ['ONC-17'],
    show: [event('provider-behaves', { behaviour: 'unreachable' }), put(PROVIDER, ACCOUNT)],
    deeds: { [`PUT ${PROVIDER}`]: restatus(502, 503) },
  },
  {
    name: 'oncall-rejected-provider-stored',
    area: 'oncall',
    does: 'a rejected credential shows as configured',
    breaks: 'Endpoints, On-call, operation 2: credentials are verified before being stored',
    checklist: ['ONC-17'],
    show: [event('provider-behaves', { behaviour: 'rejects' }), put(PROVIDER, ACCOUNT), get(PROVIDER)],
    deeds: {
      [`PUT ${PROVIDER}`]: insteadOf([422], ({ ask, memory }, refused) => {
        memory.notes.set('rejected', fieldsOf(ask))
        return refused
      }),
      [`GET ${PROVIDER}`]: rewrite((stored, { memory }) => {
        const [rejected] = asList([memory.notes.get('rejected')])
        if (!rejected?.accountSid) return stored
        return { ...stored, configured: true, accountSid: rejected.accountSid, fromNumber: rejected.fromNumber }
      }),
    },
  },
  {
    name: 'oncall-source-token-listed',
    area: 'oncall',
    does: 'the list of alert sources shows their tokens',
    breaks: 'Endpoints, On-call, operation 10: token values are never returned',
    checklist: ['ONC-18', 'GEN-06'],
    show: [source, get(SOURCES)],
    deeds: {
      [`POST ${SOURCES}`]: keepSecret(
        ({ id }) => id,
        ({ token }) => token,
      ),
      [`GET ${SOURCES}`]: showSecrets('sources', 'id', 'token'),
    },
  },
  {
    name: 'oncall-source-of-another-service',
    area: 'oncall',
    does: 'alert sources are listed under another service',
    breaks: 'Endpoints, On-call, operation 10: each is bound to one service',
    checklist: ['ONC-18'],
    show: [source, get(SOURCES)],
    deeds: { [`GET ${SOURCES}`]: each('sources', (one) => ({ ...one, serviceId: `${one.serviceId}-2` })) },
  },
  {
    name: 'oncall-source-not-revoked',
    area: 'oncall',
    does: 'revoking an alert source is answered as done, and it goes on taking alerts',
    breaks: 'Authentication, point 6: after revocation deliveries get 401',
    checklist: ['ONC-18'],
    show: [source, remove(`${SOURCES}/$1.id`), event('credential-used', { kind: 'alert-source', secret: '$1.token' })],
    deeds: {
      [`DELETE ${SOURCES}/{id}`]: swallow(
        204,
        () => SOURCES,
        ({ ask }) => ask.at.id ?? '',
      ),
    },
  },
]
