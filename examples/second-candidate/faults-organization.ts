import type { Fault } from './fault.ts'
import { as, event, inShop, owner, registry } from './steps.ts'

const contacts = (body: object) => owner('updateContacts', { body })

/** Faults of IAM and the organization's contacts. */
export const ORGANIZATION_FAULTS: readonly Fault[] = [
  {
    name: 'catalog-for-members',
    rule: 'IAM-02',
    what: 'a member reads the catalog of grantable roles',
    minimal: [as('member', 'getIamCatalog')],
    shows: { at: 'status', correct: 403, faulty: 200 },
  },
  {
    name: 'catalog-misses-registries',
    rule: 'IAM-01',
    what: 'a live registry is not among the scopable resources',
    minimal: [registry(), owner('getIamCatalog')],
    shows: { at: 'body.resources.0.id', correct: 'shop', faulty: { absent: true } },
  },
  {
    name: 'catalog-keeps-deleted',
    rule: 'IAM-01',
    what: 'a deleted registry stays among the live resources',
    minimal: [registry(), owner('deleteRegistry', { params: inShop }), owner('getIamCatalog')],
    shows: { at: 'body.resources.length', correct: 0, faulty: 1 },
  },
  {
    name: 'role-kind-invented',
    rule: 'IAM-01',
    what: 'the kind of a role is neither builtin nor custom',
    minimal: [owner('getIamCatalog')],
    shows: { at: 'body.roles.0.kind', correct: 'builtin', faulty: 'system' },
  },
  {
    name: 'write-tier-missing',
    rule: 'IAM-03',
    what: 'the permissions leave out the write tier',
    minimal: [owner('listPermissions')],
    shows: { at: 'body.services.0.resources.0.tiers.length', correct: 3, faulty: 2 },
  },
  {
    name: 'permissions-without-session',
    rule: 'IAM-03, GEN-05',
    what: 'the permissions are told to anybody',
    minimal: [as('nobody', 'listPermissions')],
    shows: { at: 'status', correct: 401, faulty: 200 },
  },
  {
    name: 'contacts-by-member',
    rule: 'ORG-03',
    what: 'a member changes contacts',
    minimal: [as('member', 'updateContacts', { body: { billingEmail: 'new@shop.example' } })],
    shows: { at: 'status', correct: 403, faulty: 200 },
  },
  {
    name: 'invalid-contact-accepted',
    rule: 'ORG-03',
    what: 'a contact may be any text',
    minimal: [contacts({ technicalEmail: 'nobody' })],
    shows: { at: 'status', correct: 400, faulty: 200 },
  },
  {
    name: 'contacts-half-changed',
    rule: 'ORG-03',
    implied: true,
    what: 'a refused change is half carried out',
    minimal: [contacts({ billingEmail: 'new@shop.example', securityEmail: 'nobody' }), owner('getContacts')],
    shows: { at: 'body.billingEmail', correct: 'billing@harbor.example', faulty: 'new@shop.example' },
  },
  {
    name: 'contacts-patch-replaces',
    rule: 'ORG-02',
    what: 'PATCH empties what it does not name',
    minimal: [contacts({ technicalEmail: 'new@shop.example' })],
    shows: { at: 'body.billingEmail', correct: 'billing@harbor.example', faulty: '' },
  },
  {
    name: 'contacts-not-stored',
    rule: 'ORG-02',
    what: 'the answer shows the change, the next read does not',
    minimal: [contacts({ technicalEmail: 'new@shop.example' }), owner('getContacts')],
    shows: { at: 'body.technicalEmail', correct: 'new@shop.example', faulty: { not: 'new@shop.example' } },
  },
  {
    name: 'billing-collision-ignored',
    rule: 'ORG-03',
    what: 'a billing address that collides at the payment provider is accepted',
    minimal: [
      event('billingEmailCollides', { email: 'twice@shop.example' }),
      contacts({ billingEmail: 'twice@shop.example' }),
    ],
    shows: { at: 'status', correct: 409, faulty: 200 },
  },
  {
    name: 'contacts-shared',
    rule: 'GEN-04',
    what: "everybody reads the first organization's contacts",
    minimal: [as('outsider', 'getContacts')],
    shows: { at: 'body.billingEmail', correct: 'billing@quay.example', faulty: 'billing@harbor.example' },
  },
]
