import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Vocabulary } from '../../contract/profile.ts'
import { emptyWorld } from '../../model/empty-world.ts'
import { FIXTURES } from '../areas/of-all-areas.ts'
import { castOf } from '../kit/cast.ts'
import type { Drawing } from '../kit/drawing.ts'
import { makeSampler } from '../kit/sampler.ts'
import { newShadow } from '../shadow/shadow.ts'
import { IMPOSSIBLE, plainBody } from './plain-body.ts'
import { creatorOf } from './prepare.ts'

/** An entry of the vocabulary that a profile lacks, and the operations that cannot succeed in a run without it. */
export interface Unsupplied {
  readonly entry: string
  readonly about: string
  readonly operations: readonly string[]
}

/**
 * Found by drawing every operation in an empty world and seeing what was asked for in vain; then what needs a thing that
 * only such an operation makes is out of reach as well. Operations that the profile leaves out do not count.
 */
export function unsupplied(contract: Contract): Unsupplied[] {
  const { source, profile } = contract
  const operations = [...contract.operations.values()].filter(({ id }) => !profile.leaveOut.includes(id))
  const wanting = new Map(operations.map((operation) => [operation.id, directWants(contract, operation)]))
  const suppliers = new Map(
    Object.entries(source.vocabulary).flatMap(([entry, { names }]) => (names ? [[names, entry]] : [])),
  )
  for (let grown = true; grown; ) {
    grown = false
    for (const operation of operations)
      for (const entity of entitiesNeeded(operation))
        for (const entry of wantsOf(contract, entity, wanting, suppliers)) {
          const known = wanting.get(operation.id)
          if (known?.has(entry) === false) grown = known.add(entry) !== undefined
        }
  }
  return Object.entries(source.vocabulary).flatMap(([entry, { about }]) => {
    const stuck = operations.filter(({ id }) => wanting.get(id)?.has(entry)).map(({ id }) => id)
    return stuck.length > 0 ? [{ entry, about, operations: stuck }] : []
  })
}

/** Entries that the plain body of an operation asks for and that are not there. */
function directWants(contract: Contract, operation: Operation): Set<string> {
  const missed = new Set<string>()
  const vocabulary = new Proxy(contract.profile.vocabulary, {
    get(entries, entry: string) {
      const value = entries[entry as keyof Vocabulary]
      if (value === undefined) missed.add(entry)
      return value
    },
  })
  return plainBody({ ...emptyDrawing(contract), vocabulary }, operation) === IMPOSSIBLE ? missed : new Set()
}

/** The vocabulary entries that are missing to create a thing of an entity. */
function wantsOf(
  contract: Contract,
  entity: string,
  wanting: ReadonlyMap<string, ReadonlySet<string>>,
  suppliers: ReadonlyMap<string, string>,
): readonly string[] {
  const entry = suppliers.get(entity)
  if (entry !== undefined) return contract.profile.vocabulary[entry as keyof Vocabulary] === undefined ? [entry] : []
  const preparation = FIXTURES.get(entity)?.prepare(emptyDrawing(contract))
  if (preparation && 'missing' in preparation) return wantsOf(contract, preparation.missing, wanting, suppliers)
  const maker = preparation && 'operation' in preparation ? preparation.operation : creatorOf(contract, entity)?.id
  return [...(wanting.get(maker ?? '') ?? [])]
}

/** Those its path names, and those its body cannot do without. */
function entitiesNeeded({ parameters, body }: Operation): string[] {
  const { required = [], properties = {} } = body?.schema ?? {}
  const inBody = required.flatMap((name) => {
    const field = properties[name]
    const mayBeNull = [field?.type].flat().includes('null')
    return mayBeNull ? [] : ([field?.['x-understudy']?.reference].flat()[0] ?? [])
  })
  return [...parameters.filter((parameter) => parameter.in === 'path').flatMap(({ names }) => names ?? []), ...inBody]
}

/** A world with nothing in it, where whatever may be left out is left out. */
function emptyDrawing(contract: Contract): Drawing {
  return {
    contract,
    vocabulary: contract.profile.vocabulary,
    shadow: newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), ''),
    sampler: { ...makeSampler(0), chance: () => false },
    cast: castOf(contract),
    affords: () => true,
    canCause: () => true,
    org: '',
    salt: '',
    next: () => 0,
  }
}
