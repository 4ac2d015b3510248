import { AREA_TITLES, type AreaName } from '../../contract/contract.ts'
import { type Resource, resources } from '../../contract/resources.ts'
import { isRecord } from '../../contract/schema-values.ts'
import { JsonView } from '../../parts/json.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { goTo, hrefTo } from '../../session/route.ts'
import { Fields } from '../../values/fields.tsx'
import { bodyOf, readStep, rehearse } from '../../world/rehearse.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { MakeButtons } from './make-buttons.tsx'
import { ParentPicker } from './parent-picker.tsx'
import { Rows } from './rows.tsx'

/** An area: what kinds of things it has, and those of the chosen kind. */
export function AreaPage({
  area,
  entity,
  values,
}: {
  area: AreaName
  entity: string | undefined
  values: readonly string[]
}) {
  const kinds = resources.value.filter((one) => one.area === area)
  const chosen = kinds.find((one) => one.entity === entity) ?? kinds[0]
  if (!chosen) return <Empty title="Area not found">Choose one on the left.</Empty>
  return (
    <Page title={AREA_TITLES[area]} tools={<MakeButtons resource={chosen} values={values} />}>
      {kinds.length > 1 && <Kinds area={area} kinds={kinds} chosen={chosen} />}
      {chosen.listed ? (
        <Listed key={chosen.entity} resource={chosen} values={values} />
      ) : (
        <Single key={chosen.entity} resource={chosen} />
      )}
    </Page>
  )
}

function Kinds({ area, kinds, chosen }: { area: AreaName; kinds: readonly Resource[]; chosen: Resource }) {
  return (
    <nav class="kinds" aria-label={`Resources in ${AREA_TITLES[area]}`}>
      {kinds.map((one) => (
        <a
          key={one.shown.id}
          href={hrefTo(['areas', area, one.entity])}
          aria-current={one === chosen ? 'page' : undefined}
        >
          {one.title}
        </a>
      ))}
    </nav>
  )
}

function Listed({ resource, values }: { resource: Resource; values: readonly string[] }) {
  const complete = values.length >= resource.parents.length && values.every((value) => value !== '')
  return (
    <>
      {resource.parents.map(({ entity }, index) => (
        <ParentPicker
          key={entity}
          entity={entity}
          before={values.slice(0, index)}
          chosen={values[index]}
          choose={(value) => goTo(['areas', resource.area, resource.entity, ...values.slice(0, index), value])}
        />
      ))}
      {complete && <Rows resource={resource} values={values} />}
    </>
  )
}

function Single({ resource }: { resource: Resource }) {
  const loaded = useLoaded(resource.shown.id, async () => {
    const [answer] = await rehearse([readStep(resource.shown.id)])
    return bodyOf(answer) ?? null
  })
  return (
    <Shown of={loaded}>
      {(body) => (
        <div class={isWide(body) ? '' : 'columns'}>
          <Panel title={isWide(body) ? 'Details' : resource.title}>
            {isRecord(body) ? (
              <Fields thing={body} schema={resource.shown.answers ?? {}} machines={resource.machines} />
            ) : (
              <JsonView value={body} />
            )}
          </Panel>
          <Panel title="JSON">
            <JsonView value={body} label={`${resource.title} as JSON`} />
          </Panel>
        </div>
      )}
    </Shown>
  )
}

/** A list of things with many fields needs the whole width. */
const isWide = (body: unknown): boolean =>
  isRecord(body) && Object.values(body).some((value) => Array.isArray(value) && value.some(hasManyFields))

const hasManyFields = (item: unknown): boolean => isRecord(item) && Object.keys(item).length > 3
