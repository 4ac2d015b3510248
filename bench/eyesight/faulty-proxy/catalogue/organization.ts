import { borrow, insteadOf, resend, restatus } from '../deeds.ts'
import type { Fault } from '../fault.ts'
import { fieldsOf, good, reply } from '../replies.ts'
import { as, event, get, patch } from '../steps.ts'

const READ = 'GET /organization/contacts'
const WRITE = 'PATCH /organization/contacts'
const PATH = '/organization/contacts'

export const organization: readonly Fault[] = [
  {
    name: 'organization-other-contact-follows',
    area: 'organization',
    does: 'a new technical address becomes the security address too',
    breaks: 'Endpoints, Organization: the fields of the change are optional, what is left out stays',
    checklist: ['ORG-02'],
    show: [get(PATH), patch(PATH, { technicalEmail: 'tech@acme.example' })],
    deeds: {
      [WRITE]: resend((asked) => ({
        ...asked,
        ...(asked.technicalEmail !== undefined && { securityEmail: asked.technicalEmail }),
      })),
    },
  },
  {
    name: 'organization-refused-change-sticks',
    area: 'organization',
    does: 'of a change that is refused for one address the other addresses are stored',
    breaks: 'Errors, organization: 400 when an address is invalid (a refused write changes nothing)',
    checklist: ['ORG-03'],
    show: [patch(PATH, { billingEmail: 'bills@acme.example', technicalEmail: 'nowhere' }), get(PATH)],
    deeds: {
      [WRITE]: insteadOf([400], async ({ ask, upstream }, answer) => {
        for (const [field, address] of Object.entries(fieldsOf(ask)))
          await upstream('PATCH', PATH, { [field]: address })
        return answer
      }),
    },
  },
  {
    name: 'organization-change-swallowed',
    area: 'organization',
    does: 'a change is answered as if made, and not made',
    breaks: 'Endpoints, Organization: the change answers the updated contacts',
    checklist: ['ORG-02'],
    show: [patch(PATH, { securityEmail: 'sec@acme.example' }), get(PATH)],
    deeds: {
      [WRITE]: async ({ pass, upstream }) => {
        const before = fieldsOf(await upstream('GET', PATH))
        const answer = await pass()
        if (good(answer)) await upstream('PATCH', PATH, before)
        return answer
      },
    },
  },
  {
    name: 'organization-members-may-write',
    area: 'organization',
    does: 'a change by somebody who may not is made in the name of an owner seen before',
    breaks: 'Authentication, point 3: updating contacts is for owners and admins',
    checklist: ['ORG-03'],
    show: [get(PATH), as('member', patch(PATH, { securityEmail: 'cy@acme.example' }))],
    deeds: { [WRITE]: borrow(403) },
  },
  {
    name: 'organization-invalid-address-taken',
    area: 'organization',
    does: 'an address that is none is answered as if stored',
    breaks: 'Errors, organization: 400 when an address is invalid',
    checklist: ['ORG-03', 'GEN-03'],
    show: [patch(PATH, { technicalEmail: 'nowhere' })],
    deeds: {
      [WRITE]: insteadOf([400], async ({ ask, upstream }) =>
        reply(200, { ...fieldsOf(await upstream('GET', PATH)), ...fieldsOf(ask) }),
      ),
    },
  },
  {
    name: 'organization-lost-update',
    area: 'organization',
    does: 'each change is written over the contacts as they were two changes ago',
    breaks: 'Endpoints, Organization: a change names what it changes',
    checklist: ['ORG-02'],
    show: [patch(PATH, { billingEmail: 'bills@acme.example' }), patch(PATH, { technicalEmail: 'tech@acme.example' })],
    deeds: {
      [WRITE]: async ({ ask, pass, memory, upstream }) => {
        const before = fieldsOf(await upstream('GET', PATH))
        const stale = memory.notes.get('before')
        const answer = await pass(stale ? { body: { ...stale, ...fieldsOf(ask) } } : {})
        if (good(answer)) memory.notes.set('before', before)
        return answer
      },
    },
  },
  {
    name: 'organization-collision-is-400',
    area: 'organization',
    does: 'a billing address that collides is answered like an invalid one',
    breaks: 'Errors, organization: 409 when a billing email collides at the payment provider',
    checklist: ['ORG-03'],
    show: [
      event('billing-email-collides', { email: 'bills@other.example', collides: true }),
      patch(PATH, { billingEmail: 'bills@other.example' }),
    ],
    deeds: { [WRITE]: restatus(409, 400) },
  },
  {
    name: 'organization-security-contact-null',
    area: 'organization',
    does: 'the security address is null',
    breaks: 'Resources, Contacts: three strings',
    checklist: ['ORG-01', 'GEN-02'],
    show: [get(PATH)],
    deeds: {
      [READ]: async ({ pass }) => {
        const answer = await pass()
        return good(answer) ? reply(200, { ...fieldsOf(answer), securityEmail: null }) : answer
      },
    },
  },
]
