import type { Hand } from '../hand/hand.ts'
import { name } from '../words/vocabulary.ts'

const MEBIBYTE = 1024 * 1024

/** A build pushes an image: often to a repository that is there, on layers that others have too, and some have no tags. */
export function isPushed(hand: Hand, registry = hand.one('Registry')?.slug): boolean {
  if (registry === undefined) return false
  const { growing, dice } = hand
  const known = hand.all('RegistryRepository', (row) => row.registry === registry)
  const again = hand.happensTo(0.6) ? known[dice.between(0, known.length - 1)] : undefined
  const number = growing.ordinal('image')
  const repository = again?.name ?? name('repository', growing.ordinal('repository'), growing.salt, '/')
  const tags = hand.happensTo(0.2) ? [] : [`${1 + (number % 4)}.${dice.between(0, 30)}.${number}`, 'latest']
  const layers = [
    ...shared(hand, registry),
    { sizeBytes: Math.round(hand.between(2, 120) * MEBIBYTE * (0.8 + dice.share())) },
  ]
  return hand.happens('imagePushed', { registry, repository, tags, layers }) !== undefined
}

/** Layers that are there already cost nothing more. */
function shared(hand: Hand, registry: string): { digest: string; sizeBytes: number }[] {
  if (!hand.happensTo(0.6)) return []
  const blob = hand.one('RegistryBlob', (row) => row.registry === registry)
  return blob ? [{ digest: blob.id, sizeBytes: blob.sizeBytes }] : []
}
