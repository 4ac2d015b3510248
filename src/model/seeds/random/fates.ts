import type { Contract } from '../../../contract/contract.ts'
import type { EventBody, EventName, OperationId } from '../../request/operation-types.ts'
import type { Row } from '../../table/table.ts'
import type { Choices } from '../../world/choices.ts'
import type { Reader } from '../../world/reader.ts'
import type { Rows, TableName } from '../../world/rows.ts'
import { readerOf } from '../../world/transaction-context.ts'
import type { World } from '../../world/world.ts'
import type { Dice } from '../kit/dice.ts'
import { afterEvent, afterRequest } from './after.ts'
import { present } from './make-up.ts'

interface Past {
  readonly contract: Contract
  readonly choices: Choices
  readonly org: string
  readonly credential: string
  readonly dice: Dice
}

/** What can be done to things that are there; each answers the world after it, or undefined where there is nothing. */
class Hand {
  readonly world: World
  readonly reader: Reader
  readonly past: Past

  constructor(world: World, past: Past) {
    this.world = world
    this.past = past
    this.reader = readerOf(world, past.choices)
  }

  /** One of the things of a kind, of those that are in question. */
  one<Name extends TableName>(table: Name, isMeant: (row: Rows[Name]) => boolean): Rows[Name] | undefined {
    const rows = (present(this.reader, table, this.past.org) as Row[] as Rows[Name][]).filter(isMeant)
    return rows[this.past.dice.between(0, rows.length - 1)]
  }

  asks(id: OperationId, parameters: Record<string, string>, body?: unknown, secret?: string): World | undefined {
    const { contract, choices, credential } = this.past
    const operation = contract.operations.get(id) ?? contract.doors.get(id)
    if (!operation) return undefined
    return afterRequest(this.world, { operation, credential: secret ?? credential, parameters, body }, choices)
  }

  happens<Name extends EventName>(name: Name, body: EventBody<Name>): World | undefined {
    return afterEvent(this.world, { name, org: this.past.org, body }, this.past.choices)
  }

  /** Mail that nobody wants or that nobody gets stays rare, and is early, since much of it would end all sending. */
  returned(name: 'messageBounced' | 'messageComplained'): World | undefined {
    const mail = seldom(this, 'EmailMessage', ({ stage }) => ON_THEIR_WAY.has(stage))
    if (!mail || mail.stage === 'received' || present(this.reader, 'EmailMessage', this.past.org).length > 80)
      return undefined
    const messageId = mail.id
    return name === 'messageBounced'
      ? this.happens(name, { messageId, bounce: 'hard' })
      : this.happens(name, { messageId })
  }

  /** Mail at the door of a send key, to somebody new or to somebody who wants none. */
  sends(to: string | undefined): World | undefined {
    const key = this.one('EmailSendKey', ({ revoked, orgWide }) => orgWide && !revoked)
    const domain = this.one('EmailDomain', ({ sendState }) => sendState === 'verified')
    if (!key || !domain || to === undefined) return undefined
    const body = { from: `post@${domain.name}`, to: [to], subject: 'Hello', text: 'Are you there?' }
    return this.asks('sendMessage', {}, body, key.secret)
  }
}

const ON_THEIR_WAY: ReadonlySet<string> = new Set(['queued', 'sent', 'delivered', 'received'])

type Fate = (hand: Hand) => World | undefined

