import { rowsOf } from '../../rows.ts'
import type { Wish } from '../walk.ts'
import { attach } from './schedules.ts'
import { advance, type Body, event, firstService, type Script, script } from './script.ts'

const pages: Wish = event('listPages', ({ shadow }) => {
  const incident = rowsOf(shadow.world, 'OncallIncident').at(-1)
  return incident && { incidentId: incident.id }
})

/** The judge's own main actor, so that their paging settings are known. */
const toMe: Body = ({ contract, vocabulary }, plain) => {
  const [me] = Object.values(contract.profile.actors)
  const user = vocabulary.users?.find(({ id }) => id === me?.user)
  const other = vocabulary.users?.find(({ id }) => id !== me?.user)
  const step = (one: typeof user, waitSeconds: number) =>
    one ? [{ target: { kind: 'user', id: one.id, label: one.label }, waitSeconds }] : []
  return { ...plain, repeat: 1, steps: [...step(user, 600), ...step(other, 600)] }
}
const onAttached: Body = (drawing, plain) => ({ ...plain, serviceId: firstService(drawing)?.id })

export const PAGING_SCRIPTS: readonly Script[] = [
  // Who is paged (On-call 12 and 19; Events, point 4): a look at the log of pages.
  script(
    [
      'createEscalationPolicy',
      'setServiceEscalationPolicy',
      'openIncident',
      'acknowledgeIncident',
      'savePagingSettings',
    ],
    'oncall',
    (call) => {
      const attached = [
        call('createEscalationPolicy', { body: toMe }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      ]
      const open = call('openIncident', { body: onAttached })
      return [
        [
          ...attached,
          call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({ escalationPolicyId: null }) }),
          open,
          pages,
        ],
        [
          ...attached,
          call('savePagingSettings', { body: () => ({ rules: [{ channel: 'email', delaySeconds: 0 }] }) }),
          open,
          pages,
        ],
        [...attached, open, call('acknowledgeIncident'), advance('PT3H'), pages],
        [
          ...attached,
          call('savePagingSettings', { body: () => ({ rules: [{ channel: 'email', delaySeconds: 600 }] }) }),
          open,
          pages,
        ],
      ]
    },
  ),
  script(
    [
      'createEscalationPolicy',
      'setServiceEscalationPolicy',
      'openIncident',
      'savePagingSettings',
      'setProviderCredential',
      'clearProviderCredential',
    ],
    'oncall',
    (call) => [
      [
        call('createEscalationPolicy', { body: toMe }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('setProviderCredential'),
        call('savePagingSettings', {
          body: ({ vocabulary }) => ({ phone: vocabulary.phone, rules: [{ channel: 'sms', delaySeconds: 0 }] }),
        }),
        call('clearProviderCredential'),
        call('openIncident', { body: onAttached }),
        pages,
      ],
    ],
  ),
]
