import { clockEvents } from './outside-clock.ts'
import { clusterEvents } from './outside-clusters.ts'
import { credentialEvents } from './outside-credentials.ts'
import { emailEvents } from './outside-email.ts'
import type { Change, Event } from './outside-event.ts'
import { organizationEvents } from './outside-organization.ts'
import { registryEvents } from './outside-registry.ts'
import { type Json, makeReader } from './reader.ts'
import { refuse } from './refusal.ts'
import type { World } from './world.ts'

const EVENTS: Record<string, Event> = {
  ...organizationEvents,
  ...registryEvents,
  ...emailEvents,
  ...clusterEvents,
  ...credentialEvents,
}

/** The test interface under /_test: what happens to the candidate other than through its API. */
export function handleTest(world: World, name: string, body: Json): unknown {
  const read = makeReader({ ...world.choice, unknownFields: 'ignore', nullMeansAbsent: true }, 400)
  const clock = clockEvents[name]
  if (clock) return clock({ world, read, body })
  const event = EVENTS[name] ?? refuse(404, 'no such event')
  const changed: Change[] = []
  const more = event({ world, read, body, changed }) ?? {}
  world.timers.fire(world.now())
  return { at: new Date(world.now()).toISOString(), changed, ...more }
}
