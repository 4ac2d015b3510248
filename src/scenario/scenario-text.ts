import { stringify } from 'yaml'
import type { Arazzo } from './arazzo.ts'

/** Editors with a YAML language server complete and check the file by this line. */
const SCHEMA_LINE = '# yaml-language-server: $schema=https://unpkg.com/understudy-api/dist/spec/scenario.schema.json'

/** A scenario as it is written into a file. */
export const scenarioText = (document: Arazzo): string =>
  `${SCHEMA_LINE}\n${stringify(document, { lineWidth: 120, aliasDuplicateObjects: false })}`
