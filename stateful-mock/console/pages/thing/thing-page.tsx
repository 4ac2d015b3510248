import { useSignal } from '@preact/signals'
import type { Machine } from '../../contract/contract.ts'
import { fieldLabel, type Resource, resourceFor } from '../../contract/resources.ts'
import { Chip } from '../../parts/chip.tsx'
import { JsonView } from '../../parts/json.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { toneOf } from '../../parts/tone.ts'
import { hrefTo } from '../../session/route.ts'
import { Fields } from '../../values/fields.tsx'
import { stateWord } from '../../values/value.tsx'
import { thingName } from '../../world/names.ts'
import { knownFrom, loadThing, nameOf, type Thing, type Whole as WholeThing } from '../../world/things.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { MachineDiagram } from './machine-diagram.tsx'
import { MissingThing } from './missing-thing.tsx'
import { leading, NextSteps } from './next-steps.tsx'
import { OfferButton } from './offer-button.tsx'
import { OfferForm } from './offer-form.tsx'
import { useOffers } from './offers.ts'
import { Related } from './related.tsx'

/** One thing: its fields, its JSON, its machine, what can happen to it, and what belongs to it. */
export function ThingPage({ entity, values }: { entity: string; values: readonly string[] }) {
  const resource = resourceFor(entity)
  if (!resource)
    return (
      <Page title="Page not found">
        <Empty title={`There is no ${entity}`}>Choose an area in the menu.</Empty>
      </Page>
    )
  return <Known resource={resource} values={values} />
}

function Known({ resource, values }: { resource: Resource; values: readonly string[] }) {
  const loaded = useLoaded(
    `${resource.entity} ${values.join(' ')}`,
    async () => (await loadThing(resource, values)) ?? null,
  )
  return (
    <Shown of={loaded} title={values.at(-1) ?? resource.title}>
      {(found) =>
        found ? (
          <Whole resource={resource} values={values} found={found} />
        ) : (
          <MissingThing resource={resource} values={values} />
        )
      }
    </Shown>
  )
}

function Whole({
  resource,
  values,
  found: { thing, answer },
}: {
  resource: Resource
  values: readonly string[]
  found: WholeThing
}) {
  const schema = { allOf: [resource.listed?.item ?? {}, resource.read?.answers ?? {}] }
  const known = knownFrom(resource, values, thing, schema)
  const present = resource.machines.map((machine) => presentState(machine, thing))
  const standing = { resource, values, thing, known, present }
  const offers = useOffers(standing)
  const opened = useSignal<string | undefined>(undefined)
  const openForm = (operation: string | undefined) => {
    opened.value = operation
  }
  const inForm = offers.find(({ operation }) => operation.id === opened.value)
  return (
    <Page
      title={
        <>
          {nameOf(thing) ?? thingName(resource.entity, values.at(-1) ?? '')}{' '}
          <StateChips machines={resource.machines} present={present} />
        </>
      }
      about={<Whence resource={resource} values={values} name={nameOf(thing)} />}
      tools={leading(offers).map((offer, index) => (
        <OfferButton key={offer.operation.id} offer={offer} openForm={openForm} primary={index === 0} />
      ))}
    >
      <div class="thing">
        <Panel title="Next steps" class="steps">
          <NextSteps offers={offers} standing={standing} openForm={openForm} />
        </Panel>
        <Panel title="Details" class="facts-panel">
          <Fields thing={thing} schema={schema} machines={resource.machines} />
        </Panel>
        <Panel title="JSON" class="json-panel">
          <JsonView value={answer} label={`${resource.entity} as JSON`} />
        </Panel>
      </div>
      {resource.machines.map((machine, index) => (
        <Panel key={machine.observe ?? machine.about} title={statesTitle(machine, resource.machines.length)}>
          <MachineDiagram machine={machine} present={present[index]} />
        </Panel>
      ))}
      <Related entity={resource.entity} values={values} />
      {inForm && <OfferForm offer={inForm} standing={standing} close={() => openForm(undefined)} />}
    </Page>
  )
}

/** The states of a thing; of several, each with what it is the state of. */
function StateChips({ machines, present }: { machines: readonly Machine[]; present: readonly (string | undefined)[] }) {
  const shown = machines.flatMap(({ observe }, index) => {
    const state = present[index]
    return observe !== null && state !== undefined ? [{ observe, state }] : []
  })
  return (
    <>
      {shown.map(({ observe, state }) => {
        const of = shown.length > 1 ? `${fieldLabel(observe).replace(/ state$/, '')}: ` : ''
        return <Chip key={observe} text={`${of}${state}`} tone={toneOf(state)} large />
      })}
    </>
  )
}

function statesTitle({ observe }: Machine, machines: number): string {
  if (!observe) return 'States (not visible in any field)'
  return machines === 1 ? 'States' : `States: ${fieldLabel(observe).toLowerCase()}`
}

/** The list a thing is in, and what it belongs to. */
function Whence({
  resource,
  values,
  name,
}: {
  resource: Resource
  values: readonly string[]
  name: string | undefined
}) {
  return (
    <>
      <a href={hrefTo(['areas', resource.area, resource.entity, ...values.slice(0, -1)])}>{resource.title}</a>
      {resource.parents.map(({ entity }, index) => (
        <span key={entity}>
          {' of '}
          <a href={hrefTo(['things', entity, ...values.slice(0, index + 1)])}>{values[index]}</a>
        </span>
      ))}{' '}
      {name !== undefined && name !== values.at(-1) && <code>{values.at(-1)}</code>}
    </>
  )
}

/** The state a machine's field shows, in the machine's own words where the field is a switch. */
function presentState({ observe, states }: Machine, thing: Thing): string | undefined {
  if (observe === null || thing[observe] === undefined) return undefined
  const word = stateWord(observe, thing[observe])
  return states.includes(word) ? word : (states.find((state) => word.includes(state)) ?? word)
}
