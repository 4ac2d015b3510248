import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import dockerfileUtils from 'dockerfile-utils'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './support/command.ts'
import { freePort } from './support/server-process.ts'

const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')

/** Instructions of the last stage, continuation lines joined. */
const stages = text
  .replaceAll('\\\n', ' ')
  .split(/^(?=FROM )/m)
  .slice(1)
const last = (stages.at(-1) ?? '').split('\n').filter((line) => line !== '')
const of = (instruction: string): string[] =>
  last.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
const json = (line: string): string[] => JSON.parse(line.slice(line.indexOf('['))) as string[]

test('the last image is small and runs as nobody in particular', () => {
  expect(of('FROM')).toEqual(['node:24-alpine'])
  expect(of('USER')).toEqual(['node'])
  expect(last.findIndex((line) => line.startsWith('USER'))).toBeLessThan(
    last.findIndex((line) => line.startsWith('ENTRYPOINT')),
  )
  expect(last.filter((line) => line.startsWith('RUN'))).toEqual([])
})

test('what is copied from the clone is in it, and not kept out of the build', () => {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const copied = text
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1))
    .filter((path) => path !== '.')
  expect(copied).toEqual(
    expect.arrayContaining(['package.json', 'package-lock.json', 'bin/understudy.js', 'bin/loading.js']),
  )
  for (const path of copied) {
    expect(existsSync(join(ROOT, path)), path).toBe(true)
    expect(ignored).not.toContain(path.split('/')[0])
  }
  for (const needed of ['src', 'spec', 'bin', 'stateful-mock', 'scenarios', 'scripts', 'examples'])
    expect(ignored).not.toContain(needed)
})

test('what the container starts listens for everybody, and its health check finds it', async () => {
  const [, ...entry] = json(of('ENTRYPOINT')[0] ?? '[]')
  const port = String(await freePort())
  const child = spawn(process.execPath, [...entry, ...json(of('CMD')[0] ?? '[]'), '--port', port], { cwd: ROOT })
  onTestFinished(() => void child.kill())
  await new Promise((resolve) => child.stdout.once('data', resolve))

  const [program, ...args] = json(of('HEALTHCHECK')[0] ?? '[]')
  expect(program).toBe('wget')
  const url = new URL(args.at(-1) ?? '')
  expect(of('EXPOSE')).toEqual([url.port])
  url.port = port
  expect((await fetch(url)).status).toBe(200)

  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('dockerfile-utils has nothing to say', () => {
  expect(dockerfileUtils.validate(text)).toEqual([])
  expect(dockerfileUtils.validate(text.replace('--interval', '--intervall'))).toMatchObject([
    { message: 'Unknown flag: intervall' },
  ])
})
