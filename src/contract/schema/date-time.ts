/** The extended form and the basic one, which has no separators; a form is the same throughout. */
const FORMS = [
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/,
  /^(\d{4})(\d\d)(\d\d)[Tt](?:[01]\d|2[0-3])[0-5]\d(?:(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?:[0-5]\d)?)$/,
]

/** ISO 8601, which asks for neither seconds nor separators (Conventions); the format of the package, RFC 3339, does. */
export function isDateTime(text: string): boolean {
  for (const form of FORMS) {
    const [, year, month, day] = form.exec(text) ?? []
    if (day !== undefined) return isDay(`${year}-${month}-${day}`)
  }
  return false
}

/** Lists are full of times of the same few days, and to look into a calendar costs more than all the rest. */
const known = new Map<string, boolean>()
const MOST_DAYS = 1000

function isDay(text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  const start = new Date(`${text}T00:00:00Z`)
  const is = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text)
  if (known.size >= MOST_DAYS) known.clear()
  known.set(text, is)
  return is
}
