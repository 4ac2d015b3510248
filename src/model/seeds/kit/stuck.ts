import { MESSAGE_SEND } from '../../areas/email/effects/sending/send.ts'
import type { Transaction } from '../../world/transaction.ts'

/** What is under way in a seed and stays so, for as long as somebody wants to look at it: its timer is taken away. */

/** The work in progress in a cluster. */
export function stallCluster(here: Transaction, org: string, name: string): void {
  const cluster = here.get('Cluster', org, name)
  if (cluster?.work.dueId === undefined || cluster.work.endedMs !== undefined) return
  here.cancel(cluster.work.dueId)
  here.put('Cluster', { ...cluster, work: { ...cluster.work, dueId: undefined } })
}

/** A delivery to an endpoint that took the connection and says nothing more. */
export function hangDelivery(here: Transaction, org: string, id: string): void {
  const delivery = here.get('EmailDelivery', org, id)
  if (delivery?.due === undefined) return
  here.cancel(delivery.due)
  here.put('EmailDelivery', { ...delivery, due: undefined })
}

/** A message that nobody sends on. */
export function holdMessage(here: Transaction, org: string, messageId: string): void {
  for (const { id, timer, data } of [...here.oldest('Due', 'byTime')])
    if (timer === MESSAGE_SEND && data.org === org && data.messageId === messageId) here.cancel(id)
}
