// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const TOKENS_SUITE: readonly SuiteSequence[] = [
  {
    tells: 8,
    steps: [
      {"call": "createToken", "body": {"name": "heron-⟪salt⟫-0"}},
      {"call": "createToken", "intent": "exotic", "body": {"name": "heron-⟪salt⟫-1", "expiresIn": 61}, "bearer": "⟪0#/key⟫"},
      {"call": "listTokens"},
    ],
  },
  {
    tells: 3,
    steps: [
      {"call": "createToken", "body": {"name": "apple-⟪salt⟫-0"}},
      {"event": "tokenDisabled", "body": {"tokenId": "⟪0#/id⟫"}},
      {"call": "listTokens", "intent": "broken", "bearer": "⟪0#/key⟫"},
      {"call": "listTokens"},
    ],
  },
  {
    tells: 2,
    steps: [
      {"event": "roleChanges", "body": {"organization": "⟪org⟫", "customRole": {"id": "custom-⟪salt⟫", "name": "Custom ⟪salt⟫", "description": "reads", "permissions": ["⟪there Permission 53⟫"], "scopable": false}}},
      {"call": "getTokenScopeOptions"},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createToken", "intent": "exotic", "body": {"name": "apple-⟪salt⟫-4", "expiresIn": 60, "scope": [{"role": "⟪there IamRole 17⟫"}, {"role": "no-such-apple-⟪salt⟫-5"}, {"role": "⟪there IamRole 0⟫"}, {"role": "⟪there IamRole 13⟫"}]}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createToken", "intent": "exotic", "body": {"name": "apple-⟪salt⟫-0", "scope": [{"role": "⟪there IamRole 17⟫"}]}},
      {"call": "listTokens"},
    ],
  },
]
