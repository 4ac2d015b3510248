import { asToken, isByClaims } from '../step/id-token.ts'
import { amongAll } from '../step/own-items.ts'
import { mapStrings, SALT } from '../step/step.ts'
import { stepName } from './criteria/failed.ts'

/** Step -> pointer -> the name under which later steps refer to it. */
export type Outputs = ReadonlyMap<number, ReadonlyMap<string, string>>

/** The salt of a saved scenario, unless its runner gives another. */
export const DEFAULT_SALT = 'again'

const REFERENCES = /⟪(\d+)#([^⟫]*)⟫/g

/** Everything that steps and criteria refer to. */
export function outputsWanted(steps: unknown): Outputs {
  const wanted = new Map<number, Map<string, string>>()
  for (const [, index = '', pointer = ''] of JSON.stringify(steps).matchAll(REFERENCES)) {
    const row = wanted.get(Number(index)) ?? new Map<string, string>()
    if (!row.has(pointer)) row.set(pointer, amongAll(pointer).slice(1).replaceAll('/', '_') || 'body')
    wanted.set(Number(index), row)
  }
  return wanted
}

const outputExpression = (outputs: Outputs, index: string, pointer: string): string =>
  `$steps.${stepName(Number(index))}.outputs.${outputs.get(Number(index))?.get(pointer) ?? 'body'}`

/** A condition with its references in Arazzo's own words. */
export const inItsWords = (condition: string, outputs: Outputs): string =>
  condition
    .replace(REFERENCES, (_, index: string, pointer: string) => outputExpression(outputs, index, pointer))
    .replaceAll(SALT, '$inputs.salt')

/** References and salts in Arazzo's own words: alone, an expression; inside a text, in braces. */
export function expressions<T>(value: T, outputs: Outputs): T {
  return mapStrings(value, (said) => {
    // Nobody else can put a name into a token: it is one of the salt that is the default.
    const text = asToken(isByClaims(said) ? said.replaceAll(SALT, DEFAULT_SALT) : said)
    const named = (index: string, pointer: string) => outputExpression(outputs, index, pointer)
    const [, index, pointer = ''] = /^⟪(\d+)#([^⟫]*)⟫$/.exec(text) ?? []
    if (index !== undefined) return named(index, pointer)
    return text
      .replace(REFERENCES, (_, at: string, where: string) => `{${named(at, where)}}`)
      .replaceAll(SALT, '{$inputs.salt}')
  })
}
