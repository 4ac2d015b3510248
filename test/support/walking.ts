import { drawWalk } from '../../src/conformance/draw/walk.ts'
import { castOf } from '../../src/conformance/kit/cast.ts'
import type { Drawer } from '../../src/conformance/kit/drawer.ts'
import { openSession } from '../../src/conformance/run/open-session.ts'
import { makeTidying } from '../../src/conformance/run/tidy.ts'
import type { Walk } from '../../src/conformance/script/goal.ts'
import { runDrawn, type Sequence } from '../../src/conformance/sequence/sequence.ts'
import type { Receiver } from '../../src/conformance/session/receiver.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { Operation } from '../../src/contract/operations.ts'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import type { Client } from '../../src/target/client.ts'
import { controlDriver, type Driver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

interface Walking {
  /** What the mock does at open points. */
  readonly gaps?: Profile['gaps']
  /** The profile it is judged by, made from its own. */
  readonly judgedBy?: (profile: Profile) => Profile
  /** What stands between it and the judge. */
  readonly between?: (client: Client) => Client
  /** Where the target's webhooks arrive, and which it may ask for keys. */
  readonly receiver?: Receiver
  /** A driver that tells something else. */
  readonly drivenBy?: (driver: Driver) => Driver
}

/** A mock of its own, and a judge that walks where it is told. */
export async function openWalking({
  gaps = {},
  judgedBy = (own) => own,
  between = (own) => own,
  drivenBy = (own) => own,
  receiver,
}: Walking = {}) {
  const mock = await createMock({ port: 0, seed: 'small', profile: { ...EMPTY_PROFILE, gaps } })
  const plain = fetchClient((path, init) => mock.fetch(path, init))
  const client = between(plain)
  const contract = loadContract(source, judgedBy((await mockProfile(plain)) ?? EMPTY_PROFILE))
  const driver = drivenBy(controlDriver(mock.url, contract.controlOperations, plain))
  const session = await openSession({ contract, client, driver, url: mock.url, ...(receiver && { receiver }) })
  const cast = castOf(contract)
  const { tidy } = makeTidying(session, cast, true)
  let count = 0
  const draw = async (drawer: Drawer): Promise<Sequence> => {
    const sequence = await runDrawn(session, `walking${count++}`, drawer)
    await tidy(sequence)
    return sequence
  }
  return {
    mock,
    contract,
    session,
    cast,
    /** The operations of an area. */
    of: (area: string): Operation[] => [...contract.operations.values()].filter((one) => one.area === area),
    draw,
    walk: (walk: Walk, seed = 7) => draw(drawWalk(session, walk, seed, cast)),
    close: () => mock.close(),
  }
}

/** What was done and what came of it: `createMonitor 201`, `outside event advanceClock`. */
export const told = ({ trace }: Sequence): string[] =>
  trace.map(({ step, exchange }) =>
    step.kind === 'event'
      ? `outside event ${step.event}`
      : `${step.operation} ${exchange?.answered ? exchange.received.status : 'unanswered'}`,
  )
