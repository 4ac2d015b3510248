import type { Area } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { memo } from '../../contract/memo.ts'
import type { AppliedRefusal } from '../../model/decide.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Check } from '../checks/check.ts'
import { GENERAL_CHECKS } from '../checks/index.ts'
import { lookWith } from '../checks/look.ts'
import { type Explained, explain, type Unexplained } from '../explain/explain.ts'
import { hiddenWorlds } from '../explain/hidden-effects.ts'
import type { Observation } from '../finding/finding.ts'
import type { Answered } from '../shadow/answered.ts'
import type { Assignment } from '../shadow/choices.ts'
import { follow, type OtherWorld, type Shadow } from '../shadow/shadow.ts'
import { judgeStrangeDoor } from './judge-door.ts'
import { judgeUnexplained } from './judge-unexplained.ts'
import { found, type Judged, type Seen } from './judged.ts'
import { normalized } from './normalized.ts'

/** Judges one response: findings, observations, and the shadow after it. */
export function judgeAnswer(answered: Answered): Judged {
  return judgeStrangeDoor(answered) ?? judgeClaim(answered) ?? judgeUnderstood(answered)
}

/** Whoever asks to act for an organization of others may be refused in whatever way; else they act for their own (General). */
function judgeClaim(answered: Answered): Judged | undefined {
  const { claims, received, request } = answered
  // Nobody is nobody, whatever they ask for.
  if (!claims || request.credential === undefined || received.status >= 500) return undefined
  if (received.status >= 400) return found(look(answered))
  const judged = judgeUnderstood(answered)
  return { ...judged, findings: judged.findings.map((finding) => ({ ...finding, rules: ['GEN-04'] })) }
}

function judgeUnderstood(answered: Answered): Judged {
  const result = explain(answered)
  const seen = look(answered, result.explained ? result.sole : undefined)
  const others = otherExplanations(seen, result)
  const other = result.explained ? closer(answered, result, others) : others[0]
  if (other)
    return explainedElsewhere(
      seen,
      other,
      others.filter((one) => one !== other),
    )
  if (result.explained) return explained(seen, result, others)
  const understood = normalized(answered, result.mismatches)
  const otherwise = understood && explain(understood)
  if (otherwise?.explained) return explained(seen, otherwise, [])
  const disagreement = { ...result, seen: seen.shadow }
  return { ...judgeUnexplained(seen, disagreement), disagreement }
}

/** Another world that explains the response including its open values, if the believed world does not. */
function closer(
  { contract: { gaps } }: Answered,
  { open }: Explained,
  others: readonly ExplainedElsewhere[],
): ExplainedElsewhere | undefined {
  if (open.length === 0) return undefined
  // A use that does not show was not recorded.
  const isUnrecordedUse = ({ gap }: Observation) => gaps.definitions.get(gap as GapId)?.decides === 'recorded-uses'
  return others.find(({ result, after }) => result.open.length === 0 && after.because.every(isUnrecordedUse))
}

const checksOf = memo((area: Area): readonly Check[] => [...GENERAL_CHECKS, ...AREA_JUDGES[area].checks])

function look(answered: Answered, refusal?: AppliedRefusal): Seen {
  const checks = checksOf(answered.operation.area)
  return { answered, ...lookWith(checks, { ...answered, refusal }) }
}

/** Another world in which the model gives this response, and the world after it. */
interface ExplainedElsewhere {
  readonly before: OtherWorld
  readonly result: Explained
  readonly after: OtherWorld
  readonly shadow: Shadow
}

function otherExplanations({ answered, shadow }: Seen, result: Explained | Unexplained): ExplainedElsewhere[] {
  const { meanwhile } = AREA_JUDGES[answered.operation.area]
  const over = result.explained ? [] : (meanwhile?.(answered) ?? [])
  return [...shadow.others, ...over].flatMap(({ world, because }) => {
    const other = explain(answered, world, stillChosen(answered.contract, because))
    if (!other.explained) return []
    const after = follow({ ...shadow, world }, other.outcome.changes, other.bindings)
    return [{ before: { world, because }, result: other, after: { world: after.world, because }, shadow: after }]
  })
}

/** The choices that led to a world and show only later: whoever chose so goes on choosing so. */
const stillChosen = ({ gaps }: Contract, because: readonly Observation[]): Assignment =>
  new Map(
    because
      .filter(({ gap }) => gaps.definitions.get(gap as GapId)?.shows === 'later')
      .map(({ gap, value }) => [gap as GapId, value as Json]),
  )

/** The response fits the believed world. */
function explained(seen: Seen, result: Explained, others: readonly ExplainedElsewhere[]): Judged {
  const { answered, shadow } = seen
  const hidden = hiddenWorlds({ ...answered, shadow }, result)
  const after = follow(shadow, result.outcome.changes, result.bindings)
  return believed(seen, result, {
    ...after,
    others: [...others.map((other) => other.after), ...hidden, ...forks(seen, others)],
  })
}

/** The worlds that other worlds than the believed one may have turned into: several choices may show later, together. */
function forks({ answered, shadow }: Seen, others: readonly ExplainedElsewhere[]): OtherWorld[] {
  const forked: OtherWorld[] = []
  for (const { before, result } of others) {
    if (others.length + forked.length >= MOST_WORLDS) break
    const chosen = stillChosen(answered.contract, before.because)
    forked.push(...hiddenWorlds({ ...answered, shadow: { ...shadow, world: before.world } }, result, chosen))
  }
  return forked
}

/** Each is held against every answer from then on. */
const MOST_WORLDS = 64

/** The response shows that the target is in another world than the believed one. */
function explainedElsewhere(seen: Seen, other: ExplainedElsewhere, rest: readonly ExplainedElsewhere[]): Judged {
  // The rules that led to the believed world did not lead to this one.
  const others = [...rest.map(({ after }) => after), ...forks(seen, [other, ...rest])]
  const shadow = { ...other.shadow, others, cited: [] }
  return believed(seen, other.result, shadow, other.after.because)
}

function believed(seen: Seen, result: Explained, after: Shadow, because: readonly Observation[] = []): Judged {
  const observations = [...because, ...result.observations]
  return {
    shadow: withLearned(after, seen.answered, observations),
    findings: seen.findings,
    observations,
    inconclusive: undefined,
    explained: result,
    sole: result.sole,
  }
}

function withLearned(shadow: Shadow, { contract }: Answered, observations: readonly Observation[]): Shadow {
  const own = observations.filter(
    ({ gap, value }) =>
      !contract.gaps.pinned(gap as GapId) &&
      // A refusal shows on which side of a bound a number is, not the bound itself.
      !contract.gaps.definitions.get(gap as GapId)?.bounds &&
      shadow.learned.get(gap as GapId) !== value,
  )
  if (own.length === 0) return shadow
  return {
    ...shadow,
    learned: new Map([...shadow.learned, ...own.map(({ gap, value }) => [gap, value] as const)]) as Shadow['learned'],
  }
}
