import type { Schema } from '../../src/contract/openapi.ts'

/**
 * The fields of a body, one line of a table each; those inside an object, inside the objects of a list, or inside one of
 * several alternatives come under it, with its name before theirs.
 */
export function bodyFields(schema: Schema, prefix = ''): readonly string[] {
  return fieldsOf(schema).flatMap(({ name, needed, schemas }) => {
    const kinds = [...new Set(schemas.map(kind))].join(', ')
    const about = [...new Set(schemas.map(described))].join(' ')
    const line = `| \`${prefix}${name}\` | ${kinds} | ${needed ? 'yes' : ''} | ${inCell(about)} |`
    const within = schemas.flatMap((field) => [
      ...bodyFields(field, `${prefix}${name}.`),
      ...(field.items ? bodyFields(field.items, `${prefix}${name}[].`) : []),
    ])
    return [line, ...new Set(within)]
  })
}

interface Field {
  readonly name: string
  readonly needed: boolean
  /** One of each alternative that has it. */
  readonly schemas: readonly Schema[]
}

function fieldsOf(schema: Schema): readonly Field[] {
  const forms = [schema, ...alternatives(schema)]
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))
  return [...names].map((name) => ({
    name,
    needed: isNeeded(schema, name),
    schemas: forms.flatMap(({ properties = {} }) => properties[name] ?? []),
  }))
}

const alternatives = ({ oneOf, anyOf }: Schema): readonly Schema[] => oneOf ?? anyOf ?? []

function isNeeded(schema: Schema, name: string): boolean {
  const forms = alternatives(schema)
  return [[schema], forms].some((all) => all.length > 0 && all.every(({ required = [] }) => required.includes(name)))
}

function described(schema: Schema): string {
  const { description = '', default: value } = schema
  const usual = value === undefined ? '' : `Default: \`${JSON.stringify(value)}\`.`
  return [description, eitherOr(schema), usual].filter(Boolean).join(' ')
}

/** What each alternative needs that not every other needs too. */
function eitherOr(schema: Schema): string {
  const needs = alternatives(schema).map(({ required = [] }) => required.filter((name) => !isNeeded(schema, name)))
  if (needs.length < 2 || needs.some(({ length }) => length === 0)) return ''
  return `Either ${needs.map((names) => names.map((name) => `\`${name}\``).join(' and ')).join(', or ')}.`
}

function kind(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices && !schema.type) return [...new Set(choices.map(kind))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? kind(schema.items) : 'anything'}`
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  return schema.format ? `${type} (${schema.format})` : type
}

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
