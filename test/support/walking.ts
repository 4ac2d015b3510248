import { drawWalk } from '../../src/conformance/draw/walk.ts'
import { castOf } from '../../src/conformance/kit/cast.ts'
import type { Drawer } from '../../src/conformance/kit/drawer.ts'
import { openSession } from '../../src/conformance/run/open-session.ts'
import { makeTidy } from '../../src/conformance/run/tidy.ts'
import type { Walk } from '../../src/conformance/script/goal.ts'
import { runDrawn, type Sequence } from '../../src/conformance/sequence/sequence.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { Operation } from '../../src/contract/operations.ts'
import { controlDriver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

/** A mock of its own, and a judge that walks where it is told. */
export async function openWalking() {
  const mock = await createMock({ port: 0, seed: 'small' })
  const client = fetchClient((path, init) => mock.fetch(path, init))
  const contract = loadContract(source, await mockProfile(client))
  const driver = controlDriver(mock.url, contract.controlOperations)
  const session = await openSession({ contract, client, driver, url: mock.url })
  const cast = castOf(contract)
  const tidy = makeTidy(session, cast, true)
  let count = 0
  const draw = async (drawer: Drawer): Promise<Sequence> => {
    const sequence = await runDrawn(session, `walking${count++}`, drawer)
    await tidy(sequence)
    return sequence
  }
  return {
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
