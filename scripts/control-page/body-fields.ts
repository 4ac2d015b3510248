import type { Schema } from '../../src/contract/openapi.ts'

/**
 * The fields of a body, one line of a table each; those inside an object, or inside the objects of a list, come under it,
 * with its name before theirs.
 */
export function bodyFields(schema: Schema, prefix = ''): readonly string[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const needed = required.has(name) ? 'yes' : ''
    const line = `| \`${prefix}${name}\` | ${kind(field)} | ${needed} | ${inCell(described(field))} |`
    const items = field.items ? bodyFields(field.items, `${prefix}${name}[].`) : []
    return [line, ...bodyFields(field, `${prefix}${name}.`), ...items]
  })
}

function described({ description = '', default: value }: Schema): string {
  return value === undefined ? description : `${description} Default: \`${JSON.stringify(value)}\`.`.trimStart()
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
