import { makeModel, type Options } from '../../support.ts'

/** An incident in detail, of which the contract names no field. */
interface Detail {
  readonly [field: string]: unknown
  readonly timeline: readonly { readonly kind: string; readonly detail?: string }[]
}

/** An organization with one on-call service and the shorthands that the tests of the area share. */
export function makeOncall(options: Options = {}) {
  const model = makeModel(options)
  const serviceId: string = model.call('createOncallService', 'owner', { body: { name: 'Checkout' } }).body.id
  const id = (value: string) => ({ parameters: { id: value } })
  return {
    ...model,
    /** Organizations under which paging settings are kept. */
    settingsKept: () => [...model.world.tables.PagingSettings.rows.values()].map(({ org }) => org),
    serviceId,
    id,
    open: (title = 'Payments fail') => model.call('openIncident', 'member', { body: { serviceId, title } }).body,
    read: (incident: string) => model.call('getIncident', 'member', id(incident)).body as Detail,
    list: (status?: string) =>
      model.call('listIncidents', 'member', { query: status ? { status } : {} }).body.incidents,
    fire: (alert: string, more: object = {}) => model.happen('alertFires', { serviceId, alert, ...more }),
    stop: (alert: string, more: object = {}) => model.happen('alertResolves', { serviceId, alert, ...more }),
    /** Who was paged and how: the page log in short. */
    pages: () =>
      [...model.world.tables.Page.rows.values()]
        .toSorted((a, b) => a.seq - b.seq)
        .map(
          ({ at, userId, channel, error }) => `${at.slice(11, 19)} ${userId} ${channel}${error ? `: ${error}` : ''}`,
        ),
    /** Which timers wait for the clock. */
    due: () => [...model.world.tables.Due.rows.values()].map(({ timer }) => timer).sort(),
    policy: (steps: object[], repeat = 0) =>
      model.call('createEscalationPolicy', 'admin', { body: { name: 'Core', repeat, steps } }).body,
    attach: (policyId: string | null) =>
      model.call('setServiceEscalationPolicy', 'admin', { ...id(serviceId), body: { escalationPolicyId: policyId } }),
    schedule: (more: object = {}) => model.call('createSchedule', 'admin', { body: { ...ROTATION, ...more } }),
    onCall: () => model.call('listSchedules', 'member').body.schedules[0].onCallNow,
  }
}

export const person = (name: string) => ({ userId: `usr_${name}`, label: `The ${name}` })
export const step = (kind: 'user' | 'schedule', id: string, waitSeconds: number) => ({
  target: { kind, id, label: id },
  waitSeconds,
})

export const ROTATION = {
  name: 'Core rotation',
  timezone: 'Europe/Paris',
  participants: [person('owner'), person('admin')],
  handoff: { interval: 'daily', time: '09:00' },
}
