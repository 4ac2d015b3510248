import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type Yaml, yamlText } from '../../../../src/model/areas/clusters/queries/yaml-text.ts'

const ODD = ['', ' ', 'No', 'null', '~', '12', '1e3', '0x1f', '.5', '-', 'a: b', 'a #b', '#', '- x', '? x', '&a', '*a']
const MORE = [
  'a\nb',
  'a\tb',
  '"',
  "it's",
  '{x',
  '[x',
  'a:',
  '2026-03-05',
  '<<',
  '=',
  '|',
  '>',
  '%x',
  '@x',
  '---',
  '\u2028',
]

const text = fc.oneof(fc.constantFrom(...ODD, ...MORE), fc.string(), fc.string({ unit: 'grapheme' }))
const { value } = fc.letrec<{ value: Yaml }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.array(tie('value')),
    fc.dictionary(text, tie('value'), { noNullPrototype: true }),
  ),
}))

test('a document is read as what was written', () => {
  fc.assert(
    fc.property(fc.dictionary(text, value, { noNullPrototype: true }), (document) => {
      expect(parse(yamlText(document), { merge: false })).toEqual(document)
    }),
  )
})

test('what needs no quotes has none', () => {
  const document = {
    kind: 'Config',
    clusters: [{ name: 'prod', cluster: { server: 'https://prod.clusters.example:6443' } }],
    runcmd: ['cluster-agent join --cluster prod --token kt_4f0a'],
    none: [],
  }
  expect(yamlText(document)).toBe(stringify(document))
})
