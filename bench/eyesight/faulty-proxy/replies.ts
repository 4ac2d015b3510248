import type { Fields, Reply } from './fault.ts'

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asFields = (value: unknown): Fields => (isFields(value) ? value : {})

export const asList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(asFields) : [])

/** The JSON object of a request or an answer; nothing in it when there is none. */
export function fieldsOf({ body }: { readonly body: Buffer }): Fields {
  try {
    return asFields(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

export const good = ({ status }: Reply): boolean => status >= 200 && status < 300

const JSON_TYPE = 'application/json; charset=utf-8'

export const reply = (status: number, body?: unknown): Reply => ({
  status,
  headers: body === undefined ? {} : { 'content-type': JSON_TYPE },
  body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
})

/** The same answer with another body; an entity tag would no longer be right. */
export const withBody = (answer: Reply, body: unknown): Reply => ({
  status: answer.status,
  headers: { ...answer.headers, etag: undefined },
  body: Buffer.from(JSON.stringify(body)),
})

export const omit = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
