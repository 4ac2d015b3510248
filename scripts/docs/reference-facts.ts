/** Facts of the reference that are not in the command line. test/reference.test.ts compares each line with the code. */

interface Fact {
  readonly name: string
  readonly says: string
}

export const EXIT_CODES: readonly Fact[] = [
  { name: '0', says: 'success: the target conforms, no scenario failed' },
  { name: '1', says: 'the target does not conform, a scenario failed, or a check found a problem' },
  { name: '2', says: 'wrong usage, unreadable input, or a target that cannot be reached or tested' },
]

export const VARIABLES: readonly Fact[] = [
  { name: 'UNDERSTUDY_DEBUG', says: 'any value: internal errors are printed with a stack trace' },
]

/** Variables that Node looks at. */
export const OTHER_VARIABLES: readonly Fact[] = [
  { name: 'NO_COLOR', says: 'any value: no colours (there are none in a pipe anyway)' },
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
  {
    name: 'Authorization',
    says: '`Bearer NAME`, where NAME is a [caller of the seed](seeds.md#who-can-call) or a key',
  },
  { name: 'X-Understudy-Sandbox', says: 'the sandbox the request is in' },
  { name: 'Prefer', says: '`code=409` forces any status that the operation documents' },
  { name: 'Idempotency-Key', says: 'honoured if the gap `general.idempotency-keys` enables it' },
  { name: 'If-Match', says: 'honoured if the gap `general.if-match` enables it' },
]

export const ANSWER_HEADERS: readonly Fact[] = [
  {
    name: 'X-Understudy-Rules',
    says: 'ids of the rules that decided the response; see `understudy spec rules ID`',
  },
  { name: 'X-Understudy-Gaps', says: 'ids of the gaps that influenced it; see `understudy spec gaps ID`' },
  {
    name: 'X-Understudy-Entry',
    says: 'number of the journal entry for this change; it can be undone by it',
  },
  { name: 'Preference-Applied', says: 'the response was forced' },
]
