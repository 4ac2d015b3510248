import { expect, test } from 'vitest'
import { SAME_IMAGE_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/same-image.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../../support/seen-case.ts'

/** A target that keeps the tags of a repository under its name alone, until something is pushed anywhere. */
function keptByName(): Mistake {
  let kept: unknown
  return {
    answered({ sent: { method, path }, received }) {
      if (method !== 'GET' || !/\/tags\?repo=app$/.test(path)) return received
      if (received.status === 200 && JSON.stringify(received.json).includes('"one"')) kept = received.json
      const isEmpty = received.status === 404 || JSON.stringify(received.json) === '{"tags":[]}'
      return isEmpty && kept !== undefined ? as(received, 200, kept) : received
    },
  }
}

const plan = walksOf(SAME_IMAGE_SCRIPTS, (walk) => walk.length > 6 && !calls('deleteTag')(walk))

test.each(['empty', 'refuse'])('a repository of the same name elsewhere has nothing of ours (%s)', async (unknown) => {
  const gaps = { 'registry.unknown-repository-list': unknown }
  expect(await found(keptByName(), plan, [], gaps)).toMatchObject({ operation: 'listTags', severity: 'failure' })
  expect(await found(undefined, plan, [], gaps)).toBeUndefined()
})
