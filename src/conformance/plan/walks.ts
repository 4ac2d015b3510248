import { AREAS } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { modelled } from '../../model/model.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { castOf } from '../kit/cast.ts'
import type { Walk } from '../script/goal.ts'
import type { Session } from '../session/session.ts'
import { afterSwitch, brokenWhenSwitched } from './after-switch.ts'
import { amongOthers } from './among-others.ts'
import { apart } from './apart.ts'
import { branches } from './branches.ts'
import {
  afterDeletion,
  broken,
  brokenLater,
  byIntruder,
  byNobody,
  byOtherHalf,
  fromElsewhere,
  inOtherScripts,
  nothingSaid,
  odd,
  onLongUnknown,
  onUnknown,
  ordinary,
  personal,
  personalElsewhere,
  personalOfPeers,
  readForBoth,
  readTwice,
  twisted,
  unlistedWrites,
  unreadable,
  unseenElsewhere,
  varied,
} from './by-operation.ts'
import { byOwnToken, listedByOwnToken, personalByNarrowed } from './by-own-token.ts'
import { byReaders, byThoseOfAnotherService } from './by-readers.ts'
import { byRole } from './by-role.ts'
import { byTwoPeople } from './by-two-people.ts'
import { eachAfterEach } from './each-after-each.ts'
import { again, byColleague, byOnlooker, fullAndBare, rewritten } from './each-way.ts'
import { eventsElsewhere } from './events-elsewhere.ts'
import { filtered } from './filters.ts'
import { inTurn } from './in-turn.ts'
import { insisted } from './insisted.ts'
import { lifetimesAsked } from './lifetimes-asked.ts'
import { lifted } from './lifted.ts'
import { type Looks, looksAmong } from './looks.ts'
import { firstOfMany, many } from './many.ts'
import { misnamed } from './misnamed.ts'
import {
  freedNames,
  inCapitals,
  longerNames,
  longTaken,
  namedAgain,
  namesakes,
  newUnderOldName,
  newWhileOldGoes,
  renamedAsElsewhere,
  tellingNames,
} from './names.ts'
import { nearTwins } from './near-twins.ts'
import { nearlyNamed, unknownBeside } from './nearly-named.ts'
import { nextDoor, nextDoorByMember } from './next-door.ts'
import { partsOfOthersStay } from './parts-of-others-stay.ts'
import { partsStay } from './parts-stay.ts'
import { personOfTwo } from './person-of-two.ts'
import { lastPlaces, placesTaken, roomToSpare } from './quotas.ts'
import { eachOfTwo, readAtOnce } from './read-at-once.ts'
import { sameValues } from './same-values.ts'
import { leftWithNothing, madeAfterwards, movedGrants, readByNarrowed, scoped, severalGrants } from './scoped.ts'
import { scopedCreations } from './scoped-creations.ts'
import { opening, scripted } from './scripted.ts'
import { secretsRefused } from './secrets-refused.ts'
import { oneOfThree, oneOfTwins, referrers, replaced, takenOfThree } from './several.ts'
import { differentFields, wholeOrNothing } from './several-fields.ts'
import { scarceIn } from './sparing.ts'
import { areasOf, QUOTA_CHANGES, raisedQuotas, switched, switchedTogether, unaffected } from './switched.ts'
import { switchedByToken } from './switched-by-token.ts'
import { readWhileOffNextDoor, switchedNextDoor } from './switched-next-door.ts'
import { switchedReferrers } from './switched-referrers.ts'
import { afterEvents, afterRemoval, bystanders, onOldThings, throughTime } from './through-time.ts'
import { tokensOfElsewhere } from './tokens-of-elsewhere.ts'
import { tokensOfLesser } from './tokens-of-lesser.ts'
import { byTurns, callsIn, dealt, shortestFirst, together } from './turns.ts'
import { twinsElsewhere } from './twins-elsewhere.ts'
import { unofferedWrites } from './unoffered.ts'
import { usedAtOnce } from './used-at-once.ts'

