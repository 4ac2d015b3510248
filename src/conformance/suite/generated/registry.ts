// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const REGISTRY_SUITE: readonly SuiteSequence[] = [
  {
    tells: 3,
    steps: [
      {"call": "createRegistry", "body": {"slug": "fjord-⟪salt⟫-0", "displayName": "apple-⟪salt⟫-1"}},
      {"call": "deleteRegistry", "as": "outsider", "path": {"slug": "⟪0#/slug⟫"}},
      {"call": "listRegistries"},
      {"call": "getRegistry", "path": {"slug": "⟪0#/slug⟫"}},
      {"call": "createLoginCredential", "body": {"pullOnly": false}},
      {"call": "revokeLoginCredential", "as": "outsider", "intent": "exotic", "path": {"keyId": "⟪4#/username⟫"}},
      {"event": "imagePushed", "body": {"registry": "⟪0#/slug⟫", "repository": "heron-⟪salt⟫-2", "tags": ["latest"], "digest": "sha256:7a7137303031372e330000000000000000000000000000000000000000000000", "layers": [{"digest": "sha256:7a7137303031372e340000000000000000000000000000000000000000000000", "sizeBytes": 1000}]}},
      {"call": "listTags", "as": "outsider", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "heron-⟪salt⟫-2"}},
    ],
  },
  {
    tells: 3,
    steps: [
      {"call": "createRegistry", "body": {"slug": "heron-⟪salt⟫-0"}},
      {"event": "imagePushed", "body": {"registry": "⟪0#/slug⟫", "repository": "app", "tags": ["one", "two"], "digest": "sha256:7a7137303033362e320000000000000000000000000000000000000000000000", "layers": [{"digest": "sha256:7a7137303033362e310000000000000000000000000000000000000000000000", "sizeBytes": 1000}]}},
      {"call": "deleteManifest", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "app", "digest": "sha256:7a7137303033362e320000000000000000000000000000000000000000000000"}},
      {"call": "listTags", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "app"}},
      {"call": "listManifests", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "app"}},
      {"event": "advanceClock", "body": {"by": "P40D"}},
      {"call": "getRegistry", "path": {"slug": "⟪0#/slug⟫"}},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createRegistry", "body": {"slug": "birch-⟪salt⟫-0", "displayName": "grove-⟪salt⟫-1", "region": "⟪word /regions/0⟫"}},
      {"event": "imagePushed", "body": {"registry": "⟪0#/slug⟫", "repository": "apple-⟪salt⟫-2", "tags": ["latest"], "digest": "sha256:7a7137303030352e330000000000000000000000000000000000000000000000", "layers": [{"digest": "sha256:7a7137303030352e340000000000000000000000000000000000000000000000", "sizeBytes": 1000}]}},
      {"call": "listTags", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "apple-⟪salt⟫-2"}},
      {"call": "deleteTag", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "apple-⟪salt⟫-2", "tag": "⟪2#/tags/0/name⟫"}},
      {"call": "listTags", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "apple-⟪salt⟫-2"}},
    ],
  },
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
      {"call": "createRegistry", "body": {"slug": "heron-⟪salt⟫-0", "displayName": "heron-⟪salt⟫-1", "region": "⟪word /regions/0⟫"}},
      {"call": "createRegistry", "body": {"slug": "apple-⟪salt⟫-2", "displayName": "apple-⟪salt⟫-3"}},
      {"call": "createToken", "body": {"name": "apple-⟪salt⟫-4", "expiresIn": 352, "scope": [{"role": "⟪there IamRole 5⟫", "resourceIds": ["⟪0#/slug⟫"]}]}},
      {"call": "listUpstreams", "bearer": "⟪2#/key⟫"},
      {"call": "listRegistries", "bearer": "⟪2#/key⟫"},
      {"call": "getRegistry", "path": {"slug": "⟪1#/slug⟫"}, "bearer": "⟪2#/key⟫"},
      {"call": "getRegistry", "path": {"slug": "⟪0#/slug⟫"}, "bearer": "⟪2#/key⟫"},
      {"event": "imagePushed", "body": {"registry": "⟪1#/slug⟫", "repository": "apple-⟪salt⟫-5", "tags": ["latest"], "digest": "sha256:7a71373030306a2e360000000000000000000000000000000000000000000000", "layers": [{"digest": "sha256:7a71373030306a2e370000000000000000000000000000000000000000000000", "sizeBytes": 1000}]}},
      {"call": "listTags", "path": {"slug": "⟪1#/slug⟫"}, "query": {"repo": "apple-⟪salt⟫-5"}, "bearer": "⟪2#/key⟫"},
      {"event": "imagePushed", "body": {"registry": "⟪1#/slug⟫", "repository": "apple-⟪salt⟫-8", "tags": ["latest"], "digest": "sha256:7a71373030306a2e390000000000000000000000000000000000000000000000", "layers": [{"digest": "sha256:7a71373030306a2e313000000000000000000000000000000000000000000000", "sizeBytes": 1000}]}},
      {"call": "listTags", "path": {"slug": "⟪0#/slug⟫"}, "query": {"repo": "apple-⟪salt⟫-8"}, "bearer": "⟪2#/key⟫"},
      {"call": "listRegistryKeys", "path": {"slug": "⟪1#/slug⟫"}, "bearer": "⟪2#/key⟫"},
      {"call": "listRegistryKeys", "path": {"slug": "⟪0#/slug⟫"}, "bearer": "⟪2#/key⟫"},
      {"call": "createRegistryKey", "intent": "exotic", "path": {"slug": "⟪1#/slug⟫"}, "body": {"name": "heron-⟪salt⟫-11", "mode": "readwrite"}, "bearer": "⟪2#/key⟫"},
      {"call": "createRegistryKey", "intent": "exotic", "path": {"slug": "⟪0#/slug⟫"}, "body": {"name": "cedar-⟪salt⟫-12", "mode": "pull"}, "bearer": "⟪2#/key⟫"},
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
