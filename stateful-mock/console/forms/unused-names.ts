type Fields = Readonly<Record<string, unknown>>

/** Fields by which a thing is told from others of its kind. */
const NAMES = ['name', 'slug', 'pattern']

/** A body to start from whose names are still free, since a second thing of the same name would be refused. */
export function withUnusedNames(body: Fields, others: readonly Fields[]): Fields {
  const renamed = NAMES.flatMap((field) => {
    const taken = new Set(others.map((thing) => thing[field]))
    const name = body[field]
    return typeof name === 'string' && taken.has(name) ? [[field, unusedName(name, taken)]] : []
  })
  return { ...body, ...Object.fromEntries(renamed) }
}

/** `shop` as shop-2, `mail.acme.example` as mail-2.acme.example, `Home page` as Home page 2. */
function unusedName(name: string, taken: ReadonlySet<unknown>): string {
  const [, first = name, rest = ''] = /^([^.]+)(\..*)$/.exec(name) ?? []
  const between = /[A-Z ]/.test(first) ? ' ' : '-'
  for (let number = 2; ; number++) {
    const other = `${first}${between}${number}${rest}`
    if (!taken.has(other)) return other
  }
}
