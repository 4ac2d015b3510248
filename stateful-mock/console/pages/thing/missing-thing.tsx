import type { Resource } from '../../contract/resources.ts'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { changeQuery, hrefTo } from '../../session/route.ts'
import { actor } from '../../world/actors.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { removalOf, whoSees } from './whereabouts.ts'

/** Explains as exactly as possible why a thing is not shown. */
export function MissingThing({ resource, values }: { resource: Resource; values: readonly string[] }) {
  const id = values.at(-1) ?? ''
  const loaded = useLoaded(`where is ${resource.entity} ${values.join(' ')}`, async () => ({
    seenBy: await whoSees(resource, values),
    removed: (await removalOf(resource.entity, id)) ?? null,
  }))
  return (
    <Page title={id}>
      <Shown of={loaded}>
        {({ seenBy: [other], removed }) => (
          <>
            {other && (
              <Empty title={`${actor.value?.label ?? 'This actor'} cannot see it`}>
                It belongs to {other.memberships[0]?.organization ?? 'another organization'}.{' '}
                <button type="button" class="link" onClick={() => changeQuery({ actor: other.name })}>
                  Act as {other.label}
                </button>{' '}
                to look at it.
              </Empty>
            )}
            {!other && removed && (
              <Empty title="It was deleted">
                <a href={hrefTo(['time'], { entry: String(removed.entry) })}>Entry {removed.entry} of the journal</a>{' '}
                removed it.{' '}
                <a href={hrefTo(['things', resource.entity, ...values], { at: String(removed.entry - 1) })}>
                  View its last state
                </a>
                .
              </Empty>
            )}
            {!other && !removed && (
              <Empty title="Not found">Nothing in this sandbox or its journal has this identifier.</Empty>
            )}
            <p class="centred">
              <a href={hrefTo(['areas', resource.area, resource.entity, ...values.slice(0, -1)])}>
                See all {resource.title.toLowerCase()}
              </a>
            </p>
          </>
        )}
      </Shown>
    </Page>
  )
}
