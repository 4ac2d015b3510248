import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import driver from '../driver.mjs'
import { FAULTS } from '../faults.mjs'
import { startCandidate } from '../server.mjs'
import { fits, makeClient, runSteps, shownValue } from './sequence.mjs'

for (const variant of ['a', 'b']) {
  describe(`faults in variant ${variant}`, () => {
    let clean
    before(async () => {
      clean = await startCandidate({ variant })
    })
    after(() => clean.close())

    for (const fault of FAULTS.filter(({ variants }) => variants.includes(variant))) {
      test(fault.name, async () => {
        const faulty = await startCandidate({ variant, faults: [fault.name] })
        try {
          const good = await observe(clean, variant, fault.minimal, fault.shows)
          const bad = await observe(faulty, variant, fault.minimal, fault.shows)
          assert.ok(good.is('correct'), `clean shows ${JSON.stringify(good.value)}`)
          assert.ok(bad.is('faulty'), `faulty shows ${JSON.stringify(bad.value)}`)
          assert.ok(!good.is('faulty') && !bad.is('correct'))
          if (fault.minimal.length <= 10) await assertNoStepToSpare(clean, faulty, variant, fault)
        } finally {
          await faulty.close()
        }
      })
    }
  })
}

test('fault names are unique and there are enough of them', () => {
  assert.ok(FAULTS.length >= 30)
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length)
})

async function observe(candidate, variant, steps, shows) {
  const client = makeClient(candidate.url, variant)
  await driver(candidate).resetWorld()
  const answers = await runSteps(client, steps)
  const value = shownValue(shows, answers)
  return { value, is: (which) => fits(value, shows[which], answers, client.choice) }
}

/** Without any one of its steps the sequence no longer tells the two apart. */
async function assertNoStepToSpare(clean, faulty, variant, { minimal, shows }) {
  for (let hole = 0; hole < minimal.length - 1; hole += 1) {
    const steps = minimal.map((step, index) => (index === hole ? undefined : step))
    let tellsApart = false
    try {
      const good = await observe(clean, variant, steps, shows)
      const bad = await observe(faulty, variant, steps, shows)
      tellsApart = good.is('correct') && bad.is('faulty')
    } catch (error) {
      if (!/leads nowhere/.test(error.message)) throw error
    }
    assert.ok(!tellsApart, `step ${hole} can be left out`)
  }
}
