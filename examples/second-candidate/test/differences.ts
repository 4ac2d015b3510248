import driver from '../driver.mjs'
import type { Fault } from '../fault.ts'
import { startCandidate } from '../server.ts'
import { fits, makeClient, runSteps, shownValue } from './sequence.ts'

type Target = { readonly url: string }
type Variant = 'a' | 'b'

/**
 * What is wrong with a fault's own description: in each of its variants its sequence must show the fault on the
 * faulty candidate and not on the clean one, and no step may be one that every variant can spare.
 */
export async function complaintsAbout(fault: Fault, clean: Readonly<Record<Variant, Target>>): Promise<string[]> {
  const complaints: string[] = []
  let spare = fault.minimal.map((_, step) => step).slice(0, -1)
  for (const variant of fault.variants ?? (['a', 'b'] as const)) {
    const faulty = await startCandidate({ variant, faults: [fault.name] })
    try {
      const good = await observe(clean[variant], variant, fault)
      const bad = await observe(faulty, variant, fault)
      if (!good.correct || good.faulty) complaints.push(`clean ${variant} shows ${JSON.stringify(good.value)}`)
      if (!bad.faulty || bad.correct) complaints.push(`faulty ${variant} shows ${JSON.stringify(bad.value)}`)
      spare = spare.length > 10 ? [] : await spared(fault, clean[variant], faulty, variant, spare)
    } finally {
      await faulty.close()
    }
  }
  return [...complaints, ...spare.map((step) => `step ${step} can be left out`)]
}

/** The steps without which the two can still be told apart. */
async function spared(fault: Fault, clean: Target, faulty: Target, variant: Variant, steps: readonly number[]) {
  const found = []
  for (const step of steps) if (await tellsApart(step)) found.push(step)
  return found

  async function tellsApart(hole: number): Promise<boolean> {
    try {
      if (!(await observe(clean, variant, fault, hole)).correct) return false
      return (await observe(faulty, variant, fault, hole)).faulty
    } catch (error) {
      if (error instanceof Error && /leads nowhere/.test(error.message)) return false
      throw error
    }
  }
}

async function observe(target: Target, variant: Variant, { minimal, shows }: Fault, hole = -1) {
  const client = makeClient(target.url, variant)
  await driver(target).resetWorld?.()
  const steps = minimal.map((step, index) => (index === hole ? undefined : step))
  const answers = await runSteps(client, steps)
  const value = shownValue(shows, answers)
  const is = (which: 'correct' | 'faulty') => fits(value, shows[which], answers, client.choice)
  return { value, correct: is('correct'), faulty: is('faulty') }
}
