import { validatorFor } from '../schema/schema-compiler.ts'
import type { Check } from './subject.ts'

export const examplesPresent: Check = ({ operations }) =>
  operations.flatMap(({ id, body, responses }) => [
    ...(body && body.example === undefined ? [`${id} has no request example`] : []),
    ...[...responses]
      .filter(
        ([, { schema, contentType, example }]) => schema && contentType === 'application/json' && example === undefined,
      )
      .map(([status]) => `${id} has no example for ${status}`),
  ])

export const examplesFit: Check = ({ operations }) =>
  operations.flatMap(({ id, body, responses }) => [
    ...(body
      ? validatorFor(body.schema)(body.example).map(
          ({ message }) => `${id}: the request example does not fit: ${message}`,
        )
      : []),
    ...[...responses].flatMap(([status, { schema, example }]) =>
      schema && example !== undefined
        ? validatorFor(schema)(example).map(
            ({ message }) => `${id}: the example for ${status} does not fit: ${message}`,
          )
        : [],
    ),
  ])
