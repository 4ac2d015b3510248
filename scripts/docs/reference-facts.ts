/** What the reference tells that no command line knows. test/reference.test.ts holds each line against the code. */

interface Fact {
  readonly name: string
  readonly says: string
}

export const EXIT_CODES: readonly Fact[] = [
  { name: '0', says: 'done; the target conforms; no scenario failed' },
  { name: '1', says: 'the target does not conform, a scenario failed, a check found something' },
  { name: '2', says: 'wrong usage, unreadable input, a target that cannot be reached or judged' },
]

export const VARIABLES: readonly Fact[] = [
  { name: 'UNDERSTUDY_DEBUG', says: 'any value: a mistake in Understudy itself is told with its stack' },
]

/** Variables that Node looks at. */
export const OTHER_VARIABLES: readonly Fact[] = [
  { name: 'NO_COLOR', says: 'any value: no colours; there are none in a pipe anyway' },
  { name: 'FORCE_COLOR', says: '`1`: colours in a pipe too' },
]

export const PATHS: readonly (Fact & { readonly example: string })[] = [
  { name: '/', example: '/', says: 'the [console](console.md)' },
  { name: '/api/v1/…', example: '/api/v1/tokens', says: 'the API' },
  { name: '/openapi.json', example: '/openapi.json', says: 'its description, with the bindings of the profile' },
  { name: '/openapi.yaml', example: '/openapi.yaml', says: 'the same as YAML' },
  { name: '/_understudy/…', example: '/_understudy/health', says: 'the [control interface](control.md)' },
  {
    name: '/sandboxes/NAME/…',
    example: '/sandboxes/reference/api/v1/tokens',
    says: 'any of these, in a [sandbox](sandboxes.md)',
  },
]

export const REQUEST_HEADERS: readonly Fact[] = [
  { name: 'Authorization', says: '`Bearer NAME`, NAME being a [caller of the seed](seeds.md#who-can-call) or a key' },
  { name: 'X-Understudy-Sandbox', says: 'the sandbox the request is in' },
  { name: 'Prefer', says: '`code=409` forces any status that the operation documents' },
  { name: 'Idempotency-Key', says: 'counts where the gap `general.idempotency-keys` says so' },
  { name: 'If-Match', says: 'counts where the gap `general.if-match` says so' },
]

export const ANSWER_HEADERS: readonly Fact[] = [
  {
    name: 'X-Understudy-Rules',
    says: 'ids of the rules that decided the answer; `understudy spec rules ID` says more',
  },
  { name: 'X-Understudy-Gaps', says: 'ids of the open points that had a say; `understudy spec gaps ID` says more' },
  {
    name: 'X-Understudy-Entry',
    says: 'number of the journal entry that a change of the world became; it can be undone by it',
  },
  { name: 'Preference-Applied', says: 'the answer was forced' },
]