/** What becomes of things, without which a world would have nothing but beginnings. */
const FATES: readonly [Fate, ...Fate[]] = [
  (hand) => {
    const incident = seldom(hand, 'OncallIncident', ({ status }) => status !== 'acknowledged')
    return incident && hand.asks('acknowledgeIncident', { id: incident.id })
  },
  (hand) => {
    if (seldom(hand, 'OncallIncident', ({ status }) => status === 'resolved')) return undefined
    const incident = hand.one('OncallIncident', ({ status }) => status !== 'resolved')
    return incident && hand.asks('resolveIncident', { id: incident.id })
  },
  (hand) => {
    const alert = hand.one('OncallAlert', ({ status }) => status === 'firing')
    return alert && hand.happens('alertResolves', { serviceId: alert.serviceId, alert: alert.identity })
  },
  (hand) => hand.returned('messageBounced'),
  (hand) => hand.returned('messageComplained'),
  (hand) => {
    const mail = seldom(hand, 'EmailMessage', ({ stage }) => ON_THEIR_WAY.has(stage))
    return mail && hand.sends(hand.one('EmailSuppression', () => true)?.address)
  },
  (hand) => {
    const hook = seldom(hand, 'EmailWebhook', ({ disabled }) => !disabled)
    return hook && hand.asks('updateWebhook', { id: hook.id }, { disabled: true })
  },
  (hand) => {
    const token = seldom(hand, 'RegistrationToken', ({ disabled }) => !disabled)
    const disabled = true
    return token && hand.asks('updateRegistrationToken', { name: token.cluster, id: token.id }, { disabled })
  },
  (hand) => {
    const token = seldom(hand, 'PersonalToken', ({ enabled }) => enabled)
    return token && hand.happens('tokenDisabled', { tokenId: token.id })
  },
  (hand) => {
    const key = seldom(hand, 'RegistryKey', ({ revoked }) => !revoked)
    return key && hand.asks('revokeRegistryKey', { slug: key.registry, keyId: key.keyId })
  },
  (hand) => {
    const key = seldom(hand, 'EmailSendKey', ({ revoked }) => !revoked)
    return key && hand.asks('revokeSendKey', { id: key.id })
  },
  (hand) => {
    const source = seldom(hand, 'OncallAlertSource', ({ revoked }) => !revoked)
    return source && hand.asks('revokeAlertSource', { id: source.id })
  },
]

/** One of them, as long as most of them are still what they were. */
function seldom<Name extends TableName>(hand: Hand, table: Name, isYet: (row: Rows[Name]) => boolean) {
  const rows = present(hand.reader, table, hand.past.org) as Row[] as Rows[Name][]
  const others = rows.filter((row) => !isYet(row)).length
  return others * 4 < rows.length ? hand.one(table, isYet) : undefined
}

/** Now and then something becomes of something. */
export function withFate(world: World, past: Past): World {
  if (past.dice.share() < 0.4) return world
  return past.dice.pick(FATES)(new Hand(world, past)) ?? world
}

/** What is under way at the end: work on clusters, mail on its way, an endpoint that has not answered yet. */
const LAST: readonly Fate[] = [
  (hand) => {
    const mail = hand.one('EmailMessage', ({ stage }) => stage === 'sent')
    return mail && hand.happens('messageComplained', { messageId: mail.id })
  },
  (hand) => {
    const domain = hand.one('EmailDomain', ({ receiveState }) => receiveState === 'none')
    return domain && hand.asks('armDomainReceiving', { id: domain.id })
  },
  (hand) => {
    const cluster = hand.one('Cluster', ({ readyAtMs }) => readyAtMs !== undefined)
    return cluster && hand.asks('updateCluster', { name: cluster.id }, { replicas: (cluster.replicas % 5) + 1 })
  },
  (hand) => {
    const cluster = hand.one('Cluster', ({ readyAtMs, work }) => readyAtMs !== undefined && work.endedMs !== undefined)
    return cluster && hand.asks('deleteCluster', { name: cluster.id })
  },
  (hand) => {
    const mail = hand.one('EmailMessage', ({ stage }) => stage === 'sent')
    const hook = hand.one('EmailWebhook', ({ disabled }) => !disabled)
    const told = hand.reader.gap('email.event-types').delivered
    const eventTypes = told === undefined ? undefined : [told]
    const listening = mail && hook && eventTypes && hand.asks('updateWebhook', { id: hook.id }, { eventTypes })
    if (!mail || !hook || !listening) return undefined
    const answers = [{ status: 200, afterMs: 12_000 }]
    const slow = new Hand(listening, hand.past).happens('webhookEndpointAnswers', { endpointId: hook.id, answers })
    return slow && new Hand(slow, hand.past).happens('messageDelivered', { messageId: mail.id })
  },
  (hand) => hand.sends('somebody@people.example'),
]

export const withWorkUnderWay = (world: World, past: Past): World =>
  LAST.reduce((sofar, fate) => fate(new Hand(sofar, past)) ?? sofar, world)
