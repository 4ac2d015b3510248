/** The Kubernetes recipe in docs/ci.md: valid Jobs, whose commands and volumes exist. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Job as KubernetesJob } from 'kubernetes-models/batch/v1/Job'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { mergeCommand } from '../bin/commands/merge.ts'
import { verifyCommand } from '../bin/commands/verify.ts'
import { ROOT } from './support/command.ts'

interface Job {
  readonly spec: {
    readonly completions?: number
    readonly parallelism?: number
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly args: readonly [string]
          readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
        }[]
        readonly volumes: readonly { readonly name: string }[]
      }
    }
  }
}

const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')
const [, recipe = ''] = /### On Kubernetes[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? []
const jobs = parseAllDocuments(recipe).map((document) => document.toJS() as Job)
const schema = JSON.parse(readFileSync(join(ROOT, 'test/support/kubernetes-job.schema.json'), 'utf8'))
const isJob = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(schema)

/** The official schema allows unknown fields; the one of our own, of the fields in use, does not. */
const officialProblem = (document: unknown): string | undefined => {
  try {
    new KubernetesJob(structuredClone(document) as ConstructorParameters<typeof KubernetesJob>[0]).validate()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('both documents fit the official schema of a Job, and what is wrong would be noticed', () => {
  for (const job of jobs) expect(officialProblem(job)).toBeUndefined()
  const [job] = jobs
  expect(officialProblem({ ...job, spec: { ...job?.spec, completions: '4' } })).toContain('completions must be integer')
  expect(officialProblem({ ...job, spec: { ...job?.spec, completionMode: 'Numbered' } })).toContain('completionMode')
  expect(officialProblem({ ...job, spec: { completions: 4 } })).toContain('template')
})

test('both documents have known fields only', () => {
  expect(jobs).toHaveLength(2)
  for (const job of jobs) expect([isJob(job), isJob.errors]).toEqual([true, null])
  const [job] = jobs
  for (const wrong of [
    { ...job, kind: 'CronJob' },
    { ...job, spec: { ...job?.spec, completions: undefined } },
  ])
    expect(isJob(JSON.parse(JSON.stringify(wrong)))).toBe(false)
})

test('every container mounts volumes that there are, and writes only there', () => {
  for (const { spec } of jobs)
    for (const { volumeMounts, args } of spec.template.spec.containers) {
      const names = spec.template.spec.volumes.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)))
      for (const [path] of args[0].matchAll(/\/(config|reports)\//g))
        expect(volumeMounts.map(({ mountPath }) => `${mountPath}/`)).toContain(path)
    }
})

test('the commands have only options that exist, and the shards are as many as the pods', () => {
  const [verify, merge] = jobs.map(({ spec }) => spec.template.spec.containers[0]?.args[0] ?? '')
  const options = (command: string) => command.match(/ --[a-z-]+/g)?.map((option) => option.trim()) ?? []
  const known = (command: { readonly options: readonly { readonly long?: string | undefined }[] }) =>
    command.options.map(({ long }) => long)
  expect(known(verifyCommand(() => {}))).toEqual(
    expect.arrayContaining(options(verify ?? '').filter((one) => one !== '--yes')),
  )
  expect(known(mergeCommand(() => {}))).toEqual(
    expect.arrayContaining(options(merge ?? '').filter((one) => one !== '--yes')),
  )

  const shards = [0, 1, 2, 3].map((index) =>
    execFileSync('sh', ['-c', `echo ${/--shard (\S+ \+ 1\)\)\/\d+)/.exec(verify ?? '')?.[1]}`], {
      env: { JOB_COMPLETION_INDEX: String(index) },
      encoding: 'utf8',
    }).trim(),
  )
  expect(shards).toEqual(['1/4', '2/4', '3/4', '4/4'])
  expect(jobs[0]?.spec).toMatchObject({ completions: 4, parallelism: 4 })
})
