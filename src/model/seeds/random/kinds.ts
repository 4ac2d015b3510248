import type { Contract } from '../../../contract/contract.ts'
import type { Operation } from '../../../contract/operations.ts'
import { isPushed } from './follows/images.ts'
import { alertComesIn } from './follows/incidents.ts'
import { mailComesIn, mailGoesOut } from './follows/mail.ts'
import { isProbed } from './follows/monitors.ts'
import { nodeComes } from './follows/nodes.ts'
import type { Hand } from './hand/hand.ts'

/** How a thing is created: by a request whose body is made up, or by something that happens outside. */
export type Kind = { readonly operation: Operation } | { readonly happens: (hand: Hand) => boolean }

/** What no operation creates. */
const HAPPENINGS: readonly ((hand: Hand) => boolean)[] = [
  (hand) => alertComesIn(hand),
  (hand) => isPushed(hand),
  (hand) => mailComesIn(hand),
  (hand) => mailGoesOut(hand),
  (hand) => nodeComes(hand),
  (hand) => isProbed(hand),
]
const DOORS = ['createOncallService'] as const

/** Every way, those first that others depend on. */
export function kindsOf({ operations, doors }: Contract): Kind[] {
  const making = [...operations.values()].filter(({ does }) => does === 'create')
  const atDoors = DOORS.flatMap((id) => doors.get(id) ?? [])
  return [...[...atDoors, ...making].map((operation) => ({ operation })), ...HAPPENINGS.map((happens) => ({ happens }))]
}
