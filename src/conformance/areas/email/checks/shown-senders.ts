import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import type { Shadow } from '../../../shadow/shadow.ts'

/**
 * Finds nothing wrong: it remembers which domains were last shown as verified for sending. How long a verification takes is
 * open, so that none is over before the target says so.
 */
export const shownSenders: Check<ReadonlySet<string>> = {
  name: 'senders',
  provenance: 'stated',
  start: new Set(),
  look({ things, org }, memory) {
    const domains = things.filter(({ entity }) => entity === 'EmailDomain')
    if (domains.length === 0) return { found: NOTHING_FOUND, memory }
    const senders = new Set(memory)
    for (const { object } of domains) {
      if (object.sendState === 'verified') senders.add(keyOf(org, object.name))
      else senders.delete(keyOf(org, object.name))
    }
    return { found: NOTHING_FOUND, memory: senders }
  },
}

/** True if the target has shown that a message is from a domain which may send. */
export function isFromShownSender(shadow: Shadow, org: string, mail: unknown): boolean {
  const sender = isObject(mail) ? String(mail.from) : ''
  return memoryOf(shadow, shownSenders).has(keyOf(org, sender.slice(sender.lastIndexOf('@') + 1)))
}

const keyOf = (org: string, name: unknown): string => `${org} ${name}`
