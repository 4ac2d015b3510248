import { expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { EMAIL_RULES } from '../../../../src/model/areas/email/rules/index.ts'
import { DAY, makeEmail } from './world.ts'

const mistaken = await mistakenModel()

type World = ReturnType<typeof makeEmail>
type Story = (world: World) => unknown

const twoMessages = ({ verified, sent, advance }: World) => {
  verified()
  const first = sent().messageId
  advance(60)
  return { first, second: sent({ to: ['lee@customer.example'] }).messageId }
}

/** An endpoint for bounces with one delivery to it. */
const bounced = (world: World) => {
  const { owner, verified, sent, happen } = world
  verified()
  const hook = owner.hook().body.webhook.id
  const { messageId } = sent()
  const { deliveryIds } = happen('messageBounced', { messageId, bounce: 'hard' })
  return { hook, messageId, id: deliveryIds[0] ?? 0 }
}

const log = ({ owner }: World, query: Record<string, string> = {}) =>
  owner.log(query).body.messages.map(({ id }: { id: string }) => id)

/** A small story for each statement whose end is another when the statement is broken. */
const STORIES: Readonly<Record<string, Story>> = {
  'email.key-secret-once': ({ owner }) => Object.keys(owner.key().body.sendKey),
  'email.key-org-wide': ({ owner, verified, send }) => {
    verified()
    return send(owner.key().body.secret).status
  },
  'email.key-domains-shown': ({ owner, verified }) => {
    const id = verified()
    return owner.key({ name: 'x', domainIds: [id] }).body.sendKey.domainIds.length
  },
  'email.lists-instance-filtered': ({ owner, as, scoped }) => {
    const { id } = owner.domain().body
    owner.domain('news.acme.example')
    return as(scoped('email.reader', id)).domains().length
  },
  'email.records-given': ({ owner }) => owner.domain().body.dnsRecords.length,
  'email.begins-pending': ({ owner }) => owner.domain().body.sendState,
  'email.name-freed': ({ owner }) => {
    owner.delete('deleteDomain', owner.domain().body.id)
    return owner.domain().status
  },
  'email.each-record-observed': ({ owner }) => owner.dns(owner.domain().body.id).length,
  'email.observed-now': ({ owner, happen }) => {
    const { id } = owner.domain().body
    happen('dnsRecordPublished', { domain: id })
    return owner.dns(id)[0].outcome
  },
  'email.mismatch-shown': ({ owner, happen }) => {
    const { id } = owner.domain().body
    happen('dnsRecordMismatched', { domain: id, value: 'x' })
    return owner.dns(id)[0].observed
  },
  'email.check-schedules': ({ owner, verified }) => owner.get(verified()).sendState,
  'email.pass-verifies': ({ owner, verified }) => owner.get(verified()).sendState,
  'email.arming-gives-record': ({ owner }) => owner.arm(owner.domain().body.id).body.dnsRecords.length,
  'email.rearming-harmless': ({ owner, verified }) => owner.arm(verified('mail.acme.example', true)).body.receiveState,
  'email.patterns-match': ({ owner, verified, happen }) => {
    owner.route(verified('mail.acme.example', true), owner.hook().body.webhook.id, '*')
    return happen('messageReceived', { from: 'jo@customer.example', to: ['any@mail.acme.example'] }).routeIds.length
  },
  'email.pattern-per-domain': ({ owner, verified }) => {
    const hook = owner.hook().body.webhook.id
    owner.route(verified('mail.acme.example', true), hook)
    return owner.route(verified('news.acme.example', true), hook).status
  },
  'email.log-newest-first': (world) => {
    const { second } = twoMessages(world)
    return log(world)[0] === second
  },
  'email.log-filtered': (world) => {
    twoMessages(world)
    return log(world, { to: 'lee@customer.example' }).length
  },
  'email.log-window': (world) => {
    twoMessages(world)
    world.advance(91 * DAY)
    return log(world).length
  },
  'email.pages-meet': (world) => {
    const { second } = twoMessages(world)
    world.setGap('email.log-page-size', 1)
    const { cursor = '' } = world.owner.log().body
    return log(world, { cursor })[0] === second
  },
  'email.events-told': (world) => world.owner.message(twoMessages(world).first).body.events.length,
  'email.raw-whole': (world) => world.owner.content(twoMessages(world).first).body.startsWith('From:'),
  'email.accepted-today-counted': (world) => {
    twoMessages(world)
    return world.owner.settings().acceptedToday
  },
  'email.threshold-pauses': paused,
  'email.pause-shown': paused,
  'email.quota-shown': ({ owner, happen }) => {
    happen('quotaChanges', { quota: 'daily-email', value: 7 })
    return owner.settings().dailyQuota
  },
  'email.suppressed-get-nothing': ({ owner, verified, sent }) => {
    verified()
    owner.suppress('kim@customer.example')
    return sent({ cc: ['lee@customer.example'] }).suppressed
  },
  'email.manual-reason': ({ owner }) => owner.suppress('kim@customer.example').body.reason,
  'email.hard-bounce-suppresses': (world) => {
    bounced(world)
    return world.owner.suppressions().length
  },
  'email.complaint-suppresses': (world) => {
    world.happen('messageComplained', { messageId: twoMessages(world).first })
    return world.owner.suppressions().length
  },
  'email.lifting-delivers': ({ owner, verified, sent }) => {
    verified()
    owner.delete('deleteSuppression', owner.suppress('kim@customer.example').body.id)
    return sent({ cc: ['lee@customer.example'] }).suppressed
  },
  'email.signing-secret-once': ({ owner, call }) => {
    owner.hook()
    return Object.keys(call('listWebhooks', 'owner').body.webhooks[0])
  },
  'email.rotation-replaces': (world) => {
    const { hook } = bounced(world)
    world.advance(0)
    const { signingSecret } = world.call('rotateWebhookSecret', 'owner', { parameters: { id: hook } }).body
    world.owner.redeliver(world.owner.deliveries()[0].id)
    world.advance(0)
    return [...world.current().tables.EmailAttempt.rows.values()].map(({ secret }) => secret === signingSecret)
  },
  'email.webhook-patch-only-named': ({ owner }) => {
    const { id } = owner.hook().body.webhook
    return owner.patch(id, { disabled: true }).body.eventTypes
  },
  'email.disabled-gets-nothing': ({ owner, verified, sent, happen }) => {
    verified()
    owner.patch(owner.hook().body.webhook.id, { disabled: true })
    return happen('messageBounced', { messageId: sent().messageId, bounce: 'hard' }).deliveryIds.length
  },
  'email.event-types-chosen': (world) => {
    bounced(world)
    world.sent({ to: ['lee@customer.example'] })
    return world.owner.deliveries().length
  },
  'email.deliveries-newest-first': (world) => {
    const { id } = bounced(world)
    world.owner.redeliver(id)
    return world.owner.deliveries()[0].id === id
  },
  'email.deliveries-filtered': (world) => {
    bounced(world)
    return world.owner.deliveries({ messageId: 'x' }).length
  },
  'email.attempts-recorded': (world) => {
    bounced(world)
    world.advance(0)
    return world.owner.deliveries()[0].attempts
  },
  'email.redelivery-is-new': (world) => {
    const { id } = bounced(world)
    return world.owner.redeliver(id).body.id === id
  },
  'email.payload-frozen': (world) => {
    const { id, messageId } = bounced(world)
    world.happen('messageComplained', { messageId })
    const { id: again } = world.owner.redeliver(id).body
    return JSON.stringify(world.current().tables.EmailDelivery.rows.get(`acme\u0000${again}`)?.payload).includes(
      'complained',
    )
  },
}

function paused(world: World): unknown {
  world.setGap('email.pause-counting', { windowHours: 24, minimum: 1, bounces: 'hard', pausesWhen: 'reached' })
  bounced(world)
  return world.owner.settings().paused
}

const statements = EMAIL_RULES.filter(({ kind }) => kind === 'statement').map(({ id }) => id)

test.each(statements)('broken, %s no longer holds', (id) => {
  const story = STORIES[id]
  if (!story) throw new Error(`no story shows ${id}`)
  expect(story(makeEmail({ model: mistaken([id]) }))).not.toEqual(story(makeEmail({ model: mistaken([]) })))
})
