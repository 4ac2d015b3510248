import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Profile } from '../../contract/profile.ts'

/** The profile's actors in the parts they play. */
export interface Cast {
  readonly main: string
  /** Somebody of another organization. */
  readonly outsider: string | undefined
  /** The same person, acting for another organization. */
  readonly otherHalf: string | undefined
  /** A colleague who belongs to another organization as well. */
  readonly dual: string | undefined
  /** The same colleague, acting for that organization. */
  readonly dualElsewhere: string | undefined
  /** Whichever of those who can choose their organization chooses ours; nobody where a credential says which one acts. */
  readonly chooser: string | undefined
  /** Somebody who belongs to another organization and not to ours. */
  readonly intruder: string | undefined
  /** Somebody else of the same organization. */
  readonly colleague: string | undefined
  /** Somebody else of the same organization who is an admin. */
  readonly manager: string | undefined
  /** Somebody of the same organization who is neither owner nor admin. */
  readonly lesser: string | undefined
  /** Somebody of the same organization with yet another role, which is neither owner nor admin. */
  readonly onlooker: string | undefined
  /** Somebody of the same organization whose role is none of the common ones: they may be held to some of its things. */
  readonly confined: string | undefined
  /** Somebody else of the same organization who has the role of one of these three. */
  readonly peer: string | undefined
  readonly peerOf: 'main' | 'manager' | 'lesser' | undefined
  /** Somebody without a credential. */
  readonly nobody: string | undefined
}

type Actor = Profile['actors'][string]

/** The first actor with a credential plays the main part. */
export function castOf({ profile }: Pick<Contract, 'profile'>): Cast {
  const actors = Object.entries(profile.actors)
  const known = actors.filter(([, actor]) => hasCredential(actor))
  const [main] = known
  const first = (fits: (actor: Actor, main: Actor) => boolean) =>
    main && known.find(([, actor]) => fits(actor, main[1]))?.[0]
  const parts = {
    main: main?.[0] ?? '',
    manager: first((actor, other) => isColleague(actor, other) && actor.role === 'admin'),
    lesser: first((actor, other) => isColleague(actor, other) && !MANAGERS.has(actor.role)),
  }
  const role = profile.actors[parts.lesser ?? '']?.role
  return {
    ...parts,
    onlooker: first((actor, other) => isColleague(actor, other) && !MANAGERS.has(actor.role) && actor.role !== role),
    confined: first((actor, other) => isColleague(actor, other) && !isCommonRole(actor.role)),
    ...peerAmong(known, parts),
    outsider: first((actor, other) => isElsewhere(actor, other) && !isSame(actor, other)) ?? first(isElsewhere),
    otherHalf: first((actor, other) => isElsewhere(actor, other) && isSame(actor, other)),
    ...dualAmong(known, main?.[1]),
    chooser: main && chooserAmong(known, main[1], carriersIn(profile)),
    intruder: first((actor, ours) => isElsewhere(actor, ours) && !known.some(([, one]) => isOurs(one, ours, actor))),
    colleague: first(isColleague),
    nobody: actors.find(([, actor]) => !hasCredential(actor))?.[0],
  }
}

function dualAmong(
  known: readonly (readonly [string, Actor])[],
  main: Actor | undefined,
): Pick<Cast, 'dual' | 'dualElsewhere'> {
  for (const [here, actor] of known.filter(([, one]) => main && isColleague(one, main))) {
    const there = known.find(([, other]) => isElsewhere(other, actor) && isSame(other, actor))?.[0]
    if (there !== undefined) return { dual: here, dualElsewhere: there }
  }
  return { dual: undefined, dualElsewhere: undefined }
}

/** Shows the same credential for two organizations, so it is another header that chooses. */
function chooserAmong(
  known: readonly (readonly [string, Actor])[],
  { organization }: Actor,
  carriers: readonly string[],
): string | undefined {
  const ours = known.filter(([, actor]) => actor.organization === organization)
  const isSameCredential = (one: Actor, other: Actor) =>
    Object.entries(one.headers).some(
      ([name, value]) => carriers.includes(name.toLowerCase()) && other.headers[name] === value,
    )
  return ours.find(([, actor]) =>
    known.some(([, other]) => isElsewhere(other, actor) && isSame(other, actor) && isSameCredential(other, actor)),
  )?.[0]
}

/** The headers that a credential may travel in. */
function carriersIn({ gaps }: Profile): string[] {
  const said = gaps['general.credential-transport']
  return ['authorization', 'cookie', ...(isObject(said) ? [String(said.header).toLowerCase()] : [])]
}

function peerAmong(
  known: readonly (readonly [string, Actor])[],
  parts: Pick<Cast, 'main' | 'manager' | 'lesser'>,
): Pick<Cast, 'peer' | 'peerOf'> {
  const actors = new Map(known)
  const others = known.filter(([, actor]) => isColleague(actor, actors.get(parts.main) ?? actor))
  for (const peerOf of ['main', 'manager', 'lesser'] as const) {
    const one = actors.get(parts[peerOf] ?? '')
    const peer = one && others.find(([, other]) => isColleague(other, one) && other.role === one.role)?.[0]
    if (peer !== undefined) return { peer, peerOf }
  }
  return { peer: undefined, peerOf: undefined }
}

const hasCredential = ({ headers }: Actor): boolean => Object.keys(headers).length > 0
const isElsewhere = (actor: Actor, { organization }: Actor): boolean => actor.organization !== organization
const isSame = (actor: Actor, { user }: Actor): boolean => user !== undefined && actor.user === user
/** True if one acts for our organization and may be the same person as somebody. */
const isOurs = (one: Actor, { organization }: Actor, somebody: Actor): boolean =>
  one.organization === organization && (somebody.user === undefined || one.user === undefined || isSame(one, somebody))
const isColleague = (actor: Actor, { organization, user }: Actor): boolean =>
  actor.organization === organization && actor.user !== user
const MANAGERS: ReadonlySet<string> = new Set(['owner', 'admin'])
const COMMON: ReadonlySet<string> = new Set([...MANAGERS, 'member', 'viewer'])
/** True for a role that says by its name what somebody is in an organization. */
export const isCommonRole = (role: string): boolean => COMMON.has(role)
