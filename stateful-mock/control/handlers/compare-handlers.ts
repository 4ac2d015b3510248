import type { World } from '../../../src/model/world/world.ts'
import { beyondReach } from '../../journal/beyond-reach.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { apiEntities } from '../../views/api-entities.ts'
import { compareWorlds } from '../../world/compare-worlds.ts'
import { type ControlAnswer, type ControlHandler, done } from './control-handler.ts'

/** More than anybody reads. */
const MOST = 1_000

interface Wanted {
  readonly fromSandbox?: string
  readonly fromEntry?: number
  readonly toSandbox?: string
  readonly toEntry?: number
}

export const compareSandboxes: ControlHandler = (here, { query }) => {
  const { fromSandbox, fromEntry, toSandbox, toEntry } = query as Wanted
  const other = fromSandbox !== undefined && fromSandbox !== (toSandbox ?? here.name)
  const from = worldOf(here, fromSandbox, fromEntry ?? (other ? undefined : 'start'))
  const to = worldOf(here, toSandbox, toEntry)
  if ('status' in from) return from
  if ('status' in to) return to
  const differences = compareWorlds(from, to, apiEntities(here.contract))
  return done({ differences: differences.slice(0, MOST), total: differences.length })
}

function worldOf(here: Sandbox, name: string | undefined, entry: number | 'start' | undefined): World | ControlAnswer {
  const sandbox = name === undefined ? here : here.mock.sandboxes.get(name)
  if (!sandbox) return { status: 404, error: `there is no sandbox named ${name}` }
  const { world, entries, journal } = sandbox.holder
  if (entry === undefined) return world
  if (entry === 'start') return journal.start.world
  if (entry > entries) return { status: 404, error: `there is no entry ${entry} in the journal of ${sandbox.name}` }
  const gone = beyondReach(journal, entry)
  return gone === undefined ? journal.stateAt(entry).world : { status: 404, error: gone }
}
