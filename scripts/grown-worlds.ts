/**
 * Writes src/model/generated/acme.txt: the usual world, grown beforehand, so that nobody waits for it at each start. A test
 * holds it against the world that grows. `node scripts/grown-worlds.ts`
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { acme } from '../src/model/seeds/acme/index.ts'
import { writeGrown } from '../src/model/seeds/beforehand/grown-world.ts'
import { plant } from '../src/model/seeds/kit/plant.ts'

const { gaps } = loadContract(source)
const [one, other] = ['2026-03-05T09:00:00Z', '2031-10-26T00:59:17Z'].map((now) =>
  plant(acme, Object.values(acme.actors), Date.parse(now), gaps),
)
if (one && other) writeFileSync(join(import.meta.dirname, '../src/model/generated/acme.txt'), writeGrown(one, other))
