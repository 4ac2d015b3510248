import { type Drawing, plainName } from '../../kit/drawing.ts'
import { MISPLACED } from '../../kit/misplaced.ts'
import { PARTS } from '../../kit/nearly.ts'
import { own } from '../../kit/own-rows.ts'
import { nameAlone, nameInUse, oneField, type Twist, type Twists, unknownReference } from '../../kit/twist.ts'
import { CHECK_OF } from './values.ts'

/** A vantage that cannot be used, alone and in every place among those that can. */
const besideGoodOnes = (wrong: (drawing: Drawing) => string | undefined): Twist[] =>
  MISPLACED.map((among) => ({
    intent: 'broken',
    body: (drawing, plain) => {
      const bad = wrong(drawing)
      const good = own(drawing, 'UptimeVantage').flatMap(({ id, available }) => (available ? [id] : []))
      const vantages = bad === undefined ? undefined : among(bad, good.slice(0, 2))
      return vantages && { ...plain, vantages }
    },
  }))

const unavailableVantages = besideGoodOnes(
  (drawing) => drawing.sampler.pick(own(drawing, 'UptimeVantage').filter(({ available }) => !available))?.id,
)
const unknownVantages = besideGoodOnes((drawing) => `no-such-${plainName(drawing)}`)

/** A part of the name of one that is offered. */
const partsOfVantage: readonly Twist[] = PARTS.slice(0, 2).map((part) => ({
  intent: 'broken',
  body: (drawing, plain) => {
    const offered = own(drawing, 'UptimeVantage').filter(({ available }) => available)
    const wrong = part(offered[0]?.id)
    return wrong === undefined || offered.some(({ id }) => id === wrong) ? undefined : { ...plain, vantages: [wrong] }
  },
}))

const notOffered = (choose: (offered: readonly number[]) => number | undefined): Twist => ({
  intent: 'broken',
  body: (drawing, plain) => {
    const offered = own(drawing, 'UptimeInterval')
      .map(({ id }) => Number(id))
      .toSorted((a, b) => a - b)
    const chosen = offered.length > 0 ? choose(offered) : undefined
    return chosen === undefined || offered.includes(chosen) ? undefined : { ...plain, intervalSeconds: chosen }
  },
})

export const intervalNotOffered = notOffered((offered) => (offered.at(-1) ?? 0) + 7)
/** Between two that are, and a multiple of the shortest. */
const intervalsBetween: readonly Twist[] = [
  notOffered(([first = 0, second = 0]) => Math.floor((first + second) / 2)),
  notOffered((offered) => {
    const [shortest = 0, longest = 0] = [offered[0], offered.at(-1)]
    const multiples = Array.from({ length: 10 }, (_, index) => shortest * (index + 2))
    return multiples.find((one) => one < longest && !offered.includes(one))
  }),
]

/** With the check that would go with it: kind is immutable all the same (Endpoints, Uptime, row 10). */
const otherKind = (kind: 'http' | 'tcp'): Twist => ({
  intent: 'exotic',
  body: (drawing) => ({ kind, [kind]: CHECK_OF[kind](drawing) }),
})

/** Everything that may be said of a check, beyond what every check has. */
const REST = {
  http: {
    method: 'POST',
    headers: { accept: 'text/html' },
    bodyBase64: 'aGVsbG8=',
    followRedirects: false,
    expectStatus: ['200', '301'],
    expectBodyContains: 'ok',
  },
  tcp: { tls: true, sendBase64: 'aGVsbG8=', expectPrefixBase64: 'aGVsbG8=' },
} as const

/** A check with all its optional parts. What an expected status may look like is open, so it may be refused. */
const wholeCheck = (kind: 'http' | 'tcp'): Twist => ({
  intent: 'exotic',
  body: (drawing, { http: _http, tcp: _tcp, ...plain }) => ({
    ...plain,
    ...(plain.kind !== undefined && { kind }),
    [kind]: { ...(CHECK_OF[kind](drawing) as object), ...REST[kind] },
  }),
})

export const UPTIME_TWISTS: Twists = {
  createUptimeService: [nameInUse('UptimeService')],
  renameUptimeService: [nameInUse('UptimeService')],
  createMonitor: [
    ...unavailableVantages,
    ...unknownVantages,
    ...partsOfVantage,
    intervalNotOffered,
    ...intervalsBetween,
    unknownReference('serviceId'),
    wholeCheck('http'),
    wholeCheck('tcp'),
  ],
  updateMonitor: [
    ...unavailableVantages,
    ...unknownVantages,
    intervalNotOffered,
    ...intervalsBetween,
    otherKind('http'),
    otherKind('tcp'),
    wholeCheck('http'),
    wholeCheck('tcp'),
    nameAlone,
    oneField(['name', 'enabled', 'timeoutMs', 'intervalSeconds', 'vantages', 'serviceId', 'downCondition']),
  ],
}
