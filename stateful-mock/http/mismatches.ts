/** A place where a value differs from the expected one. */
export interface Mismatch {
  /** Such as `name` or `tcp.port` or `vantages[0]`; empty for the value itself. */
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** The differences between a JSON value and an expected part. Objects may have more fields; lists no more items. */
export function mismatches(actual: unknown, expected: unknown, path = ''): Mismatch[] {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual) ? [] : [{ path, expected, actual }]
  if (Array.isArray(expected) && Array.isArray(actual) && actual.length === expected.length)
    return expected.flatMap((item, index) => mismatches(actual[index], item, `${path}[${index}]`))
  if (isObject(expected) && isObject(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      mismatches(Object.hasOwn(actual, name) ? actual[name] : undefined, value, path === '' ? name : `${path}.${name}`),
    )
  return Object.is(actual, expected) ? [] : [{ path, expected, actual }]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Such as `expect.any(String)` or `expect.stringContaining('x')`, of Vitest or Playwright. */
interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
}

const isAsymmetric = (value: unknown): value is Asymmetric =>
  isObject(value) && typeof value.asymmetricMatch === 'function'