/** Scripts are about rules that nothing else meets, so they come more often. */
const SCRIPTS_A_TURN = 6
const TWISTS_A_TURN = 2
/** A walk of more requests than this comes when everything else is through, unless it fills a list. */
const LONG = 24
const isLong = (walk: Walk): boolean => callsIn(walk) > LONG
/** One of more than this fills a list up to its stated cap, and nothing else does (Limits). */
const A_LIST = 100
const fillsList = (walk: Walk): boolean => callsIn(walk) > A_LIST

/**
 * The walks that come before all others: quotas are raised and tried, because a quota may count deleted things; what
 * belongs to each person is changed while nobody has changed anything yet; and scripts that want little to be there.
 */
export function openingWalks(session: Session, operations: readonly Operation[]): Walk[] {
  return [
    raisedQuotas(operations),
    ...(session.driver.can(QUOTA_CHANGES)
      ? [
          ...roomToSpare(operations, looksAmong(operations)),
          ...lastPlaces(operations, looksAmong(operations)),
          ...placesTaken(operations, looksAmong(operations), (event) => session.driver.can(event)),
        ]
      : []),
    ...switched(
      operations,
      looksAmong(operations),
      ({ event }) => event === QUOTA_CHANGES && session.driver.can(event),
    ),
    ...personal(operations, looksAmong(operations)),
    ...personalOfPeers(operations, looksAmong(operations), castOf(session.contract)),
    ...opening(areasOf(operations), usable(session), isWaitedFor(session)),
  ]
}

/** The walks that come first: every operation once, then the short scripts, by turns with every operation in every way. */
export function firstWalks(session: Session, operations: readonly Operation[]): Walk[] {
  const looks = looksAmong(operations)
  const short = scriptsOf(session, operations).filter((walk) => !provokes(session, walk) && !isLong(walk))
  return [
    ...ordinary(operations, looks),
    ...inOtherScripts(operations, looks),
    ...secretsRefused(operations),
    ...together(8, nothingSaid(operations)),
    ...byTurns([...dealt(SCRIPTS_A_TURN, insisted(short)), ...inEveryWay(session, operations, looks)]),
  ]
}

/** Shortest first. */
const scriptsOf = (session: Session, operations: readonly Operation[]): Walk[] =>
  shortestFirst(scripted(areasOf(operations), usable(session), session.receiver !== undefined))

/**
 * The walks with more in them: everything after everything else, lists filled up to their caps, then things beside other things,
 * the longest scripts, and many of everything.
 */
export function laterWalks(session: Session, operations: readonly Operation[]): Walk[] {
  const looks = looksAmong(operations)
  const long = scriptsOf(session, operations).filter((walk) => isLong(walk) && !provokes(session, walk))
  return [
    ...eachAfterEach(operations, looks),
    ...long.filter(fillsList),
    ...byTurns(besideOthers(session, operations, looks)),
    ...long.filter((walk) => !fillsList(walk)),
    ...many(inPlenty(session, operations), looks),
    ...firstOfMany(inPlenty(session, operations), looks),
  ]
}

/** The walks that may cause a state that stands in the way of everything after it and that nobody can end. */
export const provokingWalks = (session: Session, operations: readonly Operation[]): Walk[] =>
  scriptsOf(session, operations).filter((walk) => provokes(session, walk))

/**
 * Every particular rule; every operation by nobody, by somebody of another organization, on what is unknown or gone, with
 * something missing, a second time, by those who may do less, with everything or nothing beside what must be said, by every
 * filter, with something switched off outside the API, on what others refer to, and on one of three.
 */
