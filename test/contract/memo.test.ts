import { expect, test } from 'vitest'
import { memo } from '../../src/contract/memo.ts'

test('works an answer out once for each object, told apart by identity', () => {
  let calls = 0
  const size = memo((list: readonly number[]) => {
    calls++
    return { size: list.length }
  })
  const [one, other] = [
    [1, 2],
    [1, 2],
  ]
  expect(size(one)).toEqual({ size: 2 })
  expect(size(one)).toBe(size(one))
  expect(size(other)).not.toBe(size(one))
  expect(calls).toBe(2)
})

test('works an answer out once for each text', () => {
  const asked: string[] = []
  const length = memo((text: string) => {
    asked.push(text)
    return text.length
  })
  expect(['one', 'three', 'one', 'three'].map(length)).toEqual([3, 5, 3, 5])
  expect(asked).toEqual(['one', 'three'])
})

test('remembers that there is nothing, too', () => {
  let calls = 0
  const first = memo((list: readonly string[]) => {
    calls++
    return list[0]
  })
  const empty: readonly string[] = []
  expect([first(empty), first(empty)]).toEqual([undefined, undefined])
  expect(calls).toBe(1)
})

test('does not remember what throws', () => {
  let calls = 0
  const picky = memo((thing: { readonly good: boolean }) => {
    calls++
    if (calls === 1) throw new Error('not yet')
    return thing.good
  })
  const thing = { good: true }
  expect(() => picky(thing)).toThrow('not yet')
  expect(picky(thing)).toBe(true)
})

test('a function may ask itself about another object', () => {
  interface Node {
    readonly below: readonly Node[]
  }
  const depth: (node: Node) => number = memo(
    (node: Node) => 1 + Math.max(0, ...node.below.map((child) => depth(child))),
  )
  const leaf = { below: [] }
  expect(depth({ below: [{ below: [leaf] }, leaf] })).toBe(3)
})
