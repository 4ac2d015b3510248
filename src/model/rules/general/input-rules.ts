import { AREAS } from '../../../contract/areas.ts'
import type { Schema } from '../../../contract/openapi.ts'
import { type Operation, successSchema } from '../../../contract/operations.ts'
import type { BodyValue } from '../../request/body/body-values.ts'
import type { RefusalContext } from '../../request/contexts.ts'
import { isNoUri } from '../../values/no-uri.ts'
import { isUnusable } from '../../values/unusable-url.ts'
import { type Refusal, refusal } from '../rule.ts'

/** The schema keywords that the contract itself requires: missing fields and values outside a written list (GEN-08). */
const STATED: ReadonlySet<string> = new Set(['required', 'enum'])

const everywhere = { stage: 'validation', status: 'general.validation-status', on: { areas: AREAS } } as const

export const inputInvalid = refusal({
  id: 'general.input-invalid',
  says: 'A request without a required field or parameter, or with a value outside its enumeration, is refused.',
  checklist: ['GEN-08', 'REG-24'],
  where: 'Conventions; Errors (no status for it in most groups)',
  provenance: 'stated',
  ...everywhere,
  when: ({ violations }) => violations.find(({ keyword }) => STATED.has(keyword))?.message,
})

export const inputMalformed = refusal({
  id: 'general.input-malformed',
  says: 'A value of the wrong type or format, including null, is refused.',
  checklist: [],
  where: 'Conventions (types are written; what another one gets is not)',
  provenance: 'assumed',
  ...everywhere,
  when: (context) => {
    const others = context.violations.filter(({ keyword }) => !STATED.has(keyword))
    if (others.length === 0) return undefined
    // A value that is no URI at all has a rule of its own.
    const noUri = unreadableUri(context)?.path.join()
    return others.find(({ keyword, path }) => keyword !== 'format' || path.join() !== noUri)?.message
  },
})

export const uriNeeded = refusal({
  id: 'general.uri-needed',
  says: 'A text that is a URI by no reading is refused: one without a scheme, or with a blank in its host.',
  checklist: ['GEN-03', 'REG-15', 'EML-21'],
  where: 'Endpoints, Registries, 15; Email, rows 22 and 23; Resources, UptimeMonitor',
  provenance: 'stated',
  ...everywhere,
  on: { areas: ['registry', 'email', 'uptime'] },
  when: (context) => {
    const wrong = unreadableUri(context)
    return wrong && `${named(wrong)} must be a URI`
  },
})

const unreadableUri = (context: RefusalContext): BodyValue | undefined =>
  context.bodyValues.find(
    ({ schema, value }) => schema?.format === 'uri' && typeof value === 'string' && isNoUri(value),
  )

export const urlUnusable = refusal({
  id: 'general.url-unusable',
  says: 'A web URL without a host, or with a port above 65535, may be refused.',
  checklist: [],
  where: 'Endpoints, Registries, 15; Email, rows 22 and 23 (a URI; nothing more is said)',
  provenance: 'assumed',
  ...everywhere,
  on: ['createOidcRule', 'createWebhook', 'updateWebhook'],
  when: (context) => {
    const unusable = context.bodyValues.find(
      ({ schema, value }) => schema?.format === 'uri' && typeof value === 'string' && isUnusable(value),
    )
    if (!unusable || context.gap('general.unusable-urls') === 'accept') return undefined
    return `${named(unusable)} is not a reachable address`
  },
})

export const fieldUnknown = refusal({
  id: 'general.field-unknown',
  says: 'A body field that is not listed may be refused.',
  checklist: [],
  where: 'nowhere mentioned',
  provenance: 'assumed',
  ...everywhere,
  when: (context) => {
    const unlisted = context.bodyValues.find(({ schema }) => !schema)
    if (!unlisted || context.gap('general.unknown-body-fields') === 'ignore') return undefined
    return `${named(unlisted)} is not a field here`
  },
})

export const textEmpty = refusal({
  id: 'general.text-empty',
  says: 'A required text, or one in a list, may be refused if it is empty or only white space.',
  checklist: ['GEN-08'],
  where: 'Conventions (nothing about empty texts)',
  provenance: 'assumed',
  ...everywhere,
  when: (context) => {
    const empty = context.bodyValues.find((one) => isNeededText(context, one) && isRefusedEmpty(context, one.value))
    return empty && `${named(empty)} must not be empty`
  },
})

/** A text of no written format that has to be there; in a change, one that what is changed cannot do without. */
function isNeededText({ operation }: RefusalContext, one: BodyValue): boolean {
  const { value, schema, path, required } = one
  if (typeof value !== 'string' || value.trim() !== '' || schema?.format !== undefined) return false
  if (one.listed) return isPlain(schema)
  const [field = ''] = path
  return required || (path.length === 1 && operation.does === 'update' && showsAlways(operation, field))
}

/** True for a text without an annotation; annotated ones (names, references) have rules of their own. */
const isPlain = (schema: Schema | undefined): boolean => schema?.['x-understudy'] === undefined

/** True if the answer always shows the field; one that may be absent can do without. */
function showsAlways(operation: Operation, field: string): boolean {
  const { required = [], properties = {} } = successSchema(operation) ?? {}
  const shown = properties[field]
  return required.includes(field) && shown?.format === undefined && shown?.['x-understudy']?.open === undefined
}

const isRefusedEmpty = (context: RefusalContext, text: unknown): boolean =>
  context.gap(text === '' ? 'general.empty-strings' : 'general.blank-strings') === 'refuse'

export const textTooLong = refusal({
  id: 'general.text-too-long',
  says: 'Text may have a maximum length, even where the contract states none.',
  checklist: [],
  where: 'nowhere mentioned',
  provenance: 'assumed',
  ...everywhere,
  when: (context) => {
    const most = context.peek('general.maximum-length')
    const long = context.bodyValues.find(
      ({ value }) => typeof value === 'string' && value.length > most && [...value].length > most,
    )
    if (!long) return undefined
    return `${named(long)} has more than ${context.gap('general.maximum-length')} characters`
  },
})

export const integerOutOfBounds = refusal({
  id: 'general.integer-out-of-bounds',
  says: 'Integers may have a minimum and a maximum, even where the contract states none.',
  checklist: [],
  where: 'nowhere mentioned',
  provenance: 'assumed',
  ...everywhere,
  when: (context) => {
    const { minimum, maximum } = context.peek('general.integer-bounds')
    const outside = context.bodyValues.find(
      ({ schema, value }) => schema && Number.isInteger(value) && (Number(value) < minimum || Number(value) > maximum),
    )
    if (!outside) return undefined
    context.gap('general.integer-bounds')
    return `${named(outside)} must lie between ${minimum} and ${maximum}`
  },
})

export const INPUT_RULES: readonly Refusal[] = [
  inputInvalid,
  inputMalformed,
  uriNeeded,
  urlUnusable,
  fieldUnknown,
  textEmpty,
  textTooLong,
  integerOutOfBounds,
]

const named = ({ path }: BodyValue): string => path.join('.') || 'the body'
