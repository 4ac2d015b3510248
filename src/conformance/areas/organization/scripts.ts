import { becomes } from '../../script/becomes.ts'
import { bearer, forAnotherService, whileManager } from '../../script/by-token.ts'
import { type Body, event, type Item, type Script, script } from '../../script/script.ts'

export const ORGANIZATION_SCRIPTS: readonly Script[] = [
  // Contacts are for managers; an address in use at the payment provider (Endpoints, Organization, row 2).
  script(['updateContacts', 'getContacts'], (call) => {
    // Good addresses beside the one that is in use: they are not to stay either.
    const billing: Body = ({ salt }) => ({
      billingEmail: `in-use-${salt}@contacts.example`,
      technicalEmail: `beside-${salt}@contacts.example`,
      securityEmail: `behind-${salt}@contacts.example`,
    })
    return [
      [call('updateContacts', { manner: 'lesser' }), call('getContacts')],
      [becomes('lesser', 'admin'), call('updateContacts', { manner: 'lesser' }), call('getContacts')],
      [becomes('manager', 'member'), call('updateContacts', { manner: 'manager' }), call('getContacts')],
      [call('updateContacts', { body: (_, plain) => firstOf(plain) }), call('getContacts')],
      [
        // Each its own first, so that nothing but the collision can be in the way.
        call('updateContacts', { body: ownAddresses }),
        event('billingEmailCollides', ({ salt }) => ({ email: `in-use-${salt}@contacts.example` })),
        call('updateContacts', { body: billing, intent: 'broken' }),
        call('getContacts'),
      ],
      // Also one that was free before, to the letter.
      [
        ...[call('updateContacts', { body: billing }), call('updateContacts', { body: ownAddresses })],
        event('billingEmailCollides', ({ salt }) => ({ email: `in-use-${salt}@contacts.example` })),
        ...[call('updateContacts', { body: billing, intent: 'broken' }), call('getContacts')],
      ],
      // Only a billing address can collide there (Errors, Organization PATCH).
      ...['technicalEmail', 'securityEmail'].map((field) => [
        call('updateContacts', { body: ownAddresses }),
        event('billingEmailCollides', ({ salt }) => ({ email: `in-use-${salt}@contacts.example` })),
        call('updateContacts', { body: ({ salt }) => ({ [field]: `in-use-${salt}@contacts.example` }) }),
        call('getContacts'),
        // As one it does so too when it is ours for something else.
        call('updateContacts', {
          body: ({ salt }) => ({ billingEmail: `in-use-${salt}@contacts.example` }),
          intent: 'broken',
        }),
        call('getContacts'),
      ]),
    ]
  }),
  // The same by a token (Authentication, points 2 and 3).
  script(['updateContacts', 'getContacts', 'createToken'], (call) => [
    ...whileManager(call, 'updateContacts', becomes('manager', 'member')).map((walk) => [...walk, call('getContacts')]),
    [
      call('createToken', { body: forAnotherService('organization') }),
      call('updateContacts', { bearer, intent: 'broken' }),
      call('getContacts'),
    ],
  ]),
  // Before anything was set: the very first address collides like any other, and all three are there in the answer to the
  // first change, though nobody has set the others (Resources, Contacts).
  {
    ...script(['updateContacts', 'getContacts'], (call) => [
      [
        event('billingEmailCollides', ({ salt }) => ({ email: `first-${salt}@contacts.example` })),
        call('updateContacts', {
          body: ({ salt }) => ({ billingEmail: `first-${salt}@contacts.example` }),
          intent: 'broken',
        }),
        ...[call('getContacts'), call('updateContacts', { body: technical }), call('getContacts')],
      ],
      [call('updateContacts', { manner: 'neighbour', body: technical }), call('getContacts', { manner: 'neighbour' })],
    ]),
    opens: true,
  },
  // Contacts are the organization's own (Conventions).
  script(['getContacts', 'updateContacts'], (call) => [
    [call('updateContacts'), call('getContacts', { manner: 'neighbour' })],
    // Whether theirs may be ours is open; refused with it, nothing beside it stays either.
    [
      ...[
        call('updateContacts', { manner: 'neighbour', body: theirAddresses }),
        call('updateContacts', { body: ownAddresses }),
      ],
      call('updateContacts', { body: withTheirBilling, intent: 'exotic' }),
      call('getContacts'),
    ],
    // Also to somebody who belongs to another one: what is not named stays as it is where they act.
    ...(['dual', 'dual-elsewhere', 'other-half'] as const).map((manner) => [
      call('updateContacts', { body: ownAddresses }),
      call('updateContacts', { manner: 'neighbour', body: theirAddresses }),
      call('updateContacts', { manner, body: ({ salt }) => ({ technicalEmail: `by-both-${salt}@contacts.example` }) }),
      ...[call('getContacts'), call('getContacts', { manner: 'neighbour' })],
    ]),
  ]),
]

const addressesAt =
  (domain: string): Body =>
  ({ salt }) => ({
    billingEmail: `billing-${salt}@${domain}`,
    technicalEmail: `technical-${salt}@${domain}`,
    securityEmail: `security-${salt}@${domain}`,
  })
const technical: Body = ({ salt }) => ({ technicalEmail: `technical-first-${salt}@contacts.example` })
const ownAddresses = addressesAt('contacts.example')
const theirAddresses = addressesAt('neighbours.example')
const withTheirBilling: Body = ({ salt }) => ({
  billingEmail: `billing-${salt}@neighbours.example`,
  technicalEmail: `beside-${salt}@contacts.example`,
  securityEmail: `behind-${salt}@contacts.example`,
})

const firstOf = (plain: Item) => Object.fromEntries(Object.entries(plain).slice(0, 1))
