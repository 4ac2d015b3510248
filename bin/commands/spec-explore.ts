import { Command } from 'commander'
import { AREAS, type Area } from '../../src/contract/areas.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { INVARIANTS } from '../../src/explore/invariants/index.ts'
import { type Explored, explore } from '../../src/explore/walk/explore.ts'
import { gapSets } from '../../src/explore/walk/gap-sets.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { atLeastOne } from '../command-line/whole-number.ts'
import { COLOURS } from '../terminal/colours.ts'
import { print, table } from '../terminal/output.ts'

interface Options {
  readonly seconds: number
  readonly worlds: number
}

export function exploreCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('explore')
    .description('explore every state the model can reach within bounds, and check the invariants in each')
    .argument('[area...]', `only these areas (${AREAS.join(', ')})`)
    .option('--seconds <n>', 'time for each area, shared by its sets of gap values', atLeastOne, 20)
    .option('--worlds <n>', 'maximum number of states for each set of gap values', atLeastOne, 100_000)
    .action((areas: readonly string[], options: Options) => {
      const wrong = areas.find((area) => !AREAS.some((known) => known === area))
      if (wrong !== undefined) throw new UsageError(`There is no area ${wrong}${didYouMean(wrong, AREAS)}.`)
      const walked = (areas.length > 0 ? (areas as readonly Area[]) : AREAS).map((area) => walk(area, options))
      for (const { area, breaches } of walked)
        for (const { invariant, what, path } of breaches) {
          print(`${COLOURS.bad('BREACH')} ${area}: ${invariant}: ${what}`)
          for (const [index, words] of path.entries()) print(`  ${index + 1}. ${words}`)
        }
      print(table(walked.map(row)))
      for (const { area, untaken } of walked)
        if (untaken.length > 0) print(`${area}: never done with success: ${untaken.join(', ')}`)
      print(`checked in each: ${INVARIANTS.map(({ name }) => name).join(', ')}`)
      finish(walked.some(({ breaches }) => breaches.length > 0) ? 1 : 0)
    })
  return examples(command, ['understudy spec explore oncall --seconds 60', 'understudy spec explore'])
}

interface Walked extends Explored {
  readonly area: Area
  readonly sets: number
}

/** Of an area under every set of gap values, as one. */
function walk(area: Area, { seconds, worlds }: Options): Walked {
  const contract = loadContract(source)
  const sets = gapSets(contract, area)
  const results = sets.map((choices) => {
    const endMs = performance.now() + (seconds * 1000) / sets.length
    return explore({ contract, area, choices, mostWorlds: worlds, isOver: () => performance.now() > endMs })
  })
  const breaches = new Map(results.flatMap((one) => one.breaches.map((breach) => [breach.invariant, breach] as const)))
  return {
    area,
    sets: sets.length,
    worlds: results.reduce((sum, one) => sum + one.worlds, 0),
    transitions: results.reduce((sum, one) => sum + one.transitions, 0),
    depth: Math.max(...results.map((one) => one.depth)),
    complete: results.every((one) => one.complete),
    untaken: results[0]?.untaken.filter((id) => results.every((one) => one.untaken.includes(id))) ?? [],
    breaches: [...breaches.values()],
  }
}

const row = ({ area, worlds, transitions, depth, complete, sets, breaches }: Walked): string[] => [
  area,
  `${worlds} worlds`,
  `${transitions} steps`,
  `${depth} deep${complete ? ', all there are' : ''}`,
  `${sets} sets of gap values`,
  breaches.length === 0 ? COLOURS.good('holds') : COLOURS.bad(`${breaches.length} broken`),
]
