import { byBackend } from './by-backend.ts'

export const quorumAboveVantages = byBackend({
  id: 'uptime.quorum-above-vantages',
  says: 'A quorum above the number of vantages may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (not said)',
  provenance: 'assumed',
  refuses: ({ named, vantages, downCondition }, context) => {
    if (!named.vantages && !named.downCondition) return undefined
    if (!downCondition || downCondition.quorum <= new Set(vantages).size) return undefined
    return context.gap('uptime.quorum-above-vantages') === 'refuse'
      ? 'the quorum is greater than the number of vantages'
      : undefined
  },
})

export const conditionBelowOne = byBackend({
  id: 'uptime.condition-below-one',
  says: 'Confirmations or a quorum below one may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (not said)',
  provenance: 'assumed',
  refuses: ({ named: { downCondition } }, context) => {
    if (!downCondition || Math.min(downCondition.confirmations, downCondition.quorum) >= 1) return undefined
    return context.gap('uptime.condition-below-one') === 'refuse'
      ? 'confirmations and quorum must be at least 1'
      : undefined
  },
})

export const timeoutOutOfBounds = byBackend({
  id: 'uptime.timeout-out-of-bounds',
  says: 'A timeout of zero, or one longer than the interval, may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (not said)',
  provenance: 'assumed',
  refuses: ({ named, timeoutMs, intervalSeconds }, context) => {
    if (named.timeoutMs === undefined && named.intervalSeconds === undefined) return undefined
    if (timeoutMs === undefined || intervalSeconds === undefined) return undefined
    if (timeoutMs >= 1 && timeoutMs <= intervalSeconds * 1000) return undefined
    const bounds = context.gap('uptime.timeout-bounds')
    if (bounds === 'any' || (bounds === 'positive' && timeoutMs >= 1)) return undefined
    return timeoutMs < 1 ? 'the timeout must be positive' : 'the timeout is longer than the interval'
  },
})
