import type { OpenApi } from '../openapi.ts'
import { annotations } from './annotations.ts'
import { annotationsValidator } from './annotations-validator.ts'
import type { Check } from './subject.ts'

export const annotationsValid: Check = ({ source }) => [...mistakesIn(source.api), ...mistakesIn(source.sideDoors)]

function mistakesIn(document: OpenApi): string[] {
  return [...annotations(document)].flatMap(({ kind, value, where }) =>
    annotationsValidator(kind)(value).map(({ message }) => `${where}: ${message}`),
  )
}
