import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { choicesOf } from '../../examples/second-candidate/choices.ts'
import { operationsOf } from '../../examples/second-candidate/routes.ts'
import { secondCandidateFile, VARIANTS } from './second-candidate.ts'

interface Profile {
  readonly actors: Record<string, { readonly headers?: Record<string, string>; readonly user?: string }>
  readonly bindings: Record<string, { readonly method: string; readonly path: string; readonly status: number }>
  readonly vocabulary: Record<string, unknown>
  readonly leaveOut: readonly string[]
  readonly gaps?: unknown
}

const schema = JSON.parse(readFileSync('src/contract/generated/profile.schema.json', 'utf8'))
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
const valid = ajv.compile(schema)

describe.each(VARIANTS)('the profile of the second candidate, variant %s', (variant) => {
  const profile: Profile = parse(readFileSync(secondCandidateFile(`profile-${variant}.yaml`), 'utf8'))
  const choice = choicesOf(variant)

  test('is a profile and fills no gap', () => {
    valid(profile)
    expect(valid.errors).toBeNull()
    expect(profile.gaps).toBeUndefined()
  })

  test('binds the registry operations to where the candidate has them', () => {
    const operations = operationsOf(choice)
    const bound = Object.fromEntries(
      Object.entries(profile.bindings).map(([name, { method, path, status }]) => [name, [method, path, status]]),
    )
    const own = Object.fromEntries(Object.keys(choice.registry).map((name) => [name, operations[name]]))
    expect(bound).toEqual(own)
  })

  test('every operation is either there or left out', () => {
    const all: string[] = schema.properties.leaveOut.items.enum
    expect([...profile.leaveOut, ...Object.keys(operationsOf(choice))].sort()).toEqual([...all].sort())
  })

  test('names the callers with their built-in credentials', () => {
    const { header, prefix } = choice.credential
    for (const [who, session] of Object.entries(choice.sessions)) {
      const headers = Object.entries(profile.actors[who]?.headers ?? {}).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ])
      expect(headers).toEqual([[header, prefix + session]])
    }
    expect(profile.actors.nobody?.headers).toBeUndefined()
  })

  test('has the vocabulary of the variant', () => {
    expect(profile.vocabulary).toMatchObject({
      orchestratorVersions: choice.versions,
      eventTypes: Object.values(choice.eventTypes),
      regions: choice.regions,
      reservedSlug: choice.reservedSlugs[0],
    })
  })
})
