// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const REGISTRY_SUITE: readonly SuiteSequence[] = [
  {
    tells: 1,
    steps: [
      {"call": "createRegistry", "body": {"slug": "birch-⟪salt⟫-0", "region": "⟪word /regions/1⟫"}},
      {"call": "createRegistryKey", "path": {"slug": "⟪0#/slug⟫"}, "body": {"name": "fjord-⟪salt⟫-2", "mode": "pull", "repoPrefixes": ["heron-⟪salt⟫-3/"]}},
      {"call": "listRegistryKeys", "path": {"slug": "⟪0#/slug⟫"}},
      {"call": "createRegistryKey", "path": {"slug": "⟪0#/slug⟫"}, "body": {"name": "apple-⟪salt⟫-5", "mode": "pull"}},
      {"call": "listRegistryKeys", "path": {"slug": "⟪0#/slug⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createRegistry", "body": {"slug": "ember-⟪salt⟫-0", "displayName": "heron-⟪salt⟫-1", "region": "⟪word /regions/0⟫"}},
      {"call": "createRegistryKey", "path": {"slug": "⟪0#/slug⟫"}, "body": {"name": "birch-⟪salt⟫-2", "mode": "readwrite"}},
      {"call": "listRegistryKeys", "path": {"slug": "⟪0#/slug⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createLoginCredential", "body": {"pullOnly": true}},
      {"call": "revokeLoginCredential", "intent": "exotic", "path": {"keyId": "⟪0#/username⟫"}},
      {"call": "revokeLoginCredential", "intent": "exotic", "path": {"keyId": "⟪0#/username⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createRegistry", "body": {"slug": "delta-⟪salt⟫-0", "displayName": "apple-⟪salt⟫-1"}},
      {"call": "createOidcRule", "path": {"slug": "⟪0#/slug⟫"}, "body": {"name": "birch-⟪salt⟫-2", "issuer": "https://ember-⟪salt⟫-3.example.com", "audience": "cedar-⟪salt⟫-4", "subjectPattern": "repo-birch-⟪salt⟫-5", "mode": "readwrite", "repoPrefixes": ["heron-⟪salt⟫-6/"]}},
      {"call": "listOidcRules", "path": {"slug": "⟪0#/slug⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createRegistry", "body": {"slug": "apple-⟪salt⟫-0", "displayName": "apple-⟪salt⟫-1", "region": "⟪word /regions/0⟫"}},
      {"call": "listRegistries"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createRegistry", "body": {"slug": "grove-⟪salt⟫-0", "displayName": "apple-⟪salt⟫-1", "region": "⟪word /regions/0⟫"}},
      {"call": "listUpstreamCredentials", "path": {"slug": "⟪0#/slug⟫"}},
      {"call": "setUpstreamCredential", "path": {"slug": "⟪0#/slug⟫", "host": "⟪there RegistryUpstream 1⟫"}, "body": {"username": "apple-⟪salt⟫-2", "password": "10f308634f0db031bf102052192fde22"}},
      {"call": "listUpstreamCredentials", "path": {"slug": "⟪0#/slug⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createRegistry", "body": {"slug": "heron-⟪salt⟫-0"}},
      {"call": "createRegistry", "body": {"slug": "fjord-⟪salt⟫-1", "displayName": "heron-⟪salt⟫-2"}},
      {"call": "createLoginCredential", "body": {}},
      {"event": "credentialUsed", "body": {"username": "⟪2#/username⟫", "kind": "login-credential", "secret": "⟪2#/password⟫", "registry": "⟪0#/slug⟫", "for": "pull"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createRegistry", "body": {"slug": "heron-⟪salt⟫-0", "displayName": "apple-⟪salt⟫-1"}},
      {"call": "createOidcRule", "path": {"slug": "⟪0#/slug⟫"}, "body": {"name": "apple-⟪salt⟫-2", "issuer": "https://heron-⟪salt⟫-3.example.com", "audience": "delta-⟪salt⟫-4", "subjectPattern": "repo-heron-⟪salt⟫-5", "mode": "pull", "repoPrefixes": ["apple-⟪salt⟫-6/"]}},
      {"call": "exchangeOidcToken", "as": "nobody", "intent": "broken", "body": {"registry": "⟪0#/slug⟫", "token": "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL2Fub3RoZXIuZXhhbXBsZS5jb20iLCJhdWQiOiJkZWx0YS16cTcwMDExLTQiLCJzdWIiOiJyZXBvLWhlcm9uLXpxNzAwMTEtNSIsImV4cCI6MTc5NDc3MzM5MX0."}},
    ],
  },
]
