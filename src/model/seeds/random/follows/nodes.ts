import type { Hand } from '../hand/hand.ts'
import { name } from '../words/vocabulary.ts'

/** A node joins a cluster that is ready, with a token of it if there is one. */
export function nodeComes(hand: Hand, cluster = hand.one('Cluster', isReady)?.id, token?: string): boolean {
  if (cluster === undefined) return false
  const node = name('node', hand.growing.ordinal('node'), hand.growing.salt, '-')
  return hand.happens('nodeJoins', { cluster, node, ...(token !== undefined && { token }) }) !== undefined
}

const isReady = ({ work }: { readonly work: { readonly endedMs: number | undefined } }): boolean =>
  work.endedMs !== undefined
