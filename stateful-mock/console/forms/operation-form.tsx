import { useSignal } from '@preact/signals'
import type { Described } from '../contract/contract.ts'
import { exampleBody, firstBody, firstValue, type Hints, isRecord, type Known } from '../contract/schema-values.ts'
import { CopyButton } from '../parts/copy.tsx'
import { Problem } from '../parts/loaded.tsx'
import { lookingBackAt } from '../session/session.ts'
import { actor } from '../world/actors.ts'
import { type Asked, curlOf, isControl } from '../world/send.ts'
import { Answer, Foreseen } from './answer.tsx'
import { type Beginning, useBeginning } from './beginning.ts'
import { BodyFields } from './body-fields.tsx'
import { Field } from './fields.tsx'
import { withUnusedNames } from './unused-names.ts'
import { useForeseen } from './use-foreseen.ts'
import { useSubmit } from './use-submit.ts'

interface Props {
  readonly operation: Described
  /** Path parameters that are settled by where one stands. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly known?: Known
  readonly hints?: Hints
  /** The thing as it is, for a form that changes it. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Called when it is done and the answer holds nothing that shows only once. */
  readonly done?: () => void
}

/** A form for any operation, made from its description, that says beforehand what the answer will be. */
export function OperationForm(props: Props) {
  const beginning = useBeginning(props.operation, props.known ?? {})
  return beginning ? <FilledForm {...props} {...beginning} /> : <p class="loading">Loading</p>
}

function FilledForm({ operation, fixed = {}, known, others, hints = {}, current = {}, done }: Props & Beginning) {
  const asked = operation.parameters.filter(({ in: place, name }) => place !== 'header' && fixed[name] === undefined)
  const parameters = useSignal<Readonly<Record<string, string>>>(firstParameters(asked, known))
  const body = useSignal<unknown>(beginBody(operation, { known, others }, hints))
  const all = { ...parameters.value, ...fixed }
  const request = { operation, parameters: all, body: operation.body ? body.value : undefined }
  const foreseen = useForeseen(stepFor(operation, all, request.body))
  const { submit, sent, problem, busy } = useSubmit(request, done)
  if (sent && done && sent.status < 400) return <Answer sent={sent} />
  return (
    <form class="operation" onSubmit={submit}>
      <p class="about">{operation.description}</p>
      <p class="endpoint">
        <span class={`method method-${operation.method}`}>{operation.method}</span>{' '}
        <code>
          {Object.entries(fixed).reduce((path, [name, value]) => path.replace(`{${name}}`, value), operation.path)}
        </code>
      </p>
      {asked.map(({ name, required, schema, names }) => (
        <Field
          key={name}
          name={name}
          required={required}
          known={known}
          schema={names ? { ...schema, 'x-understudy': { reference: names } } : schema}
          value={parameters.value[name] ?? ''}
          change={(value) => {
            parameters.value = { ...parameters.value, [name]: String(value) }
          }}
        />
      ))}
      {operation.body && <BodyFields schema={operation.body.schema} body={body} known={known} current={current} />}
      {foreseen && <Foreseen answer={foreseen} />}
      <FormEnd request={request} busy={busy} />
      {problem !== undefined && <Problem text={problem} />}
      {sent && <Answer sent={sent} />}
    </form>
  )
}

function beginBody({ does, body }: Described, { known, others }: Beginning, hints: Hints): unknown {
  if (!body) return undefined
  // A change of what is there starts with nothing; what is new starts with the example.
  const begin = does === 'update' ? firstBody : exampleBody
  const first = begin(body.schema, known, body.example, hints)
  return isRecord(first) ? withUnusedNames(first, others) : first
}

function FormEnd({ request, busy }: { request: Asked; busy: boolean }) {
  const locked = lookingBackAt.value !== undefined
  return (
    <div class="form-end">
      <button type="submit" class="button primary" disabled={busy || locked}>
        {isControl(request.operation) ? 'Trigger it' : `Send as ${actor.value?.label ?? 'nobody'}`}
      </button>
      <CopyButton text={curlOf(request)} what="as curl" words="Copy as curl" />
      {locked && <span class="quiet">This is a past state; continue in a fork to change things.</span>}
    </div>
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
