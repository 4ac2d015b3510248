import { useId } from 'preact/hooks'
import type { Schema } from '../contract/contract.ts'
import { fieldLabel, propertiesOf } from '../contract/resources.ts'
import { firstValue, isRecord, type Known, referenceOf, requiredOf, typeOf } from '../contract/schema-values.ts'
import { JsonInput } from './inputs.tsx'
import { Suggestions } from './suggestions.tsx'

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  readonly change: (value: unknown) => void
  readonly required?: boolean
  readonly known: Known
}

interface ObjectProps extends Omit<FieldProps, 'name' | 'required'> {
  /** The present values, for fields that are added. */
  readonly current?: Readonly<Record<string, unknown>>
}

/** The fields of an object, those that may be left out to be added one by one. */
export function ObjectFields({ schema, value, change, known, current = {} }: ObjectProps) {
  const properties = propertiesOf(schema)
  const required = requiredOf(schema)
  const present = isRecord(value) ? value : {}
  const set = (name: string, next: unknown) => change({ ...present, [name]: next })
  const leaveOut = (name: string) => change(Object.fromEntries(Object.entries(present).filter(([key]) => key !== name)))
  const absent = Object.keys(properties).filter((name) => !(name in present))
  return (
    <div class="fields">
      {Object.entries(properties)
        .filter(([name]) => name in present)
        .map(([name, property]) => (
          <div class="field-line" key={name}>
            <Field
              name={name}
              schema={property}
              value={present[name]}
              change={(next) => set(name, next)}
              required={required.includes(name)}
              known={known}
            />
            {!required.includes(name) && (
              <button
                type="button"
                class="plain leave-out"
                aria-label={`Leave out ${name}`}
                title="Leave out"
                onClick={() => leaveOut(name)}
              >
                ×
              </button>
            )}
          </div>
        ))}
      {absent.length > 0 && (
        <p class="more-fields">
          <span class="quiet">Add</span>
          {absent.map((name) => (
            <button
              key={name}
              type="button"
              class="button small"
              title={properties[name]?.description}
              onClick={() => set(name, current[name] ?? firstValue(properties[name] ?? {}, known))}
            >
              {fieldLabel(name)}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

export function Field(props: FieldProps) {
  const { name, schema, value, change, known } = props
  const id = useId()
  const type = typeOf(schema)
  if (type === 'object' && Object.keys(propertiesOf(schema)).length > 0)
    return (
      <fieldset class="group">
        <legend>{fieldLabel(name)}</legend>
        <ObjectFields schema={schema} value={value} change={change} known={known} />
      </fieldset>
    )
  if (type === 'array' && schema.items) return <ListField {...props} item={schema.items} />
  return (
    <div class="field">
      <label for={id}>
        {fieldLabel(name)} {!props.required && <span class="quiet">optional</span>}
      </label>
      <Input {...props} id={id} type={type} />
      {schema.description && <p class="hint">{schema.description}</p>}
    </div>
  )
}

function ListField({ name, value, change, known, item }: FieldProps & { item: Schema }) {
  const items = Array.isArray(value) ? value : []
  return (
    <fieldset class="group">
      <legend>{fieldLabel(name)}</legend>
      {items.map((one, index) => (
        <div class="field-line" key={index}>
          <Field
            name={`${index + 1}`}
            schema={item}
            value={one}
            required
            known={known}
            change={(next) => change(items.with(index, next))}
          />
          <button
            type="button"
            class="plain leave-out"
            aria-label={`Remove item ${index + 1}`}
            onClick={() => change(items.toSpliced(index, 1))}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" class="button small" onClick={() => change([...items, firstValue(item, known)])}>
        Add one
      </button>
    </fieldset>
  )
}

function Input({
  schema,
  value,
  change,
  id,
  type,
  required,
  known,
}: FieldProps & { id: string; type: string | undefined }) {
  if (schema.enum)
    return (
      <select
        id={id}
        value={String(value)}
        onChange={(event) => change(schema.enum?.find((one) => String(one) === event.currentTarget.value))}
      >
        {schema.enum.map((one) => (
          <option key={String(one)} value={String(one)}>
            {String(one)}
          </option>
        ))}
      </select>
    )
  if (type === 'boolean')
    return (
      <select id={id} value={String(value)} onChange={(event) => change(event.currentTarget.value === 'true')}>
        <option value="true">yes</option>
        <option value="false">no</option>
      </select>
    )
  if (type === 'integer' || type === 'number')
    return (
      <input
        id={id}
        type="number"
        step={type === 'integer' ? 1 : 'any'}
        value={value === undefined ? '' : String(value)}
        onInput={(event) => change(numberIn(event.currentTarget.value))}
      />
    )
  const entity = referenceOf(schema)
  if (type === 'string')
    return (
      <>
        <input
          id={id}
          type="text"
          autocomplete="off"
          spellcheck={false}
          required={Boolean(required)}
          value={String(value ?? '')}
          list={entity ? `${id}-known` : undefined}
          onInput={(event) => change(event.currentTarget.value)}
        />
        {entity && <Suggestions id={`${id}-known`} entity={entity} known={known} />}
      </>
    )
  return <JsonInput id={id} value={value} change={change} />
}

const numberIn = (text: string): unknown => (text === '' || Number.isNaN(Number(text)) ? text : Number(text))
