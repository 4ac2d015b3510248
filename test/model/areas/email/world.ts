import { seedRoles } from '../../../../src/model/access/roles.ts'
import { seedEventTypes } from '../../../../src/model/areas/email/state/event-types.ts'
import { makeModel, type Options } from '../../support.ts'
import { conforming } from '../conforming.ts'

export const HOOK = { url: 'https://hooks.acme.example/email', eventTypes: ['message.bounced', 'message.received'] }
export const DAY = 86_400

/** Two organizations that may choose among the usual event types. */
export function makeEmail(options: Options = {}) {
  const model = makeModel(options)
  // With a mistake an answer may well break its shape.
  const call = options.model || options.values === 'symbolic' ? model.call : conforming(model.call)
  for (const org of ['acme', 'globex']) {
    model.seed((world, choices) => seedEventTypes(world, org, choices))
    model.seed((world, choices) => seedRoles(world, org, choices))
  }
  const on = (id: string) => ({ parameters: { id } })
  const as = (actor: string) => ({
    key: (body: object = { name: 'shop-mailer' }) => call('createSendKey', actor, { body }),
    keys: () => call('listSendKeys', actor).body.sendKeys,
    domain: (name = 'mail.acme.example') => call('createDomain', actor, { body: { name } }),
    domains: () => call('listDomains', actor).body.domains,
    get: (id: string) => call('getDomain', actor, on(id)).body,
    arm: (id: string) => call('armDomainReceiving', actor, on(id)),
    check: (id: string) => call('checkDomain', actor, on(id)),
    dns: (id: string) => call('getDomainDns', actor, on(id)).body.records,
    hook: (change: object = {}) => call('createWebhook', actor, { body: { ...HOOK, ...change } }),
    patch: (id: string, body: object) => call('updateWebhook', actor, { ...on(id), body }),
    route: (domainId: string, endpointId: string, pattern = 'support') =>
      call('createRoute', actor, { body: { domainId, pattern, endpointId } }),
    routes: () => call('listRoutes', actor).body.routes,
    suppress: (address: string) => call('createSuppression', actor, { body: { address } }),
    suppressions: () => call('listSuppressions', actor).body.suppressions,
    log: (query: Record<string, string> = {}) => call('listMessages', actor, { query }),
    message: (id: string) => call('getMessage', actor, on(id)),
    content: (id: string) => call('getMessageContent', actor, on(id)),
    deliveries: (query: Record<string, string> = {}) => call('listDeliveries', actor, { query }).body.deliveries,
    redeliver: (id: number) => call('redeliverDelivery', actor, on(String(id))),
    settings: () => call('getEmailSettings', actor).body,
    delete: (operation: 'deleteDomain' | 'deleteRoute' | 'deleteSuppression' | 'deleteWebhook', id: string) =>
      call(operation, actor, on(id)),
    revoke: (id: string) => call('revokeSendKey', actor, on(id)),
  })
  const owner = as('owner')

  /** A domain whose records are all found, as far as they are asked for. */
  function verified(name = 'mail.acme.example', receives = false): string {
    const { id } = owner.domain(name).body
    if (receives) owner.arm(id)
    model.happen('dnsRecordPublished', { domain: id })
    owner.check(id)
    model.advance(5)
    return id
  }
  const mail = (change: object = {}) => ({ from: 'orders@mail.acme.example', to: ['kim@customer.example'], ...change })
  const sent = (change: object = {}) => model.happen('messageSent', mail(change))
  const received = (change: object = {}) =>
    model.happen('messageReceived', { from: 'lee@customer.example', to: ['support@mail.acme.example'], ...change })
  const send = (secret: string | undefined, change: object = {}) => call('sendMessage', secret, { body: mail(change) })
  const scoped = (role: string, ...resourceIds: string[]): string =>
    call('createToken', 'owner', { body: { name: 'narrow', scope: [{ role, resourceIds }] } }).body.key
  const current = () => model.world
  return { ...model, current, call, as, owner, verified, mail, sent, received, send, scoped }
}
