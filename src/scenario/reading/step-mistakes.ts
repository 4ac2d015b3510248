import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { didYouMean } from '../../contract/text/did-you-mean.ts'
import type { ArazzoParameter, ArazzoStep, Criterion } from '../arazzo.ts'
import { expressionsOf, parseCondition } from '../criteria/condition.ts'
import { makePattern } from '../criteria/criterion.ts'
import { expressionsIn, isExpression, parseExpression, replaceEmbedded } from '../criteria/expression.ts'
import { parsePathTest } from '../criteria/json-path.ts'
import { ConditionMistake } from '../criteria/reader.ts'
import { operationsIn, SOURCES, type Source, splitOperationId } from '../scenario.ts'

/** Something wrong, and the keys that lead to it. */
export interface Wrong {
  readonly path: readonly string[]
  readonly message: string
}

/** The names that a step may refer to. */
export interface Known {
  readonly sources: readonly string[]
  readonly inputs: readonly string[]
  readonly earlier: readonly ArazzoStep[]
}

export function stepMistakes(contract: Contract, step: ArazzoStep, known: Known): Wrong[] {
  const called = operationCalled(contract, step.operationId, known)
  if (typeof called === 'string') return [{ path: ['operationId'], message: called }]
  return [
    ...parameterMistakes(called.operation, step.parameters ?? []),
    ...bodyMistakes(called, step),
    ...valueMistakes(step, known),
    ...(step.successCriteria ?? []).flatMap((criterion, index) =>
      criterionMistakes(criterion, known).map((message) => ({
        path: ['successCriteria', String(index), 'condition'],
        message,
      })),
    ),
    ...Object.entries(step.outputs ?? {}).flatMap(([name, text]) =>
      outputMistakes(text, known).map((message) => ({ path: ['outputs', name], message })),
    ),
  ]
}

type Calling = { readonly source: Source; readonly operation: Operation }

function operationCalled(contract: Contract, text: string, known: Known): Calling | string {
  const split = splitOperationId(text)
  if (!split) {
    const home = SOURCES.find((source) => operationsIn(contract, source).has(text))
    return home
      ? `${text} must be written $sourceDescriptions.${home}.${text}`
      : `${text} must be $sourceDescriptions.SOURCE.OPERATION, where the source is ${SOURCES.join(', ')}`
  }
  const { source, id } = split
  if (!known.sources.includes(source)) return `sourceDescriptions does not name ${source}`
  const operations = operationsIn(contract, source)
  const operation = operations.get(id)
  return operation ? { source, operation } : `${source} has no operation ${id}${didYouMean(id, [...operations.keys()])}`
}

function parameterMistakes({ id, parameters: described }: Operation, given: readonly ArazzoParameter[]): Wrong[] {
  const wrong = given.flatMap(({ name, in: place, value }, index): Wrong[] => {
    if (described.some((one) => one.name === name && one.in === place)) return []
    const path = ['parameters', String(index), 'name']
    const elsewhere = described.find((one) => one.name === name)
    if (elsewhere)
      return [{ path, message: `${name} of ${id} is a ${elsewhere.in} parameter, not a ${place} parameter` }]
    if (place === 'header' && (carriesCredential(name, value) || name === 'Prefer')) return []
    const names = [...described.filter((one) => one.in === place).map((one) => one.name)]
    const possible = place === 'header' ? [...names, 'Authorization'] : names
    return [{ path, message: `${id} has no ${place} parameter ${name}${didYouMean(name, possible)}` }]
  })
  const missing = described.filter(
    (one) => one.in === 'path' && !given.some(({ name, in: place }) => name === one.name && place === 'path'),
  )
  return [
    ...wrong,
    ...missing.map(({ name }) => ({ path: ['operationId'], message: `${id} needs the path parameter ${name}` })),
  ]
}

/** Somebody's credential, under whichever name it travels. */
export const carriesCredential = (name: string, value: unknown): boolean =>
  name.toLowerCase() === 'authorization' || (typeof value === 'string' && /\$inputs\./.test(value))

