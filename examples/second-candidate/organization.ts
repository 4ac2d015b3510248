import type { Context, Handlers } from './context.ts'
import { makeReader } from './reader.ts'
import { refuse } from './refusal.ts'
import type { Contacts, Organization } from './world.ts'

const FIELDS = ['billingEmail', 'technicalEmail', 'securityEmail'] as const
const ADDRESS = /^[^\s@,;<>()"]+@[^\s@.,;<>()"]+(\.[^\s@.,;<>()"]+)+$/

/** Contacts (Endpoints, Organization): owners and admins change them. */
export const organizationHandlers: Handlers = {
  getContacts: (ctx) => homeOf(ctx).contacts,

  updateContacts(ctx) {
    const mayChange = ['owner', 'admin'].includes(ctx.caller.place) || ctx.fault('contacts-by-member')
    if (!mayChange) refuse(403, 'owners and admins change contacts')
    const named: Partial<Record<(typeof FIELDS)[number], string>> = {}
    for (const field of FIELDS) {
      const value = addressOf(ctx, field)
      if (value === undefined) continue
      named[field] = value
      if (ctx.fault('contacts-half-changed')) homeOf(ctx).contacts = { ...homeOf(ctx).contacts, [field]: value }
    }
    if (named.billingEmail && collides(ctx, named.billingEmail)) refuse(409, 'the payment provider knows this address')
    const org = homeOf(ctx)
    const blank: Contacts = { billingEmail: '', technicalEmail: '', securityEmail: '' }
    const base = ctx.fault('contacts-patch-replaces') ? blank : org.contacts
    const contacts = { ...base, ...named }
    if (!ctx.fault('contacts-not-stored')) org.contacts = contacts
    return contacts
  },
}

/** The acting organization; with a fault, the first one whoever acts. */
function homeOf(ctx: Context): Organization {
  return (ctx.fault('contacts-shared') && ctx.world.orgs.get('harbor')) || ctx.org
}

/** 400 for an invalid address is stated here, whatever a variant answers elsewhere. */
function addressOf(ctx: Context, field: (typeof FIELDS)[number]): string | undefined {
  const read = makeReader(ctx.choice, 400)
  const value = read.maybe(read.object(ctx.body, 'body', FIELDS), field, read.string)
  if (value !== undefined && !ADDRESS.test(value) && !ctx.fault('invalid-contact-accepted'))
    return read.bad(`${field}: not an address`)
  return value
}

function collides(ctx: Context, address: string): boolean {
  if (ctx.fault('billing-collision-ignored')) return false
  if (ctx.world.collidingBilling.has(address.toLowerCase())) return true
  const others = [...ctx.world.orgs.values()].filter((org) => org !== ctx.org)
  return ctx.choice.billingUniqueHere && others.some((org) => org.contacts.billingEmail === address)
}
