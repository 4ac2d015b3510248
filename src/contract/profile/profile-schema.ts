import { dereference } from '../dereference.ts'
import { METHODS, type Schema } from '../openapi.ts'
import { type Operation, readOperations } from '../operations.ts'
import type { SpecSource } from '../source.ts'

/** JSON Schema of a profile file, derived from the contract: what may be bound, filled and supplied. */
export function profileSchema(source: SpecSource): Schema {
  const operations = [...readOperations(dereference(source.api)).values()]
  const doors = [...readOperations(dereference(source.sideDoors)).values()]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Understudy profile: what one implementation chose where the contract is silent',
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string', description: 'What to call this implementation in reports.' },
      actors: ACTORS,
      bindings: bindingsSchema(operations, doors),
      gaps: closedMap(
        'Choices at open points; a target is held to what stands here.',
        Object.entries(source.gaps).map(([id, { about, schema }]) => [id, { description: about, ...schema }]),
      ),
      vocabulary: closedMap(
        'Values only the owner of the target can supply.',
        Object.entries(source.vocabulary).map(([name, { about, schema }]) => [name, { description: about, ...schema }]),
      ),
      ...run(operations),
    },
  }
}

/** A map that takes these keys and no others. */
const closedMap = (description: string, entries: readonly (readonly [string, Schema])[]): Schema => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties: Object.fromEntries(entries),
})

const ACTORS: Schema = {
  type: 'object',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a profile names a variable
  description: 'Callers and how their credentials travel. ${NAME} is replaced by the environment variable.',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['role', 'organization'],
    properties: {
      role: { type: 'string', description: 'owner, admin, member, or a role of the target.' },
      organization: { type: 'string', description: 'Slug of the organization the actor acts for.' },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Request headers that carry the credential.',
      },
      user: { type: 'string', description: 'The user id of this actor on the target.' },
      email: { type: 'string', description: "The actor's address, as the session knows it." },
      label: { type: 'string', description: "The actor's name, as the session knows it." },
    },
  },
}

const bindingsSchema = (operations: readonly Operation[], doors: readonly Operation[]): Schema => {
  const open = (all: readonly Operation[], schema: (path: string) => Schema) =>
    all.filter(({ assumedBinding }) => assumedBinding).map(({ id, path }): [string, Schema] => [id, schema(path)])
  return closedMap('Method, path and success status of the operations whose binding the contract leaves open.', [
    ...open(operations, (path) => bindingSchema(path, areaOf(path))),
    ...open(doors, (path) => bindingSchema(path)),
  ])
}

const areaOf = (path: string): string => /^\/api\/v1\/[^/]+/.exec(path)?.[0] ?? '/'

/** The limits of a run: what it may do, to what, and for how long. */
function run(operations: readonly Operation[]): Readonly<Record<string, Schema>> {
  const entities = [...new Set(operations.flatMap((operation) => operation.entity ?? []))].sort()
  return {
    budget: closedMap(
      'How many operations of each cost a run may use.',
      ['slow', 'money', 'pages-people', 'permanent'].map((cost) => [cost, { type: 'integer', minimum: 0 }]),
    ),
    lent: closedMap(
      'Identifiers of existing things that a run may change, by entity.',
      entities.map((entity) => [entity, { type: 'array', items: { type: 'string' } }]),
    ),
    driver: {
      description:
        'How outside events are caused: a URL that speaks the control description, or a module with one async function per event.',
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      properties: { url: { type: 'string', format: 'uri' }, module: { type: 'string' } },
    },
    organization: {
      enum: ['open', 'exclusive'],
      description: 'exclusive: nobody else uses the organization during a run.',
    },
    deadlines: closedMap(
      'Seconds to wait for asynchronous results.',
      DEADLINES.map((name) => [name, { type: 'number', exclusiveMinimum: 0 }]),
    ),
    settle: { type: 'number', minimum: 0, description: 'Seconds within which a stale read may still catch up.' },
    leaveOut: {
      type: 'array',
      description: 'Operations that a run never calls.',
      items: { enum: operations.map((operation) => operation.id) },
    },
  }
}

/** The things that a run may have to wait for. */
export const DEADLINES = ['request', 'provisioning', 'roll', 'teardown', 'verification', 'delivery', 'probe'] as const

/** A door stands anywhere, an operation in its area. */
function bindingSchema(path: string, area?: string): Schema {
  const parameters = [...path.matchAll(/\{\w+\}/g)].map(([name]) => name)
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      method: { enum: METHODS.map((method) => method.toUpperCase()) },
      path: {
        type: 'string',
        description: `${area === undefined ? 'Anywhere' : `Under ${area}`}, with ${parameters.join(' and ') || 'no parameters'} in it.`,
      },
      status: { type: 'integer', minimum: 200, maximum: 299 },
    },
  }
}
