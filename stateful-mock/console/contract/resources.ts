import { computed } from '@preact/signals'
import { contract, type Described, type Machine, type Schema } from './contract.ts'

/** A kind of thing that the API shows, worked out from the description's annotations. */
export interface Resource {
  readonly entity: string
  readonly area: string
  readonly title: string
  readonly shown: Described
  /** The list of things in the answer; undefined when the answer itself is the one thing. */
  readonly listed: { readonly key: string; readonly item: Schema; readonly idField: string | undefined } | undefined
  readonly parents: readonly Parent[]
  readonly read: Described | undefined
  readonly machines: readonly Machine[]
}

export interface Parent {
  readonly parameter: string
  readonly entity: string
}

export const resources = computed<readonly Resource[]>(() => {
  const known = contract.value
  if (!known) return []
  const shown = known.operations.flatMap((operation) => resourceOf(operation, known.operations, known.machines))
  const listed = new Set(shown.filter(({ listed }) => listed).map(({ entity }) => entity))
  // A thing that is in a list needs no second place of its own.
  const shownOnce = shown.filter((one) => one.listed || !listed.has(one.entity))
  const holders = new Set(shown.flatMap(({ parents }) => parents.map(({ entity }) => entity)))
  return shownOnce.toSorted((a, b) => rankOf(a, holders) - rankOf(b, holders))
})

/** The rank of a resource: parents and those that change by themselves, other lists, nested lists, singletons. */
function rankOf({ entity, listed, parents, machines }: Resource, holders: ReadonlySet<string>): number {
  if (!listed) return 3
  if (parents.length > 0) return 2
  return holders.has(entity) || machines.some(({ observe }) => observe !== null) ? 0 : 1
}

export const resourceFor = (entity: string): Resource | undefined =>
  resources.value.find((one) => one.entity === entity)

function resourceOf(operation: Described, all: readonly Described[], machines: readonly Machine[]): Resource[] {
  if (operation.method !== 'GET' || !operation.answers) return []
  const parents = operation.parameters
    .filter(({ in: place, required, names }) => place === 'path' || (required && names !== undefined))
    .map(({ name, names = '' }) => ({ parameter: name, entity: names }))
  const [key, list] = Object.entries(operation.answers.properties ?? {}).find(([, { type }]) => type === 'array') ?? []
  const item = list?.items
  if (operation.does === 'list' && operation.entity && key && item) {
    const { entity } = operation
    const idField = fieldWith(item, 'identifier', entity)
    return [
      {
        ...named(operation, entity, parents, machines),
        listed: { key, item, idField },
        read: readOf(entity, parents, all),
      },
    ]
  }
  if (operation.does !== 'read' || parents.length > 0) return []
  return [
    { ...named(operation, operation.entity ?? operation.id, parents, machines), listed: undefined, read: operation },
  ]
}

function named(operation: Described, entity: string, parents: readonly Parent[], machines: readonly Machine[]) {
  const title = TITLES[operation.id] ?? sentenceCase(operation.id.replace(/^(list|get)/, ''))
  return {
    entity,
    area: operation.area,
    title,
    shown: operation,
    parents,
    // A state that a field shows comes before one that only behaviour tells.
    machines: machines
      .filter((machine) => machine.entity === entity)
      .toSorted((a, b) => Number(a.observe === null) - Number(b.observe === null)),
  }
}

/** Titles of operations whose name says too much. */
const TITLES: Readonly<Record<string, string>> = {
  listUptimeServices: 'Services',
  listMonitorFailures: 'Failures',
  listMonitorTransitions: 'Transitions',
  listRegistryKeys: 'Keys',
  getEmailSettings: 'Settings',
  getIamCatalog: 'Roles',
  listPermissions: 'Permissions',
  pingUptime: 'Ping',
  getUptimeCatalog: 'Catalog',
  getTokenScopeOptions: 'Scope options',
  listOidcRules: 'OIDC rules',
}

/** `storageGiB` as Storage GiB, `httpUrl` as HTTP URL. */
export function sentenceCase(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .replace('Gi B', 'GiB')
    .replace(/^Oncall\b/i, 'On-call')
    .split(' ')
    .map((word, index) => ACRONYMS[word.toLowerCase()] ?? (index === 0 ? capital(word) : word.toLowerCase()))
  return words.join(' ')
}

/** One thing of a kind: a RegistryRepository is a Repository. */
export const kindWords = (entity: string): string => sentenceCase(entity.replace(/^[A-Z][a-z]+(?=[A-Z])/, ''))

/**
 * The label of a field, for people: `serviceId` is a Service, `openedAt` is Opened, `timeoutMs` is a Timeout (ms). The
 * value beside it is shown as it is.
 */
export function fieldLabel(name: string): string {
  return sentenceCase(name)
    .replace(/ seconds$/, ' (s)')
    .replace(/ ms$/, ' (ms)')
    .replace(/ pct$/, ' (%)')
    .replace(/^State at$/, 'State since')
    .replace(/^Dow$/, 'Day of week')
    .replace(/ (?:bytes|ID|at|label)$/, '')
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const ACRONYMS: Readonly<Record<string, string>> = {
  id: 'ID',
  ip: 'IP',
  url: 'URL',
  dns: 'DNS',
  http: 'HTTP',
  tcp: 'TCP',
  tls: 'TLS',
  gib: 'GiB',
  oidc: 'OIDC',
  iam: 'IAM',
  sid: 'SID',
  ms: 'ms',
}

function readOf(entity: string, parents: readonly Parent[], all: readonly Described[]): Described | undefined {
  return all.find(
    (one) =>
      one.does === 'read' &&
      one.entity === entity &&
      one.method === 'GET' &&
      one.path.endsWith('}') &&
      one.parameters.filter(({ in: place }) => place === 'path').length === parents.length + 1,
  )
}

type Annotation = NonNullable<Schema['x-understudy']>

/** The property of a schema that has an annotation with this value. */
export function fieldWith(schema: Schema, annotation: keyof Annotation, value: string): string | undefined {
  return Object.entries(propertiesOf(schema)).find(
    ([, child]) => (child['x-understudy'] as Record<string, unknown> | undefined)?.[annotation] === value,
  )?.[0]
}

/** Properties of a schema, those of its parts and alternatives included. */
export function propertiesOf(schema: Schema): Record<string, Schema> {
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return Object.assign({}, ...parts.map(propertiesOf), schema.properties ?? {})
}

/** Things below one thing: what its own path leads to. */
export function childrenOf(entity: string): readonly Described[] {
  const operations = contract.value?.operations ?? []
  return operations.filter(
    (one) =>
      one.method === 'GET' &&
      !one.path.endsWith('}') &&
      one.parameters.filter(({ in: place }) => place === 'path').at(-1)?.names === entity &&
      !one.parameters.some(({ in: place, required }) => place === 'query' && required),
  )
}
