import { plainName } from '../../kit/drawing.ts'
import { MISPLACED } from '../../kit/misplaced.ts'
import { anyOwn, own } from '../../kit/own-rows.ts'
import { capitalized, oneField, refusedReference, type Twist, type Twists, taken } from '../../kit/twist.ts'
import { armedDomains } from './domains/armed.ts'
import { domainIds } from './values.ts'

/** The same pattern on the same domain: 409 (Errors, Email routes). */
const samePattern: Twist = {
  intent: 'broken',
  needs: 'EmailRoute',
  body: (drawing, plain) => {
    const route = anyOwn(drawing, 'EmailRoute')
    return route && { ...plain, domainId: route.domainId, pattern: route.pattern }
  },
}

/** Another domain may have the same pattern, and a route to the same endpoint. */
const samePatternElsewhere: Twist = {
  intent: 'plain',
  needs: 'EmailRoute',
  body: (drawing, plain) => {
    const route = anyOwn(drawing, 'EmailRoute')
    const other = route && armedDomains(drawing).find(({ id }) => id !== route.domainId)
    return route && other && { ...plain, domainId: other.id, pattern: route.pattern }
  },
}

/** On a domain that does not receive: 409 (Errors, Email routes). */
const onUnarmed: Twist = {
  intent: 'broken',
  needs: 'UnarmedDomain',
  body: (drawing, plain) => {
    const domain = own(drawing, 'EmailDomain').find(({ receiveState }) => receiveState === 'none')
    return domain && { ...plain, domainId: domain.id }
  },
}

/** Event types come from a fixed set (Endpoints, Email, row 22), wherever in the list they stand. */
const unheardOfEventTypes: readonly Twist[] = MISPLACED.map((among) => ({
  intent: 'broken',
  body: (drawing, plain) => {
    const eventTypes = among(`no.such.${plainName(drawing)}`, drawing.vocabulary.eventTypes ?? [])
    return eventTypes && { ...plain, eventTypes }
  },
}))

const namedDomains: Twist = {
  intent: 'plain',
  needs: 'EmailDomain',
  body: (drawing, plain) => ({ ...plain, domainIds: domainIds(drawing) }),
}

export const EMAIL_TWISTS: Twists = {
  createRoute: [
    samePattern,
    onUnarmed,
    refusedReference('domainId'),
    refusedReference('endpointId'),
    samePatternElsewhere,
  ],
  createWebhook: [...unheardOfEventTypes],
  updateWebhook: [...unheardOfEventTypes, oneField(['url', 'eventTypes', 'disabled'])],
  createSendKey: [namedDomains],
  createDomain: [taken('EmailDomain', 'name')],
  createSuppression: [capitalized(['address'])],
}
