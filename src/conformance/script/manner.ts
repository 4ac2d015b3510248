/**
 * How a request departs from the ordinary.
 * In its body: `twist` (one particular rule is met), `broken` (one thing is wrong).
 * In what it names: `unknown-id` (never there), `gone-id` (there before).
 * In who sends it: `elsewhere` (an outsider goes for our things), `neighbour` (an outsider minds their own), `colleague`,
 * `lesser` (a colleague who manages nothing), `nobody`.
 */
export type Manner =
  | 'plain'
  | 'twist'
  | 'broken'
  | 'unknown-id'
  | 'gone-id'
  | 'elsewhere'
  | 'neighbour'
  | 'colleague'
  | 'lesser'
  | 'nobody'
