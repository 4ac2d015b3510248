import { AREA_TITLES, AREAS } from '../contract/contract.ts'
import { resourceFor } from '../contract/resources.ts'
import { PLACES } from '../session/places.ts'
import { hrefTo, route } from '../session/route.ts'

/** The menu of pages. */
export function Places({ open }: { open: boolean }) {
  return (
    <nav id="places" class={open ? 'places open' : 'places'} aria-label="Main">
      <Place parts={['overview']} title="Overview" />
      <h2>Areas</h2>
      {AREAS.map((area) => (
        <Place key={area} parts={['areas', area]} title={AREA_TITLES[area]} />
      ))}
      <h2>Control</h2>
      {PLACES.map(([path, title]) => (
        <Place key={path} parts={[path]} title={title} />
      ))}
      <p class="nav-end">
        <a href="openapi.json">API description</a>
      </p>
    </nav>
  )
}

function Place({ parts, title }: { parts: readonly string[]; title: string }) {
  const current = currentPlace()
  const here = parts.every((part, index) => part === current[index])
  return (
    <a class="place" href={hrefTo(parts)} aria-current={here ? 'page' : undefined}>
      {title}
    </a>
  )
}

/** The current place in the menu: a thing belongs to its area. */
function currentPlace(): readonly string[] {
  const [place = 'overview', entity = '', ...rest] = route.value.parts
  const area = place === 'things' ? resourceFor(entity)?.area : undefined
  return area === undefined ? [place, entity, ...rest] : ['areas', area]
}
