import { useSignal } from '@preact/signals'
import type { Described } from '../../contract/contract.ts'
import { childrenOf, resources, sentenceCase } from '../../contract/resources.ts'
import { isRecord } from '../../contract/schema-values.ts'
import { JsonView } from '../../parts/json.tsx'
import { Shown } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { Fields } from '../../values/fields.tsx'
import { ThingsTable } from '../../values/things-table.tsx'
import { bodyOf, readStep, rehearse } from '../../world/rehearse.ts'
import type { Thing } from '../../world/things.ts'
import { useLoaded } from '../../world/use-loaded.ts'

/** The lists and views below a thing. */
export function Related({ entity, values }: { entity: string; values: readonly string[] }) {
  return (
    <>
      {childrenOf(entity).map((operation) => (
        <Child key={operation.id} operation={operation} values={values} />
      ))}
    </>
  )
}

function Child({ operation, values }: { operation: Described; values: readonly string[] }) {
  const names = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)
  const parameters = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
  const resource = resources.value.find(({ shown }) => shown.id === operation.id)
  const long = useSignal(false)
  const loaded = useLoaded(`${operation.id} ${values.join(' ')}`, async () => {
    const [answer] = await rehearse([readStep(operation.id, parameters)])
    return bodyOf(answer) ?? null
  })
  return (
    <Panel title={resource?.title ?? sentenceCase(operation.id.replace(/^(list|get)/, ''))}>
      <Shown of={loaded}>
        {(body) => {
          const rows = resource?.listed && isRecord(body) ? body[resource.listed.key] : undefined
          if (resource && Array.isArray(rows))
            return <ThingsTable resource={resource} rows={rows.filter(isRecord) as Thing[]} values={values} most={8} />
          if (typeof body === 'string' || JSON.stringify(body).length > 4_000)
            return long.value ? (
              <JsonView value={body} label={operation.summary} />
            ) : (
              <button
                type="button"
                class="button"
                onClick={() => {
                  long.value = true
                }}
              >
                Show
              </button>
            )
          return isRecord(body) ? <Fields thing={body} schema={operation.answers ?? {}} /> : <JsonView value={body} />
        }}
      </Shown>
    </Panel>
  )
}
