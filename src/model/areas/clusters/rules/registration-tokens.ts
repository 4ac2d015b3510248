import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { sameName } from '../../../request/same-name.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'

function doubtful(
  facts: Pick<Refusal, 'id' | 'says' | 'stage' | 'status' | 'on'>,
  when: (context: RefusalContext) => string | undefined | false,
): Refusal {
  return refusal({
    ...facts,
    checklist: ['CLU-13'],
    where: 'Endpoints, Clusters, rows 12 and 13 (not said)',
    provenance: 'assumed',
    when: (context) => when(context) || undefined,
  })
}

export const lifetimeBelowOne = doubtful(
  {
    id: 'clusters.registration-lifetime-below-one',
    says: 'A registration token with a lifetime of zero or less may be refused.',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['createRegistrationToken'],
  },
  (context) => {
    const { expiresIn = 1 } = checkedBody<'createRegistrationToken'>(context) ?? {}
    return expiresIn < 1 && context.gap('clusters.expires-in-below-one') === 'refuse' && 'expiresIn is at least 1'
  },
)

export const lifetimeBeyondBounds = doubtful(
  {
    id: 'clusters.registration-lifetime-beyond-bounds',
    says: 'A registration token with a very long or very short lifetime may be refused.',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['createRegistrationToken'],
  },
  (context) => {
    const { expiresIn } = checkedBody<'createRegistrationToken'>(context) ?? {}
    if (expiresIn === undefined || expiresIn < 1) return false
    if (expiresIn > context.gap('clusters.expires-in-maximum')) return 'expiresIn is too large'
    return expiresIn < context.gap('clusters.expires-in-minimum') && 'expiresIn is too small'
  },
)

export const tokenNameTaken = doubtful(
  {
    id: 'clusters.registration-token-name-taken',
    says: 'A second registration token with the same name may be refused.',
    stage: 'conflict',
    status: 'general.taken-name-status',
    on: ['createRegistrationToken'],
  },
  (context) => {
    const [cluster, name] = [context.named('Cluster'), checkedBody<'createRegistrationToken'>(context)?.name]
    if (!cluster || name === undefined) return false
    const alike = [...context.newest('RegistrationToken', 'parent', cluster.org, cluster.name)].some((token) =>
      sameName(context, token.name, name),
    )
    return alike && context.gap('clusters.registration-token-taken-name') === 'refuse' && `there is a token ${name}`
  },
)

export const switchedAgain = doubtful(
  {
    id: 'clusters.registration-token-switched-again',
    says: 'Enabling an enabled registration token, or disabling a disabled one, may be refused.',
    stage: 'conflict',
    status: 'clusters.state-conflict-status',
    on: ['updateRegistrationToken'],
  },
  (context) => {
    const token = context.named('RegistrationToken')
    const disabled = checkedBody<'updateRegistrationToken'>(context)?.disabled
    if (!token || token.disabled !== disabled) return false
    return context.gap('clusters.repeat-disabled') === 'refuse' && `the token is ${disabled ? 'off' : 'on'} already`
  },
)
