import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { actor } from '../state/actors.ts'
import type { Described } from '../state/contract.ts'
import { wordsOf } from '../state/control.ts'
import { pulse } from '../state/live.ts'
import { type Rehearsed, rehearse } from '../state/look.ts'
import { exampleBody, firstBody, firstValue, type Hints, type Known, typeOf } from '../state/schema-values.ts'
import { curlOf, isControl, type Sent, send } from '../state/send.ts'
import { lookingBackAt } from '../state/session.ts'
import { StatusChip } from './chip.tsx'
import { CopyButton } from './copy.tsx'
import { Field, JsonInput, ObjectFields } from './form.tsx'
import { JsonView } from './json.tsx'
import { Tabs } from './page.tsx'
import { Problem } from './states.tsx'
import { Gaps, Rules } from './why.tsx'

interface Props {
  readonly operation: Described
  /** Path parameters that are settled by where one stands. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly known?: Known
  readonly hints?: Hints
}

/** A form for any operation, made from its description, that says beforehand what the answer will be. */
export function OperationForm({ operation, fixed = {}, known = {}, hints = {} }: Props) {
  const id = useId()
  const asked = operation.parameters.filter(({ in: place, name }) => place !== 'header' && fixed[name] === undefined)
  const parameters = useSignal<Readonly<Record<string, string>>>(firstParameters(asked, known))
  // A change of what is there starts with nothing; what is new starts with the example.
  const begin = operation.does === 'update' ? firstBody : exampleBody
  const body = useSignal<unknown>(operation.body && begin(operation.body.schema, known, operation.body.example, hints))
  const way = useSignal<'form' | 'JSON'>('form')
  const foreseen = useSignal<Rehearsed | undefined>(undefined)
  const sent = useSignal<Sent | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const busy = useSignal(false)

  const all = { ...parameters.value, ...fixed }
  const request = { operation, parameters: all, body: operation.body ? body.value : undefined }
  const step = stepFor(operation, all, request.body)
  const wanted = step && JSON.stringify([step, pulse.value])
  useEffect(() => {
    if (!step) return
    const timer = setTimeout(async () => {
      foreseen.value = await rehearse([step]).then(
        ([answer]) => answer,
        () => undefined,
      )
    }, 120)
    return () => clearTimeout(timer)
  }, [wanted])

  const submit = async (event: Event) => {
    event.preventDefault()
    busy.value = true
    problem.value = undefined
    try {
      sent.value = await send(request)
    } catch (error) {
      problem.value = wordsOf(error)
    }
    busy.value = false
  }
  const schema = operation.body?.schema
  return (
    <form class="operation" onSubmit={submit}>
      <p class="about">{operation.description}</p>
      <p class="endpoint">
        <span class={`method method-${operation.method}`}>{operation.method}</span>{' '}
        <code>
          {Object.entries(fixed).reduce((path, [name, value]) => path.replace(`{${name}}`, value), operation.path)}
        </code>
      </p>
      {asked.map(({ name, required, schema: parameterSchema, names }) => (
        <Field
          key={name}
          name={name}
          required={required}
          known={known}
          schema={names ? { ...parameterSchema, 'x-understudy': { reference: names } } : parameterSchema}
          value={parameters.value[name] ?? ''}
          change={(value) => {
            parameters.value = { ...parameters.value, [name]: String(value) }
          }}
        />
      ))}
      {schema && (
        <section class="body-form">
          <header>
            <h3>Body</h3>
            {typeOf(schema) === 'object' && (
              <Tabs
                label="How the body is written"
                names={['form', 'JSON']}
                chosen={way.value}
                choose={(next) => {
                  way.value = next
                }}
              />
            )}
          </header>
          {way.value === 'form' && typeOf(schema) === 'object' ? (
            <ObjectFields
              schema={schema}
              value={body.value}
              change={(next) => {
                body.value = next
              }}
              known={known}
            />
          ) : (
            <>
              <label class="unseen" for={id}>
                Body as JSON
              </label>
              <JsonInput
                id={id}
                rows={10}
                value={body.value}
                change={(next) => {
                  body.value = next
                }}
              />
            </>
          )}
        </section>
      )}
      {foreseen.value && <Foreseen answer={foreseen.value} />}
      <div class="form-end">
        <button type="submit" class="button primary" disabled={busy.value || lookingBackAt.value !== undefined}>
          {isControl(operation) ? 'Let it happen' : `Send as ${actor.value?.label ?? 'nobody'}`}
        </button>
        <CopyButton text={curlOf(request)} what="as curl" words="Copy as curl" />
        {lookingBackAt.value !== undefined && (
          <span class="quiet">You are looking back; go on in a fork to change things.</span>
        )}
      </div>
      {problem.value !== undefined && <Problem text={problem.value} />}
      {sent.value && <Answer sent={sent.value} />}
    </form>
  )
}

function firstParameters(asked: Described['parameters'], known: Known): Record<string, string> {
  return Object.fromEntries(
    asked.flatMap(({ name, names, required, schema }) => {
      const value = known[names ?? ''] ?? (required ? firstValue(schema, known) : undefined)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

function stepFor(operation: Described, parameters: Readonly<Record<string, string>>, body: unknown) {
  if (isControl(operation))
    return operation.path.startsWith('/_understudy/events/') ? { event: operation.id, body } : undefined
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))
  const name = actor.value?.name
  return {
    operation: operation.id,
    parameters: given,
    ...(name !== undefined && { actor: name }),
    ...(body !== undefined && { body }),
  }
}

/** What the model says the answer would be. */
function Foreseen({ answer }: { answer: Rehearsed }) {
  const refused = answer.status >= 400
  return (
    <section class={refused ? 'foreseen refused' : 'foreseen'} aria-live="polite">
      <h3>
        {refused ? 'Would be refused' : 'Would be done'} <StatusChip status={answer.status} />
      </h3>
      {refused && <p class="said">{answer.error}</p>}
      {refused && answer.rules.length > 0 && <Rules ids={answer.rules} lead />}
    </section>
  )
}

function Answer({ sent }: { sent: Sent }) {
  return (
    <section class="answer" aria-live="polite">
      <h3>
        Answer <StatusChip status={sent.status} /> <span class="quiet">{sent.ms.toFixed(0)} ms</span>
      </h3>
      {sent.body !== undefined && <JsonView value={sent.body} label="Answer" />}
      {sent.rules.length > 0 && (
        <details open={sent.status >= 400}>
          <summary>Why: {sent.rules.length === 1 ? '1 rule' : `${sent.rules.length} rules`}</summary>
          <Rules ids={sent.rules} lead={sent.status >= 400} />
        </details>
      )}
      {sent.gaps.length > 0 && (
        <details>
          <summary>{sent.gaps.length} open points consulted</summary>
          <Gaps ids={sent.gaps} />
        </details>
      )}
    </section>
  )
}
