import { expect, test } from 'vitest'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'

const read = (format: string) =>
  readProfile(source, {
    text: `name: x\ngaps: { registry.slug-format: ${JSON.stringify(format)} }`,
    file: 'profile.yaml',
    environment: {},
  })

test('a form of names is a regular expression that takes linear time, or a mistake', () => {
  expect(read('^[a-z][a-z0-9-]{0,62}$').gaps).toEqual({ 'registry.slug-format': '^[a-z][a-z0-9-]{0,62}$' })
  for (const format of ['(', '^(?!-)[a-z-]+$', '(a)\\1'])
    expect(() => read(format)).toThrow(/gaps\.registry\.slug-format/)
})
