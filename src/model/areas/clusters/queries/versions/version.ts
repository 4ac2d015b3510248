/** A version taken apart, in the order of its importance. */
export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** The parts of a pre-release, none for a release. */
  readonly pre: readonly string[]
}

const FORM = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/

/** Nothing for a text that is no version; then nothing is known about its order either. */
export function readVersion(text: string): Version | undefined {
  const [whole, major, minor, patch = '0', pre] = FORM.exec(text) ?? []
  if (whole === undefined) return undefined
  return { major: Number(major), minor: Number(minor), patch: Number(patch), pre: pre?.split('.') ?? [] }
}

/** Below zero when the first comes first, as Semantic Versioning orders them (its point 11). */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePre(a.pre, b.pre)
}

/** A release comes after its pre-releases; of those the first part that differs decides. */
function comparePre(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (const [index, part] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = comparePart(part, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Numbers by value, before words; words by their letters. */
function comparePart(a: string, b: string): number {
  const [first, second] = [isNumber(a), isNumber(b)]
  if (first && second) return Number(a) - Number(b)
  if (first !== second) return first ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

const isNumber = (part: string): boolean => /^\d+$/.test(part)

/** The number of minor versions between two versions; infinite across a major version. */
export function minorsBehind(behind: Version, ahead: Version): number {
  if (behind.major !== ahead.major) return behind.major < ahead.major ? Number.POSITIVE_INFINITY : 0
  return Math.max(0, ahead.minor - behind.minor)
}
