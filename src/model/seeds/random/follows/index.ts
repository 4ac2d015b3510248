import type { OperationId, ResponseBody } from '../../../request/operation-types.ts'
import { DAY, MINUTE } from '../../kit/durations.ts'
import type { Hand } from '../hand/hand.ts'
import { isTakenBack, isUsed } from './credentials.ts'
import { isCaredFor } from './domains.ts'
import { answers, isRouted } from './endpoints.ts'
import { isLookedAfter } from './incidents.ts'
import { keySends } from './mail.ts'
import { nodeComes } from './nodes.ts'

/** Something that was just made: where, and the response to it. */
interface Made<Id extends OperationId> {
  readonly body: ResponseBody<Id>
  readonly parameters: Readonly<Record<string, string>>
}

type Follows = { readonly [Id in OperationId]?: (hand: Hand, made: Made<Id>) => void }

/** What becomes of things, without which a world would have nothing but beginnings. */
const FOLLOWS: Follows = {
  createOncallService: (hand, { body: { id } }) => {
    const policy = hand.happensTo(0.85) ? hand.one('OncallEscalationPolicy') : undefined
    if (policy) attach(hand, id, policy.id)
  },
  createEscalationPolicy: (hand, { body: { id } }) => {
    const service = hand.one('OncallService', ({ escalationPolicyId }) => escalationPolicyId === undefined)
    if (service) attach(hand, service.id, id)
  },
  createAlertSource: (hand, { body: { id } }) =>
    isTakenBack(hand, 0.12, () => hand.ask('revokeAlertSource', { parameters: { id } })),
  openIncident: (hand, { body: { id } }) => isLookedAfter(hand, id),
  createDomain: (hand, { body: { id } }) => isCaredFor(hand, id),
  createWebhook: (hand, { body: { webhook } }) => {
    answers(hand, webhook.id)
    isRouted(hand, webhook.id)
    isTakenBack(hand, 0.15, () =>
      hand.ask('updateWebhook', { parameters: { id: webhook.id }, body: { disabled: true } }),
    )
  },
  createSendKey: (hand, { body: { sendKey, secret } }) => {
    keySends(hand, secret, hand.dice.between(0, 4))
    isTakenBack(hand, 0.12, () => hand.ask('revokeSendKey', { parameters: { id: sendKey.id } }))
  },
  createRegistryKey: (hand, { body: { keyId, secret }, parameters: { slug = '' } }) => {
    isUsed(hand, 'registry-key', { id: keyId, secret, registry: slug })
    isTakenBack(hand, 0.15, () => hand.ask('revokeRegistryKey', { parameters: { slug, keyId } }))
  },
  createToken: (hand, { body: { id, key } }) => {
    isUsed(hand, 'personal-token', { id, secret: key })
    isTakenBack(hand, 0.12, () => hand.happens('tokenDisabled', { tokenId: id }))
  },
  createExportToken: (hand, { body: { id, token } }) => {
    isUsed(hand, 'export-token', { id, secret: token })
    isTakenBack(hand, 0.12, () => hand.ask('revokeExportToken', { parameters: { id } }))
  },
  createRegistrationToken: (hand, { body: { id, token }, parameters: { name = '' } }) => {
    if (hand.happensTo(0.6)) hand.after(hand.between(5 * MINUTE, 2 * DAY), () => nodeComes(hand, name, token))
    isTakenBack(hand, 0.15, () =>
      hand.ask('updateRegistrationToken', { parameters: { name, id }, body: { disabled: true } }),
    )
  },
}

const attach = (hand: Hand, id: string, escalationPolicyId: string): void =>
  hand.after(2 * MINUTE, () =>
    hand.ask('setServiceEscalationPolicy', { parameters: { id }, body: { escalationPolicyId } }),
  )

/** Lets happen what comes of something that a request made. */
export function follow<Id extends OperationId>(hand: Hand, id: Id, made: Made<Id>): void {
  const follows: ((hand: Hand, made: Made<Id>) => void) | undefined = FOLLOWS[id]
  follows?.(hand, made)
}
