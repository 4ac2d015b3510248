/**
 * The way a request departs from the ordinary. In its body: `twist` (one particular rule applies), `broken` (one thing
 * is wrong). In what it names: `unknown-id` (never existed), `gone-id` (existed before). In its sender: `elsewhere` (an
 * outsider who tries our things), `other-half` (the same person, who tries our things for another organization),
 * `intruder` (an outsider who asks to act for our organization), `nobody-of-ours` (nobody, who asks for that),
 * `dual` (a colleague who belongs to another organization too), `dual-elsewhere` (the same person, who tries our things for
 * that one) and `dual-neighbour` (the same person, who uses things of that one),
 * `neighbour` (an outsider who uses their own), `colleague`, `manager` (a colleague who is an admin), `lesser` (a
 * colleague who manages nothing), `onlooker` (another such colleague, in another role), `confined` (one in a role of a name that is not common), `peer` (somebody with the same role
 * as another of us), `nobody`.
 */
export type Manner =
  | 'plain'
  | 'twist'
  | 'broken'
  | 'unknown-id'
  | 'gone-id'
  | 'elsewhere'
  | 'neighbour'
  | 'other-half'
  | 'intruder'
  | 'nobody-of-ours'
  | 'dual'
  | 'dual-elsewhere'
  | 'dual-neighbour'
  | 'colleague'
  | 'manager'
  | 'lesser'
  | 'onlooker'
  | 'confined'
  | 'peer'
  | 'nobody'

/** True for callers who use the things of another organization in its name. */
export const isNeighbour = (manner: Manner): boolean => manner === 'neighbour' || manner === 'dual-neighbour'
