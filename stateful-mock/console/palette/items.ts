import { disarmAll } from '../actions/disarm.ts'
import { enterSandbox } from '../actions/enter-sandbox.ts'
import { forkAt } from '../actions/fork.ts'
import { moveClock, pauseOrRun } from '../actions/move-clock.ts'
import { undo } from '../actions/undo.ts'
import { control, got } from '../client/control.ts'
import { AREA_TITLES, AREAS, contract } from '../contract/contract.ts'
import { type Resource, resources, sentenceCase } from '../contract/resources.ts'
import { isRecord } from '../contract/schema-values.ts'
import { PLACES } from '../session/places.ts'
import { hrefTo } from '../session/route.ts'
import { readStep, rehearse } from '../world/rehearse.ts'
import { idOf, nameOf, type Thing } from '../world/things.ts'
import type { Item } from './found.ts'

/** The items known without asking: pages, operations, outside events, and actions that are possible anywhere. */
export function knownItems(): readonly Item[] {
  const { operations = [], events = [] } = contract.value ?? {}
  return [
    { kind: 'Page', title: 'Overview', href: hrefTo(['overview']) },
    ...AREAS.map((area) => ({ kind: 'Page', title: AREA_TITLES[area], href: hrefTo(['areas', area]) })),
    ...PLACES.map(([path, title]) => ({ kind: 'Page', title, href: hrefTo([path]) })),
    ...ACTIONS,
    ...resources.value.map(({ title, area, entity }) => ({
      kind: 'List',
      title,
      note: area,
      href: hrefTo(['areas', area, entity]),
    })),
    ...operations.map(({ id, summary }) => ({
      kind: 'Operation',
      title: summary,
      note: id,
      href: hrefTo(['try', id]),
    })),
    ...events.map(({ id, summary }) => ({
      kind: 'Outside event',
      title: summary,
      note: id,
      href: hrefTo(['try', id]),
    })),
  ]
}

const ACTIONS: readonly Item[] = [
  { kind: 'Do', title: 'Undo the last action', run: () => undo({ actions: 1 }) },
  { kind: 'Do', title: 'Advance the clock by an hour', note: '+1 h', run: () => moveClock({ by: 'PT1H' }) },
  { kind: 'Do', title: 'Advance the clock by a day', note: '+1 day', run: () => moveClock({ by: 'P1D' }) },
  { kind: 'Do', title: 'Advance the clock to the next timer', run: () => moveClock({ nextDue: true }) },
  { kind: 'Do', title: 'Pause or resume the clock', run: pauseOrRun },
  { kind: 'Do', title: 'Disarm all faults', run: disarmAll },
  { kind: 'Do', title: 'Fork this sandbox', run: () => forkAt(undefined) },
]

/** Scenarios, gaps and sandboxes of the mock. */
export async function loadServerItems(): Promise<readonly Item[]> {
  const [{ scenarios }, { gaps }, { sandboxes }] = await Promise.all([
    got(control.GET('/_understudy/scenarios')),
    got(control.GET('/_understudy/gaps')),
    got(control.GET('/_understudy/sandboxes')),
  ])
  return [
    ...scenarios.map(({ name, summary }) => ({
      kind: 'Scenario',
      title: summary || name,
      note: name,
      href: hrefTo(['scenarios', name]),
    })),
    ...gaps.map(({ id, about }) => ({ kind: 'Gap', title: id, note: about, href: hrefTo(['gaps'], { gap: id }) })),
    ...sandboxes.map(({ name }) => ({ kind: 'Sandbox', title: name, run: () => enterSandbox(name) })),
  ]
}

/** Everything that a list of its own shows to the chosen actor. */
export async function loadThingItems(): Promise<readonly Item[]> {
  const lists = resources.value.filter(({ listed, parents }) => listed?.idField !== undefined && parents.length === 0)
  const answers = await rehearse(lists.map(({ shown }) => readStep(shown.id)))
  return lists.flatMap((resource, index) =>
    rowsIn(resource, answers[index]?.body).map((thing) => {
      const id = idOf(resource, thing)
      const name = nameOf(thing) ?? id
      return {
        kind: sentenceCase(resource.entity),
        title: name,
        ...(name !== id && { note: id }),
        href: hrefTo(['things', resource.entity, id]),
      }
    }),
  )
}

function rowsIn({ listed }: Resource, body: unknown): readonly Thing[] {
  const rows = isRecord(body) && listed ? body[listed.key] : undefined
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}
