import type { Operation } from './bindings.ts'
import type { Who } from './choices.ts'
import type { Step } from './fault.ts'

type More = Omit<Extract<Step, { as: unknown }>, 'as' | 'operation'>

/** Shorthand for the steps of minimal sequences. */
export const as = (who: Who | 'nobody', operation: Operation, more: More = {}): Step => ({
  as: who,
  operation,
  ...more,
})
export const owner = (operation: Operation, more: More = {}): Step => as('owner', operation, more)
export const event = (name: string, body: object): Step => ({ event: name, with: body })
/** Asynchronous work ends. */
export const later = event('advanceClock', { by: 'PT1M' })

export const registry = (slug = 'shop', who: Who = 'owner'): Step => as(who, 'createRegistry', { body: { slug } })
export const inShop = { slug: 'shop' }
export const push = (more: object = {}): Step => event('imagePushed', { registry: 'shop', repository: 'web', ...more })
export const web = { repo: 'web' }

export const domain = (name = 'mail.shop.example', who: Who = 'owner'): Step =>
  as(who, 'createDomain', { body: { name } })
export const webhook = (who: Who = 'owner'): Step =>
  as(who, 'createWebhook', { body: { url: 'https://hook.shop.example/in', eventTypes: ['$eventType.sent'] } })
export const mail = (more: object = {}): Step =>
  event('messageSent', { from: 'a@mail.shop.example', to: ['x@there.example'], ...more })

export const cluster = (more: object = {}, who: Who = 'owner'): Step =>
  as(who, 'createCluster', { body: { name: 'prod', tier: 'small', ...more } })
export const inProd = { name: 'prod' }
export const joins = (node: string, more: object = {}): Step => event('nodeJoins', { cluster: 'prod', node, ...more })
