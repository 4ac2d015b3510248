// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const ORGANIZATION_SUITE: readonly SuiteSequence[] = [
  {
    tells: 2,
    steps: [
      {"call": "getContacts"},
      {"call": "updateContacts", "body": {"billingEmail": "heron-⟪salt⟫-0@contacts.example", "technicalEmail": "heron-⟪salt⟫-1@contacts.example", "securityEmail": "apple-⟪salt⟫-2@contacts.example"}},
      {"call": "getContacts"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "updateContacts", "body": {"billingEmail": "billing-⟪salt⟫@contacts.example", "technicalEmail": "technical-⟪salt⟫@contacts.example", "securityEmail": "security-⟪salt⟫@contacts.example"}},
      {"event": "billingEmailCollides", "body": {"email": "in-use-⟪salt⟫@contacts.example"}},
      {"call": "updateContacts", "intent": "broken", "body": {"billingEmail": "in-use-⟪salt⟫@contacts.example"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "updateContacts", "intent": "broken", "body": {"billingEmail": "good-⟪salt⟫@contacts.example", "technicalEmail": "none-⟪salt⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "updateContacts", "intent": "odd", "body": {"billingEmail": "apple-⟪salt⟫-3 long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long", "technicalEmail": "heron-⟪salt⟫-1@contacts.example", "securityEmail": "apple-⟪salt⟫-2@contacts.example"}},
    ],
  },
]
