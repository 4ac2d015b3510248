import fc from 'fast-check'
import { type Drawing, plainName } from '../../kit/drawing.ts'
import type { PlainValue, PlainValues } from '../../kit/plain-values.ts'
import { digestOf } from './images/digest.ts'

const prefixes: PlainValue = (drawing) => [`${plainName(drawing)}/`]

const oidcRule: PlainValue = (drawing) => ({
  name: plainName(drawing),
  issuer: `https://${plainName(drawing)}.example.com`,
  audience: plainName(drawing),
  subjectPattern: `repo-${plainName(drawing)}`,
  mode: drawing.sampler.pick(['pull', 'readwrite']),
  ...(drawing.sampler.chance(0.5) && { repoPrefixes: prefixes(drawing) }),
})

/** 128 bits that nobody else sends, so that it can be searched for in answers. */
const secret = ({ sampler }: Drawing): string =>
  sampler
    .draw(fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 32 }))
    .map((n) => n.toString(16))
    .join('')

export const REGISTRY_VALUES: PlainValues = {
  createRegistry: { fields: { region: ({ vocabulary, sampler }) => sampler.pick(vocabulary.regions ?? []) } },
  createRegistryKey: { fields: { repoPrefixes: prefixes } },
  // A repository need not be there to be asked about: nothing that pushes images is needed for it.
  authorizeDataPlane: { fields: { repository: plainName } },
  createOidcRule: { body: oidcRule },
  setUpstreamCredential: { body: (drawing) => ({ username: plainName(drawing), password: secret(drawing) }) },
  // Of an image that nobody has pushed.
  deleteManifest: { fields: { digest: digestOf } },
  deleteTag: {
    fields: { purge: ({ vocabulary, sampler }) => (sampler.chance(0.5) ? vocabulary.purgeValue : undefined) },
  },
}
