import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Page, pageText, type Seen } from '../../bench/eyesight/table.ts'
import { ROOT } from '../support/command.ts'

const PAGES = ['README.md', 'PROXY.md', 'SECOND-CANDIDATE.md']

/** The rows of a table, read back; how long one was looked at that was not seen is not in it. */
function rowsIn(text: string): Seen[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| fault'))
  return lines.map((line) => {
    const [name = '', needs = '', requests = '', steps = '', byHand = '', ...found] = line.slice(2, -2).split(' | ')
    return {
      name,
      needs,
      caught: requests !== 'not seen',
      requests: Number(requests),
      steps: Number(steps),
      byHand: Number(byHand),
      found: found.join(' | ').replaceAll('\\|', '|'),
    }
  })
}

function readBack(text: string): Page {
  const [head = '', ...sections] = text.split(/^## (?!What nothing)/m)
  const [title = '', , ...about] = head.split('\n')
  const tables = sections.map((section) => ({ heading: section.split('\n')[0] ?? '', rows: rowsIn(section) }))
  return {
    title: title.slice(2),
    about: about.slice(0, about.indexOf('')),
    tables: tables.length > 0 ? tables : [{ rows: rowsIn(head) }],
  }
}

test.each(PAGES)('bench/eyesight/%s is as it would be written', (file) => {
  const text = readFileSync(join(ROOT, 'bench/eyesight', file), 'utf8')
  expect(readBack(text).tables[0]?.rows.length).toBeGreaterThan(50)
  expect(pageText(readBack(text))).toBe(text)
})
