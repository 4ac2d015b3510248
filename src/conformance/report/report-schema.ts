import type { Schema } from '../../contract/openapi.ts'

type Fields = Readonly<Record<string, Schema>>

const text: Schema = { type: 'string' }
const number: Schema = { type: 'number' }
const flag: Schema = { type: 'boolean' }
const textOrNull: Schema = { type: ['string', 'null'] }
const list = (items: Schema): Schema => ({ type: 'array', items })
const object = (properties: Fields): Schema => ({ type: 'object', required: Object.keys(properties), properties })
const objectOrNull = (properties: Fields): Schema => ({ ...object(properties), type: ['object', 'null'] })

const sentence = { id: text, says: text, where: text }

const step = object({
  kind: { enum: ['request', 'event'] },
  name: text,
  actor: text,
  says: text,
  method: textOrNull,
  path: textOrNull,
  sent: textOrNull,
  status: { type: ['number', 'null'] },
  received: textOrNull,
  curl: textOrNull,
  withNext: flag,
})

const failure = object({
  severity: { enum: ['failure', 'warning'] },
  check: text,
  operation: text,
  rules: list(text),
  code: text,
  subject: text,
  message: text,
  expected: text,
  actual: text,
  key: text,
  area: text,
  how: text,
  sentences: list(object(sentence)),
  steps: list(step),
  scenario: { type: 'object' },
  known: flag,
})

const always = object({
  understudy: text,
  target: text,
  profile: text,
  seed: number,
  shard: objectOrNull({
    index: { type: 'integer', minimum: 1 },
    of: { type: 'integer', minimum: 1, maximum: 100_000 },
  }),
  areas: list(text),
  startedAt: text,
  seconds: number,
  requests: number,
  sequences: number,
  phases: list(text),
  skippedPhases: list(text),
  verdict: { enum: ['conforms', 'does not conform', 'unusable'] },
  stopped: objectOrNull({ because: text, detail: text }),
  failures: list(failure),
  operations: list(object({ id: text, area: text, described: list(text), statuses: { type: 'object' } })),
  rules: list(object({ ...sentence, kind: text, provenance: text, checklist: list(text), exercised: flag })),
  machines: list(
    object({
      entity: text,
      states: list(text),
      ways: list(object({ from: text, to: text, on: list(text), times: number })),
    }),
  ),
  observations: list(
    object({
      gap: text,
      about: text,
      where: text,
      pinned: flag,
      chosenOnce: flag,
      contradicted: flag,
      values: list(object({ times: number })),
    }),
  ),
  inconclusive: list(object({ what: text, times: number })),
  notExercised: list(object({ kind: text, id: text, reason: text, why: text })),
  leftBehind: list(text),
})

const usedUp = list(object({ cost: text, budget: number, afterRequests: number, operations: list(text) }))

/** What every report has, and what it may have: somebody else may have written the file, and readers rely on all of it. */
export const REPORT_SCHEMA: Schema = { ...always, properties: { ...always.properties, usedUp } }
