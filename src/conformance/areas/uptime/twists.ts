import { plainName } from '../../kit/drawing.ts'
import { own } from '../../kit/own-rows.ts'
import { nameAlone, nameInUse, oneField, type Twist, type Twists, unknownReference } from '../../kit/twist.ts'
import { CHECK_OF } from './values.ts'

const unavailableVantage: Twist = {
  intent: 'broken',
  body: (drawing, plain) => {
    const vantage = drawing.sampler.pick(own(drawing, 'UptimeVantage').filter(({ available }) => !available))
    return vantage && { ...plain, vantages: [vantage.id] }
  },
}

const unknownVantage: Twist = {
  intent: 'broken',
  body: (drawing, plain) => ({ ...plain, vantages: [`no-such-${plainName(drawing)}`] }),
}

export const intervalNotOffered: Twist = {
  intent: 'broken',
  body: (drawing, plain) => {
    const offered = own(drawing, 'UptimeInterval').map(({ id }) => Number(id))
    return offered.length > 0 ? { ...plain, intervalSeconds: Math.max(...offered) + 7 } : undefined
  },
}

/** With the check that would go with it: kind is immutable all the same (Endpoints, Uptime, row 10). */
const otherKind = (kind: 'http' | 'tcp'): Twist => ({
  intent: 'exotic',
  body: (drawing) => ({ kind, [kind]: CHECK_OF[kind](drawing) }),
})

export const UPTIME_TWISTS: Twists = {
  createUptimeService: [nameInUse('UptimeService')],
  renameUptimeService: [nameInUse('UptimeService')],
  createMonitor: [unavailableVantage, unknownVantage, intervalNotOffered, unknownReference('serviceId')],
  updateMonitor: [
    unavailableVantage,
    unknownVantage,
    intervalNotOffered,
    otherKind('http'),
    otherKind('tcp'),
    nameAlone,
    oneField(['name', 'enabled', 'timeoutMs', 'intervalSeconds', 'vantages', 'serviceId', 'downCondition']),
  ],
}
