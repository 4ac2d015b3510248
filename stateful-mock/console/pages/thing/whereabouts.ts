import type { Resource } from '../../contract/resources.ts'
import { type Actor, actor, actors } from '../../world/actors.ts'
import { type Entry, loadLatestEntries } from '../../world/journal.ts'
import { rehearse } from '../../world/rehearse.ts'
import { isShownIn, stepToShow } from '../../world/things.ts'

/** The other actors to whom the API would show a thing. */
export async function whoSees(resource: Resource, values: readonly string[]): Promise<readonly Actor[]> {
  const others = actors.value.filter(({ name }) => name !== actor.value?.name)
  const answers = await rehearse(others.map(({ name }) => ({ ...stepToShow(resource, values), actor: name })))
  return others.filter((_, index) => isShownIn(resource, values, answers[index]))
}

/** The latest entry that took a thing away. */
export async function removalOf(entity: string, id: string): Promise<Entry | undefined> {
  return (await loadLatestEntries()).findLast(({ changed }) =>
    changed.some((one) => one.entity === entity && one.id === id && one.change === 'removed'),
  )
}
