import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCandidate } from '../../../examples/candidate/server.mjs'
import { startCandidate as startSecondCandidate } from '../../../examples/second-candidate/server.ts'
import { type Contract, loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'
import { askTarget, type Read } from '../../../src/target/matching/ask-target.ts'
import { matchOperations } from '../../../src/target/matching/match-operations.ts'
import { theirOperations } from '../../../src/target/matching/their-operation.ts'
import { ROOT } from '../../support/command.ts'
import { FULL } from '../../support/judged-candidate.ts'
import { renamedDescription } from './renamed-description.ts'

const plain = loadContract(source)
const OURS = [...plain.operations.values()].filter(({ assumedBinding }) => assumedBinding)

function contractOf(folder: string, variant: string): Contract {
  const file = join(ROOT, 'examples', folder, `profile-${variant}.yaml`)
  return loadContract(source, readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} }))
}

const CANDIDATES = [
  { folder: 'candidate', variant: 'a', start: startCandidate },
  { folder: 'candidate', variant: 'b', start: startCandidate },
  { folder: 'second-candidate', variant: 'a', start: startSecondCandidate },
  { folder: 'second-candidate', variant: 'b', start: startSecondCandidate },
] as const

const SEEDS = FULL ? 200 : 4

/** With everything in place and nothing in the way: how many operations are surely matched at the least. */
const LEAST = { candidate: 0.6, 'second-candidate': 0.6 }

test.each(CANDIDATES)(
  '$folder $variant with its paths renamed at random: right or left open, never wrong',
  async ({ folder, variant, start }) => {
    const contract = contractOf(folder, variant)
    const { url, close } = await start({ port: 0, variant })
    onTestFinished(async () => void (await close()))
    const answers = new Map<string, NonNullable<Awaited<ReturnType<Read>>>>()
    const counts = { right: 0, open: 0, wrong: [] as string[] }
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { document, places, original } = renamedDescription(contract, seed)
      const read: Read = async (path) => {
        const known = answers.get(original.get(path) ?? path)
        if (known) return known
        const response = await fetch(url + (original.get(path) ?? path), {
          headers: { ...contract.profile.actors.owner?.headers },
        })
        const text = await response.text()
        const answer = { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : undefined }
        answers.set(original.get(path) ?? path, answer)
        return answer
      }
      const { sure } = matchOperations(OURS, await askTarget(theirOperations(document), read))
      for (const [{ id }, { method, path }] of sure)
        if (places.get(id) === `${method} ${path}`) counts.right++
        else counts.wrong.push(`seed ${seed}: ${id} taken for ${method} ${path}, is ${places.get(id) ?? 'not there'}`)
      counts.open += places.size - sure.size
    }
    if (FULL) console.log(folder, variant, counts.right, 'right', counts.open, 'open')
    expect(counts.wrong).toEqual([])
    expect(counts.right / (counts.right + counts.open)).toBeGreaterThan(LEAST[folder])
  },
)

test('a description whose schemas are within themselves, or whose references are broken, is read all the same', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/A' }]),
  )
  const answer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } }
  const document = {
    openapi: '3.1.0',
    paths: { '/a': { get: { responses: { 200: answer } } }, '/b': { $ref: '#/components/%zz' } },
    components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }], properties } } },
  }
  const [read, ...others] = theirOperations(document)
  expect(others).toEqual([])
  expect(read?.answer).toEqual(expect.arrayContaining(['p0', 'p0.p1']))
})