function inEveryWay(session: Session, operations: readonly Operation[], looks: Looks): Walk[][] {
  const { otherHalf, dual, chooser, onlooker } = castOf(session.contract)
  return [
    ...dealt(TWISTS_A_TURN, twisted(operations, looks)),
    switched(operations, looks, ({ event }) => event !== QUOTA_CHANGES && session.driver.can(event)),
    switchedTogether(operations, looks, ({ event }) => session.driver.can(event)),
    ...(dual === undefined ? [] : [switchedNextDoor(operations, looks, ({ event }) => session.driver.can(event))]),
    readWhileOffNextDoor(operations, ({ event }) => session.driver.can(event)),
    switchedByToken(operations, usable(session), ({ event }) => session.driver.can(event)),
    unaffected(operations, ({ event }) => event !== QUOTA_CHANGES && session.driver.can(event)),
    scoped(operations, usable(session)),
    severalGrants(operations, usable(session)),
    readByNarrowed(operations, usable(session)),
    leftWithNothing(operations, usable(session)),
    madeAfterwards(operations, usable(session)),
    movedGrants(operations),
    scopedCreations(operations, usable(session)),
    tokensOfElsewhere(operations, usable(session), looks),
    tokensOfLesser(operations, usable(session)),
    byReaders(operations, usable(session), looks),
    byThoseOfAnotherService(operations, usable(session), looks),
    byRole(operations, looks),
    byOwnToken(operations, usable(session), looks),
    listedByOwnToken(operations, usable(session)),
    personalByNarrowed(operations, usable(session), looks),
    together(6, byNobody(operations, chooser !== undefined)),
    together(4, unreadable(operations)),
    together(4, fromElsewhere(operations, looks)),
    ...(chooser === undefined ? [] : [together(4, byIntruder(operations, looks))]),
    ...(otherHalf === undefined ? [] : [together(4, byOtherHalf(operations, looks))]),
    ...(dual === undefined ? [] : [together(4, byOtherHalf(operations, looks, 'dual-elsewhere'))]),
    ...(otherHalf === undefined ? [] : [together(2, personOfTwo(operations, looks, 'other-half'))]),
    ...(dual === undefined ? [] : [together(2, personOfTwo(operations, looks, 'dual-elsewhere'))]),
    ...(otherHalf === undefined ? [] : [together(4, readForBoth(operations, ['plain', 'other-half']))]),
    ...(dual === undefined ? [] : [together(4, readForBoth(operations, ['dual', 'dual-elsewhere']))]),
    together(4, inTurn(operations)),
    together(6, insisted(onUnknown([...operations, ...doorsOf(session, operations)]))),
    together(6, onLongUnknown(operations)),
    afterDeletion(operations),
    unseenElsewhere(operations),
    insisted(broken(operations, looks)),
    brokenLater(operations, looks),
    ...(otherHalf === undefined ? [] : [personalElsewhere(operations, looks, ['plain', 'other-half'])]),
    ...(dual === undefined ? [] : [personalElsewhere(operations, looks, ['dual', 'dual-elsewhere'])]),
    together(2, readTwice(operations, looks)),
    together(4, byColleague('lesser', operations, looks)),
    together(4, byColleague('manager', operations, looks)),
    ...(onlooker === undefined ? [] : [together(6, byOnlooker(operations))]),
    again(operations, looks),
    rewritten(operations, looks),
    lifted(operations, looks),
    lifetimesAsked(operations, looks),
    together(2, fullAndBare(operations, looks)),
    together(2, wholeOrNothing(operations, looks)),
    filtered(operations),
    referrers(operations, looks),
    oneOfThree(operations, looks),
    unlistedWrites(operations),
    together(
      6,
      unofferedWrites(operations, [...session.contract.operations.values(), ...session.contract.doors.values()]),
    ),
  ]
}

