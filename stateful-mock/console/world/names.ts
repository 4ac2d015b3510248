import { effect, type Signal, signal } from '@preact/signals'
import { kindWords, type Resource, resourceFor } from '../contract/resources.ts'
import { lookingBackAt, sandbox } from '../session/session.ts'
import { labels } from './actors.ts'
import { worldVersion } from './live.ts'
import { idOf, loadPages, nameOf, type Thing } from './things.ts'

type Names = ReadonlyMap<string, string>

const known = new Map<string, Signal<Names>>()
/** Names seldom change; asking for them again now and then is enough. */
const SHORTEST_MS = 5_000
/** Of a long list, so that what is mentioned is seldom an id. */
const MOST_PAGES = 8
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

/** The name of a thing or of a person, else the id. */
export const nameOrId = (entity: string, id: string): string => namesOf(entity).get(id) ?? labels.value.get(id) ?? id

/** A thing in words: by its name, or its kind and number. */
export function thingName(entity: string, id: string): string {
  const name = nameOrId(entity, id)
  if (name !== id) return name
  return /^\d+$/.test(id) ? `${kindWords(entity)} ${id}` : id
}

async function load(entity: string, names: Signal<Names>): Promise<void> {
  const resource = resourceFor(entity)
  if (!resource?.listed || resource.parents.length > 0) return
  const things = await loadNamed(resource).catch(() => [])
  const found = things.flatMap((thing): [string, string][] => {
    const name = nameOf(thing)
    return name === undefined ? [] : [[idOf(resource, thing), name]]
  })
  names.value = new Map(found)
}

/** The list, and things in a final state that it leaves out unless it is asked for them. */
async function loadNamed(resource: Resource): Promise<readonly Thing[]> {
  const queries = resource.machines.flatMap(({ observe, closed }) =>
    resource.shown.parameters.some(({ name }) => name === observe)
      ? Object.keys(closed ?? {}).map((state) => ({ [String(observe)]: state }))
      : [],
  )
  const lists = await Promise.all([{}, ...queries].map((query) => loadPages(resource, [], query, MOST_PAGES)))
  return lists.flatMap(({ rows }) => rows)
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
