import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Schema } from '../contract/contract.ts'
import { type Known, typeOf } from '../contract/schema-values.ts'
import { Tabs } from '../parts/page.tsx'
import { ObjectFields } from './fields.tsx'
import { JsonInput } from './inputs.tsx'

/** The body of a request, as fields or as JSON. */
export function BodyFields({
  schema,
  body,
  known,
  current,
}: {
  schema: Schema
  body: Signal<unknown>
  known: Known
  current: Readonly<Record<string, unknown>>
}) {
  const id = useId()
  const written = useSignal<'form' | 'JSON'>('form')
  const hasFields = typeOf(schema) === 'object'
  const change = (next: unknown) => {
    body.value = next
  }
  return (
    <section class="body-form">
      <header>
        <h3>Body</h3>
        {hasFields && (
          <Tabs
            label="How the body is written"
            names={['form', 'JSON']}
            chosen={written.value}
            choose={(next) => {
              written.value = next
            }}
          />
        )}
      </header>
      {written.value === 'form' && hasFields ? (
        <ObjectFields schema={schema} value={body.value} change={change} known={known} current={current} />
      ) : (
        <>
          <label class="unseen" for={id}>
            Body as JSON
          </label>
          <JsonInput id={id} rows={10} value={body.value} change={change} />
        </>
      )}
    </section>
  )
}
