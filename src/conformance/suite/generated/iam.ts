// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const IAM_SUITE: readonly SuiteSequence[] = [
  {
    tells: 2,
    steps: [
      {"call": "getIamCatalog"},
    ],
  },
]
