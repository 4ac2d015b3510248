import { Document, Scalar, visit } from 'yaml'
import { hasUnseen, visible } from '../target/writing/visible.ts'
import type { Arazzo } from './arazzo.ts'

/** Editors with a YAML language server complete and check the file by this line. */
const SCHEMA_LINE = '# yaml-language-server: $schema=https://unpkg.com/understudy-api/dist/spec/scenario.schema.json'

/** A scenario as it is written into a file. Characters that cannot be seen are escaped, so that they are the same when read. */
export function scenarioText(document: Arazzo): string {
  const yaml = new Document(document, { aliasDuplicateObjects: false })
  visit(yaml, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && hasUnseen(node.value)) node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return `${SCHEMA_LINE}\n${visible(yaml.toString({ lineWidth: 120 }))}`
}
