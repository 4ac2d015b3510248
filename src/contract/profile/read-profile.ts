import { dereference } from '../dereference.ts'
import { type Mistake, MistakesError } from '../files/mistakes.ts'
import { parseYaml, type YamlFile } from '../files/yaml-file.ts'
import { isObject } from '../json.ts'
import { memo } from '../memo.ts'
import { type Operation, readOperations } from '../operations.ts'
import { EMPTY_PROFILE, type Profile } from '../profile.ts'
import { validatorFor } from '../schema/schema-compiler.ts'
import type { SpecSource } from '../source.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { profileSchema } from './profile-schema.ts'
import { unsendableHeader } from './unsendable-header.ts'

export interface ProfileInput {
  readonly text: string
  readonly file: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

const schemaOf = memo((source: SpecSource) => profileSchema(source))

/** Reads a profile file; throws a MistakesError that names every mistake with its place. */
export function readProfile(source: SpecSource, { text, file, environment }: ProfileInput): Profile {
  const yaml = parseYaml(text, file)
  const mistakes: Mistake[] = []
  const used = new Map<string, string>()
  const value = substitute(yaml, (name) => environment[name], { mistakes, used })
  if (!isObject(value)) throw new MistakesError([yaml.at([], 'a profile is a map of keys')])
  mistakes.push(...schemaMistakes(source, yaml, value))
  if (mistakes.length === 0)
    mistakes.push(
      ...headerMistakes(yaml, value as Partial<Profile>),
      ...bindingMistakes(source, yaml, value as Partial<Profile>),
    )
  if (mistakes.length > 0) throw new MistakesError(mistakes)
  const given = value as Partial<Profile>
  const actors = Object.entries(given.actors ?? {}).map(([name, actor]) => [
    name,
    { ...actor, headers: actor.headers ?? {} },
  ])
  return {
    ...EMPTY_PROFILE,
    name: file,
    ...given,
    actors: Object.fromEntries(actors),
    ...(used.size > 0 && { environment: Object.fromEntries(used) }),
  }
}

interface Substituted {
  readonly mistakes: Mistake[]
  /** The variables that were asked for, with their values. */
  readonly used: Map<string, string>
}

/** Replaces ${NAME} in every string; an unset variable is a mistake where it stands. */
function substitute(
  yaml: YamlFile,
  variable: (name: string) => string | undefined,
  { mistakes, used }: Substituted,
): unknown {
  const walk = (node: unknown, path: readonly string[]): unknown => {
    if (typeof node === 'string')
      return node.replace(/\$\{(\w+)\}/g, (_, name: string) => {
        const found = variable(name)
        if (found === undefined) mistakes.push(yaml.at(path, `the environment variable ${name} is not set`))
        else used.set(name, found)
        return found ?? ''
      })
    if (Array.isArray(node)) return node.map((item, index) => walk(item, [...path, String(index)]))
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, [...path, key])]))
  }
  return walk(yaml.value, [])
}

function schemaMistakes(source: SpecSource, yaml: YamlFile, value: unknown): Mistake[] {
  return validatorFor(schemaOf(source))(value).map(({ path, message }) => {
    const [section, id = '', ...within] = path
    const stated = section === 'bindings' && within.length === 0 ? operationsOf(source).get(id) : undefined
    const isStated = stated?.assumedBinding === false
    return yaml.at(path, isStated ? `the contract states the path of ${id}, so it cannot be bound` : message)
  })
}

/** As the contract has them, those of the side doors too. */
const operationsOf = memo(
  (source: SpecSource): ReadonlyMap<string, Operation> =>
    new Map([source.api, source.sideDoors].flatMap((description) => [...readOperations(dereference(description))])),
)

function headerMistakes(yaml: YamlFile, { actors = {} }: Partial<Profile>): Mistake[] {
  return Object.entries(actors).flatMap(([name, { headers = {} }]) => {
    const wrong = unsendableHeader(name, { headers })
    return wrong ? [yaml.at(['actors', name, 'headers', wrong.header], wrong.problem)] : []
  })
}

/** A bound path holds exactly the operation's parameters, and no two meet; that of an operation stays in its area. */
function bindingMistakes(source: SpecSource, yaml: YamlFile, profile: Partial<Profile>): Mistake[] {
  const bindings = profile.bindings ?? {}
  const doors = readOperations(dereference(source.sideDoors))
  const usual = operationsOf(source)
  const bound = readOperations(dereference(source.api), bindings)
  const mistakes: Mistake[] = []
  for (const [id, { path }] of Object.entries(bindings)) {
    const operation = usual.get(id)
    if (!operation || path === undefined) continue
    const message = pathMistake(operation, path, doors.has(id) ? '' : areaOf(operation))
    if (message) mistakes.push(yaml.at(['bindings', id, 'path'], message))
  }
  const taken = new Map<string, string>()
  for (const { id, method, path } of bound.values()) {
    const shape = `${method} ${path.replace(/\{\w+\}/g, '{}')}`
    const other = taken.get(shape)
    if (other)
      mistakes.push(
        yaml.at(['bindings', id in bindings ? id : other], `${id} and ${other} are both bound to ${method} ${path}`),
      )
    taken.set(shape, id)
  }
  return mistakes
}

const areaOf = ({ path }: Operation): string => /^\/api\/v1\/[^/]+/.exec(path)?.[0] ?? ''

/** Side doors may have any path on a target. */
function pathMistake(operation: Operation, path: string, prefix: string): string | undefined {
  const wanted = operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
  const given = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (!path.startsWith(`${prefix}/`) && path !== prefix)
    return `the path of ${operation.id} must start with ${prefix || '/'}`
  const missing = wanted.find((name) => !given.includes(name))
  if (missing) return `the path of ${operation.id} must contain {${missing}}`
  const extra = given.find((name) => !wanted.includes(name))
  if (extra) return `the path of ${operation.id} has no parameter {${extra}}${didYouMean(extra, wanted)}`
  return undefined
}