/** Odd bodies for the API may be the point of a scenario; for the control interface they are mistakes. */
function bodyMistakes({ source, operation }: Calling, { requestBody, 'x-understudy': notes }: ArazzoStep): Wrong[] {
  if (!requestBody || notes?.method) return []
  const { body, id } = operation
  if (!body && source !== 'doors') return [{ path: ['requestBody'], message: `${id} takes no body` }]
  if (source !== 'control' || !isObject(requestBody.payload)) return []
  const names = Object.keys(body?.schema.properties ?? {})
  const unknown = Object.keys(requestBody.payload).filter((name) => !names.includes(name))
  return body?.schema.additionalProperties === false
    ? unknown.map((name) => ({
        path: ['requestBody', 'payload', name],
        message: `the body of ${id} has no ${name}${didYouMean(name, names)}`,
      }))
    : []
}

/** Expressions in what is sent. */
function valueMistakes(step: ArazzoStep, known: Known): Wrong[] {
  const parameters = (step.parameters ?? []).flatMap(({ value }, index) =>
    textsIn(value).map(({ text }) => ({ text, path: ['parameters', String(index), 'value'] })),
  )
  const payload = textsIn(step.requestBody?.payload, ['requestBody', 'payload'])
  return [...parameters, ...payload].flatMap(({ text, path }) =>
    expressionsIn(text).flatMap((expression) =>
      referenceMistakes(expression, known, false).map((message) => ({ path, message })),
    ),
  )
}

function textsIn(value: unknown, path: readonly string[] = []): { text: string; path: readonly string[] }[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, String(index)]))
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key])) : []
}

function referenceMistakes(text: string, known: Known, answered: boolean): string[] {
  const expression = parseExpression(text)
  if ('mistake' in expression) return [expression.mistake]
  if (expression.kind === 'input')
    return known.inputs.includes(expression.name)
      ? []
      : [`the workflow has no input ${expression.name}${didYouMean(expression.name, known.inputs)}`]
  if (expression.kind !== 'output') return answered ? [] : [`${text} is known only after the answer`]
  const step = known.earlier.find(({ stepId }) => stepId === expression.step)
  const ids = known.earlier.map(({ stepId }) => stepId)
  if (!step) return [`no earlier step is called ${expression.step}${didYouMean(expression.step, ids)}`]
  const names = Object.keys(step.outputs ?? {})
  return names.includes(expression.name)
    ? []
    : [`the step ${step.stepId} has no output ${expression.name}${didYouMean(expression.name, names)}`]
}

function outputMistakes(text: string, known: Known): string[] {
  return isExpression(text) ? referenceMistakes(text, known, true) : [`${text} is not an expression`]
}

function criterionMistakes({ condition, context, type }: Criterion, known: Known): string[] {
  if (type !== 'regex' && type !== 'jsonpath') return conditionMistakes(condition, known)
  if (context === undefined) return [`a criterion of type ${type} needs a context, such as $response.body`]
  const references = [
    ...(isExpression(context) ? [context] : []),
    ...(type === 'jsonpath' ? expressionsIn(condition) : []),
  ]
  return [
    ...(isExpression(context) ? [] : [`the context ${context} is not an expression`]),
    ...references.flatMap((text) => referenceMistakes(text, known, true)),
    ...said(() => {
      if (type === 'regex') makePattern(condition)
      else parsePathTest(replaceEmbedded(condition, () => 'null'))
    }),
  ]
}

function conditionMistakes(condition: string, known: Known): string[] {
  let references: string[] = []
  const mistakes = said(() => {
    references = expressionsOf(parseCondition(condition)).map(({ text }) => text)
  })
  return [...mistakes, ...references.flatMap((text) => referenceMistakes(text, known, true))]
}

function said(read: () => void): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof ConditionMistake) return [error.message]
    if (error instanceof SyntaxError) return [`the pattern cannot be read: ${error.message}`]
    throw error
  }
}