/** Every other value, everything misnamed, twins, time and outside events. */
function besideOthers(session: Session, operations: readonly Operation[], looks: Looks): Walk[][] {
  return [
    together(3, varied(operations, looks)),
    oneOfTwins(operations, looks),
    replaced(operations, looks),
    twinsElsewhere(operations, looks),
    together(2, nextDoor(operations, looks)),
    ...(castOf(session.contract).dual === undefined ? [] : [together(2, nextDoorByMember(operations, looks))]),
    takenOfThree(operations, looks),
    amongOthers(inPlenty(session, operations), looks),
    byTwoPeople(operations, looks),
    freedNames(operations, looks),
    inCapitals(operations, looks),
    renamedAsElsewhere(operations, looks),
    longTaken(operations, looks),
    namesakes(operations, looks),
    namedAgain(operations, looks),
    newUnderOldName(operations),
    newWhileOldGoes(operations, looks),
    longerNames(operations, looks),
    tellingNames(operations, looks),
    partsStay(operations, looks),
    partsOfOthersStay(operations, looks),
    switchedReferrers(operations, looks),
    afterSwitch(operations, looks),
    brokenWhenSwitched(operations, looks),
    nearTwins(operations, looks),
    sameValues(operations, looks),
    throughTime(operations, looks),
    onOldThings(operations, looks),
    afterEvents(operations, looks),
    afterRemoval(operations, looks),
    bystanders(operations, looks),
    eventsElsewhere(operations),
    together(2, misnamed(operations, usable(session), looks)),
    together(4, nearlyNamed(operations, looks)),
    together(4, unknownBeside(operations, looks)),
  ]
}

/** True if nobody can move the clock, and the profile says that work takes no longer than this. */
function isWaitedFor({ driver, contract }: Session): boolean {
  const { provisioning, roll } = contract.profile.deadlines
  return !driver.can('advanceClock') && Math.max(provisioning ?? Infinity, roll ?? Infinity) <= LONGEST_WORK
}
const LONGEST_WORK = 60

/** Without what is scarce, where nobody can raise a quota. */
function inPlenty({ driver }: Session, operations: readonly Operation[]): readonly Operation[] {
  const scarce = driver.can(QUOTA_CHANGES) ? [] : scarceIn(operations)
  return operations.filter((operation) => !scarce.includes(operation))
}

/** True if a walk may cause a state that blocks everything after it and that nobody can end. */
const provokes = ({ driver }: Session, walk: Walk): boolean =>
  AREAS.some((area) => {
    const { events = [], liftedBy = '' } = AREA_JUDGES[area].cleanUp.provokes ?? {}
    return !driver.can(liftedBy) && walk.some((goal) => goal.kind === 'event' && events.includes(goal.event))
  })

/** The side doors of the areas at hand, if the profile says where they are. */
function doorsOf(session: Session, operations: readonly Operation[]): Operation[] {
  const areas = areasOf(operations)
  return [...usable(session).values()].filter(({ id, area }) => session.contract.doors.has(id) && areas.includes(area))
}

/** The operations for scripts. A side door is included if the profile says where it is. */
function usable({ contract }: Session): ReadonlyMap<string, Operation> {
  const { bindings, leaveOut } = contract.profile
  const doors = [...contract.doors.values()].filter(({ id }) => id in bindings)
  const all = [...contract.operations.values(), ...doors].filter(({ id }) => modelled(id) && !leaveOut.includes(id))
  return new Map(all.map((operation) => [operation.id, operation]))
}

/** Bodies with one odd value. */
export const oddWalks = (operations: readonly Operation[]): Walk[] => odd(operations, looksAmong(operations))

/** Two or three requests at the same time. */
export function parallelWalks(session: Session, operations: readonly Operation[]): Walk[] {
  const looks = looksAmong(operations)
  return [
    ...usedAtOnce(operations, usable(session)),
    ...eachOfTwo(inPlenty(session, operations)),
    ...differentFields(operations, looks),
    ...branches(operations, looks),
    ...apart(operations, looks),
  ]
}

/** Many requests at the same time. */
export const loadWalks = (session: Session, operations: readonly Operation[]): Walk[] =>
  readAtOnce(inPlenty(session, operations), usable(session))
