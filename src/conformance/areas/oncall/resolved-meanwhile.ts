import type { Contract } from '../../../contract/contract.ts'
import { endIncident } from '../../../model/areas/oncall/effects/incidents/incident-life.ts'
import { OpenTransaction } from '../../../model/world/open-transaction.ts'
import type { Rows } from '../../../model/world/rows.ts'
import { TransactionContext } from '../../../model/world/transaction-context.ts'
import { choicesFor } from '../../shadow/choices.ts'
import { rowsOf } from '../../shadow/rows.ts'
import type { OtherWorld, Shadow } from '../../shadow/shadow.ts'

type Incident = Rows['OncallIncident']

interface Known {
  readonly contract: Contract
  readonly shadow: Shadow
}

/**
 * The worlds in which incidents whose alerts are all over have resolved by themselves. When they do is not shown (States,
 * incident gap), and nobody may be told; one without alerts never does.
 */
export function resolvedMeanwhile(known: Known): OtherWorld[] {
  const { world } = known.shadow
  const alerts = rowsOf(world, 'OncallAlert')
  const quiet = rowsOf(world, 'OncallIncident').filter(({ id, status }) => {
    const own = alerts.filter(({ incidentId }) => incidentId === id)
    return status !== 'resolved' && own.length > 0 && own.every((alert) => alert.status === 'resolved')
  })
  const [only, ...more] = quiet
  if (!only) return []
  return [quiet, ...(more.length > 0 ? quiet.map((one) => [one]) : [])].map((some) => resolving(known, some))
}

function resolving({ contract, shadow }: Known, incidents: readonly Incident[]): OtherWorld {
  const transaction = new OpenTransaction(shadow.world, choicesFor(contract, shadow))
  for (const incident of incidents) endIncident(new TransactionContext(transaction), incident)
  return { world: transaction.commit(), because: [] }
}
