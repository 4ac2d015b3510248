const DAY = /^\d{4}-\d\d-\d\d/
const TIME = /^[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?|:60(\.\d+)?)?([Zz]|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$/

/** ISO 8601, which does not ask for seconds (Conventions); the format of the package, RFC 3339, does. */
export function isDateTime(text: string): boolean {
  const [day] = DAY.exec(text) ?? []
  if (day === undefined || !TIME.test(text.slice(day.length))) return false
  const start = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}
