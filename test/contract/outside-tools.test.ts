/** Other tools read our description: a type generator, a mock server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import type { Operation } from '../../src/contract/operations.ts'
import { buildPath } from '../../src/contract/routes.ts'
import { freePort, serving } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

function bundled(document: object): string {
  const file = join(temporaryFolder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

test('openapi-typescript generates types from it', async () => {
  const types = astToString(await openapiTS(JSON.stringify(source.api)))
  expect(types).toContain('createMonitor: {')
  expect(types).toContain('OncallIncident: {')
})

test('Prism serves every operation, each answering its first success status to its example', async () => {
  const port = await freePort()
  const url = await serving('prism', ['mock', '-m', 'false', '-p', String(port), '--errors', bundled(source.api)], port)
  const operations = [...loadContract(source).operations.values()]
  const answers = await Promise.all(
    operations.map(async (operation) => [operation.id, await statusFor(url, operation)]),
  )
  expect(Object.fromEntries(answers)).toEqual(
    Object.fromEntries(operations.map(({ id, success }) => [id, success.status])),
  )
})

async function statusFor(url: string, operation: Operation): Promise<number> {
  const path = buildPath(
    operation,
    Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema.type === 'integer' ? 7 : 'x'])),
  )
  const needed = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const query = new URLSearchParams(Object.fromEntries(needed.map(({ name }) => [name, 'x'])))
  const response = await fetch(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: operation.method,
    headers: { authorization: 'Bearer owner', ...(operation.body && { 'content-type': 'application/json' }) },
    ...(operation.body && { body: JSON.stringify(operation.body.example) }),
  })
  await response.arrayBuffer()
  return response.status
}
