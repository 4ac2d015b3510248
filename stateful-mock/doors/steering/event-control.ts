import type { Contract } from '../../../src/contract/contract.ts'
import type { paths } from '../../../src/contract/generated/control.ts'
import type { EventAnswer, EventName } from '../../../src/model/request/operation-types.ts'
import { CONTROL_PREFIX } from '../../http/control-prefix.ts'
import type { ControlBody } from './control-body.ts'
import type { ControlClient } from './control-client.ts'

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text
type PathOfEvent = keyof paths & `/_understudy/events/${string}`
type OutsideEvent = PathOfEvent extends infer Path
  ? Path extends `/_understudy/events/${infer Name}`
    ? Camel<Name> & EventName
    : never
  : never

/** Every outside event of the control description, as a method. */
export type Events = {
  readonly [Name in OutsideEvent]: (what: ControlBody<Name>) => Promise<EventAnswer<Name>>
}

const FOLDER = `${CONTROL_PREFIX}/events/`

export function eventsOf({ controlOperations }: Contract, ask: ControlClient): Events {
  const events = [...controlOperations.values()].filter(({ path }) => path.startsWith(FOLDER))
  const causes = events.map(({ id, path }) => [
    id,
    (what: unknown) => ask('POST', path.slice(CONTROL_PREFIX.length), what),
  ])
  return Object.fromEntries(causes) as Events
}
