import type { Hand } from '../hand/hand.ts'
import { name, type Sort } from '../words/vocabulary.ts'

/** Something that is in every large enough world: how long ago it began, and how. */
export type Staple = readonly [agoMs: number, how: (hand: Hand) => unknown]

/** The operation that counts the names of a sort, so that no name comes twice. */
const COUNTED_BY: { readonly [Name in Sort]?: string } = {
  cluster: 'createCluster',
  company: 'createDomain',
  registry: 'createRegistry',
  check: 'createMonitor',
  key: 'createSendKey',
  service: 'createOncallService',
  rotation: 'createSchedule',
  policy: 'createEscalationPolicy',
  source: 'createAlertSource',
}

export const newName = ({ growing }: Hand, sort: Sort, between: string): string =>
  name(sort, growing.ordinal(COUNTED_BY[sort] ?? sort), growing.salt, between)
