import { control, got, type Schemas } from '../../client/control.ts'
import type { Resource } from '../../contract/resources.ts'
import { type Actor, actor, actors } from '../../world/actors.ts'
import { rehearse } from '../../world/rehearse.ts'
import { isShownIn, stepToShow } from '../../world/things.ts'

/** The other actors to whom the API would show a thing. */
export async function whoSees(resource: Resource, values: readonly string[]): Promise<readonly Actor[]> {
  const others = actors.value.filter(({ name }) => name !== actor.value?.name)
  const answers = await rehearse(others.map(({ name }) => ({ ...stepToShow(resource, values), actor: name })))
  return others.filter((_, index) => isShownIn(resource, values, answers[index]))
}

/** As much of the journal as is looked through. */
const MOST = 1_000

/** The latest entry that took a thing away. */
export async function removalOf(entity: string, id: string): Promise<Schemas['JournalEntry'] | undefined> {
  const { last } = await got(control.GET('/_understudy/journal/entries', { params: { query: { limit: 1 } } }))
  const query = { from: Math.max(1, last - MOST + 1), limit: MOST }
  const { entries } = await got(control.GET('/_understudy/journal/entries', { params: { query } }))
  return entries.findLast(({ changed }) =>
    changed.some((one) => one.entity === entity && one.id === id && one.change === 'removed'),
  )
}
