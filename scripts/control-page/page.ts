import { dereference } from '../../src/contract/dereference.ts'
import { METHODS, type OperationObject, type ParameterObject, type Schema } from '../../src/contract/openapi.ts'
import type { SpecSource } from '../../src/contract/source.ts'
import { bodyFields } from './body-fields.ts'
import { curlLines } from './curl-lines.ts'

/** An operation as the page shows it. */
export interface Shown {
  readonly id: string
  readonly tag: string
  readonly text: string
  /** For a shell in which the page's own functions are known. */
  readonly lines: readonly string[]
}

/** Everything below this line of the page is written anew by `npm run generate`. */
const FROM_HERE = '<!-- Derived from spec/ by `npm run generate`. Do not edit below. -->'

/** The page on the control interface: its introduction, written by hand, and every operation. */
export function controlPage(source: SpecSource, present: string): string {
  const [introduction = ''] = present.split(FROM_HERE)
  const shown = controlOperations(source)
  const sections = (source.control.tags ?? []).map(({ name, description = '' }) => {
    const own = shown.filter(({ tag }) => tag === name).map(({ text }) => text)
    const common = name === 'events' ? [everyEvent(source)] : []
    return [`## ${name[0]?.toUpperCase()}${name.slice(1)}`, description, ...common, ...own].join('\n\n')
  })
  return `${introduction.trimEnd()}\n\n${FROM_HERE}\n\n${sections.join('\n\n')}\n`
}

export function controlOperations(source: SpecSource): readonly Shown[] {
  return Object.entries(dereference(source.control).paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const lines = curlLines(method, path, operation)
      const heading = `### ${operation.summary}\n\n\`${method.toUpperCase()} ${path}\`: ${operation.operationId}`
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      const parts = [heading, operation.description, fields(operation, parameters), shell(lines), answers(operation)]
      return [
        { id: operation.operationId, tag: operation.tags[0] ?? '', text: parts.filter(Boolean).join('\n\n'), lines },
      ]
    }),
  )
}

/** The sandbox can be chosen in every one of them, so the introduction says how. */
function fields(operation: OperationObject, parameters: readonly ParameterObject[]): string {
  const asked = parameters
    .filter(({ in: place }) => place === 'query' || place === 'path')
    .map(({ name, in: place, required, schema, description = '' }) =>
      bodyFields({
        properties: { [name]: { ...schema, description: `${description} (${place})` } },
        required: required ? [name] : [],
      }),
    )
  const schema = operation.requestBody?.content['application/json']?.schema
  const tables = forms(schema).map((form) => [...asked.flat(), ...form.flatMap((part) => bodyFields(part))])
  return tables
    .filter(({ length }) => length > 0)
    .map((rows) => tableOf('Field', 'Required', [...new Set(rows)]))
    .join('\n\nor\n\n')
}

/** The forms that a body may have, each with the parts that it is made of. */
function forms(schema: Schema | undefined): readonly (readonly Schema[])[] {
  if (!schema) return [[]]
  if (schema.properties) return [[schema]]
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return alternatives.length > 0 ? alternatives.map((form) => [form]) : [schema.allOf ?? []]
}

const shell = (lines: readonly string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``

/** Operations other than events that a driver answers too. */
const DRIVEN: ReadonlySet<string> = new Set([
  ...['listPages', 'listWebhookDeliveries', 'getClock', 'setClock', 'advanceClock', 'setProgress'],
  ...['resetWorld', 'listIdentities', 'getHealth'],
])

/** The meaning of refusals and the common fields of event responses are in the introduction. */
function answers({ operationId, responses, tags }: OperationObject): string {
  const [done = [], refused = []] = [true, false].map((wanted) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2') === wanted),
  )
  const granted = done.map(([status, { description }]) => `${status}: ${description.replace(/\.$/, '')}.`).join(' ')
  const statuses = refused.map(([status]) => status)
  const said = statuses.length > 0 ? `${granted} Refused with ${statuses.join(', ')}.` : granted
  const isEvent = tags.includes('events')
  const own = isEvent || DRIVEN.has(operationId) ? done.flatMap(([, response]) => ownFields(response, isEvent)) : []
  return own.length > 0 ? [said, tableOf('Answers', 'Always', own)].join('\n\n') : said
}

type Answer = OperationObject['responses'][string]

const schemaOf = ({ content }: Answer): Schema | undefined => content?.['application/json']?.schema

/** The fields of a response without those of every event, and without those of a clock, which getClock shows. */
function ownFields(response: Answer, isEvent: boolean): readonly string[] {
  const schema = schemaOf(response)
  const parts = schema?.allOf ? schema.allOf.slice(1) : schema && !isEvent ? [schema] : []
  const rows = parts.flatMap((part) => (part.items ? bodyFields(part.items, '[].') : bodyFields(part)))
  return rows.filter((row) => !row.startsWith('| `clock.'))
}

/** The fields of every event's response, told once. */
function everyEvent(source: SpecSource): string {
  const responses = Object.values(dereference(source.control).paths)
    .flatMap(({ post }) => (post?.tags.includes('events') ? Object.values(post.responses) : []))
    .flatMap((response) => schemaOf(response) ?? [])
  const common = responses.flatMap(({ allOf = [] }) => allOf.slice(0, 1))[0]
  const rows = common ? bodyFields(common) : []
  return ['Each answers this, and what is listed with it besides:', tableOf('Answers', 'Always', rows)].join('\n\n')
}

const tableOf = (first: string, third: string, rows: readonly string[]): string =>
  [`| ${first} | Type | ${third} | |`, '| --- | --- | --- | --- |', ...rows].join('\n')
