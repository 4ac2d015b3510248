import { expect, test } from 'vitest'
import type { GapId, GapValues } from '../../../src/contract/generated/gaps.ts'
import { decide } from '../../../src/model/decide.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import type { Choices } from '../../../src/model/world/choices.ts'
import { contract } from '../support.ts'
import { grown, NINE, places, queries } from './support.ts'

type Form = GapValues['general.time-strings']

const FORMS: Readonly<Record<Form, RegExp>> = {
  'iso-seconds': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  'iso-milliseconds': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'unix-seconds': /^1\d{9}$/,
  'unix-milliseconds': /^1\d{12}$/,
}

/** Times that have a form of their own (tokens), or are shown as they were sent (overrides). */
const OWN: readonly string[] = ['listTokens', 'overrides']

/** Every text of a time in what can be read in acme, with the place where it stands. */
function* shownTimes(form: Form): Generator<readonly [place: string, text: string]> {
  const value = <Id extends GapId>(id: Id) =>
    id === 'general.time-strings' ? (form as GapValues[Id]) : contract.gaps.value(id)
  const choices: Choices = { value }
  const world = grown(acme, NINE + 135, choices)
  for (const operation of contract.operations.values()) {
    if (operation.method !== 'GET') continue
    for (const parameters of places(world, operation, 'acme'))
      for (const query of queries(world, operation, parameters)) {
        const request = { operation, credential: 'owner', parameters, query, body: undefined }
        const outcome = decide(world, request, choices)
        if (outcome.kind === 'success') yield* timesIn(outcome.body, operation.id)
      }
  }
}

function* timesIn(value: unknown, place: string): Generator<readonly [string, string]> {
  if (typeof value === 'string' && Object.values(FORMS).some((form) => form.test(value))) yield [place, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value))
    yield* timesIn(item, Array.isArray(value) ? place : `${place} ${name}`)
}

test.each(Object.keys(FORMS) as Form[])('all plain times of acme are shown as %s', (form) => {
  const shown = [...shownTimes(form)].filter(([place]) => !OWN.some((own) => place.includes(own)))
  expect(shown.length).toBeGreaterThan(500)
  const others = shown.filter(([, text]) => !FORMS[form].test(text)).map(([place, text]) => `${place}: ${text}`)
  expect([...new Set(others)].slice(0, 20)).toEqual([])
})
