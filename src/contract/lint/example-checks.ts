import { type Content, METHODS, type OpenApi, type OperationObject } from '../openapi.ts'
import { validatorFor } from '../schema/schema-compiler.ts'
import type { Check } from './subject.ts'

/** Every body that an operation takes or gives, in every document. */
export const examplesPresent: Check = ({ documents }) =>
  bodiesIn(documents)
    .filter(({ media: { example, examples } }) => example === undefined && examples === undefined)
    .map(({ where }) => `${where} has no example`)

export const examplesFit: Check = ({ documents }) =>
  bodiesIn(documents).flatMap(({ where, media: { schema, example, examples = {} } }) => {
    const given = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
    return schema === undefined
      ? []
      : given.flatMap((value) =>
          validatorFor(schema)(value).map(({ message }) => `${where}: its example does not fit: ${message}`),
        )
  })

interface Body {
  readonly where: string
  readonly media: Content[string]
}

const bodiesIn = (documents: readonly OpenApi[]): Body[] =>
  documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((item) =>
      METHODS.flatMap((method) => {
        const operation = item[method]
        return operation ? bodiesOf(operation) : []
      }),
    ),
  )

function bodiesOf({ operationId, requestBody, responses }: OperationObject): Body[] {
  const named = (where: string, content: Content = {}): Body[] =>
    Object.values(content).map((media) => ({ where: `${operationId}, ${where}`, media }))
  return [
    ...named('request', requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { content }]) => named(`answer ${status}`, content)),
  ]
}
