import { effect, type Signal, signal } from '@preact/signals'
import { resourceFor } from '../contract/resources.ts'
import { lookingBackAt, sandbox } from '../session/session.ts'
import { worldVersion } from './live.ts'
import { idOf, loadThings, nameOf } from './things.ts'

type Names = ReadonlyMap<string, string>

const known = new Map<string, Signal<Names>>()
/** Names seldom change; asking for them again now and then is enough. */
const SHORTEST_MS = 5_000
let lastMs = 0

/** The names of the things of a kind, by their ids; empty until loaded. */
export function namesOf(entity: string): Names {
  const names = known.get(entity) ?? signal<Names>(new Map())
  if (!known.has(entity)) {
    known.set(entity, names)
    void load(entity, names)
  }
  return names.value
}

async function load(entity: string, names: Signal<Names>): Promise<void> {
  const resource = resourceFor(entity)
  if (!resource?.listed || resource.parents.length > 0) return
  const things = await loadThings(resource, []).catch(() => [])
  const found = things.flatMap((thing): [string, string][] => {
    const name = nameOf(thing)
    return name === undefined ? [] : [[idOf(resource, thing), name]]
  })
  names.value = new Map(found)
}

let place = ''
effect(() => {
  const here = `${sandbox.value} ${lookingBackAt.value ?? ''}`
  const soon = worldVersion.value > 0 && performance.now() - lastMs < SHORTEST_MS
  if (soon && here === place) return
  place = here
  lastMs = performance.now()
  for (const [entity, names] of known) void load(entity, names)
})
