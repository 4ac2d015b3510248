/** Faults of personal tokens. See faults.mjs for the shape. */
const owner = (operation, more = {}) => ({ as: 'owner', operation, ...more })
const create = (more = {}) => owner('createToken', { body: { name: 'Laptop', ...more } })
const list = owner('listTokens')

export const TOKEN_FAULTS = [
  {
    name: 'tokens-without-session',
    area: 'tokens',
    what: 'the token list is answered without a session',
    contract: 'Errors: Tokens 401 unauthenticated',
    minimal: [{ as: 'nobody', operation: 'listTokens' }],
    shows: { at: 'status', correct: 401, faulty: 200 },
  },
  {
    name: 'token-key-in-list',
    area: 'tokens',
    what: 'the token list shows the keys',
    contract: 'Tokens: POST, key is returned only once',
    minimal: [create(), list],
    shows: { at: 'body.tokens.0.key', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'token-list-shows-others',
    area: 'tokens',
    what: 'the token list shows the tokens of everybody in the organization',
    contract: "Tokens: GET, the caller's tokens",
    minimal: [create(), { as: 'admin', operation: 'listTokens' }],
    shows: { at: 'body.tokens.length', correct: 0, faulty: 1 },
  },
  {
    name: 'token-expiry-null',
    area: 'tokens',
    what: 'a token made without expiresIn is listed with expiresAt null',
    contract: 'Resources: PersonalToken, all required, expiresAt date-time',
    minimal: [create(), list],
    shows: { at: 'body.tokens.0.expiresAt', correct: { type: 'string' }, faulty: null },
  },
  {
    name: 'token-scope-lost',
    area: 'tokens',
    what: 'the token list shows every scope empty',
    contract: 'Resources: PersonalToken scope; Authentication 2',
    minimal: [create({ scope: [{ role: 'uptime-viewer' }] }), list],
    shows: { at: 'body.tokens.0.scope.length', correct: 1, faulty: 0 },
  },
  {
    name: 'token-scope-beyond-owner',
    area: 'tokens',
    what: "a scope may name another organization's resource",
    contract: 'Authentication 2: its scope can never name more than its owner can see',
    minimal: [
      { as: 'outsider', operation: 'createService', body: { name: 'Theirs' } },
      create({ scope: [{ role: 'uptime-viewer', resourceIds: ['$0.id'] }] }),
    ],
    shows: { at: 'status', correct: { refused: true }, faulty: 201 },
  },
]
