/** The extended form and the basic one, which has no separators; a form is the same throughout. */
const FORMS = [
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/,
  /^(\d{4})(\d\d)(\d\d)[Tt](?:[01]\d|2[0-3])[0-5]\d(?:(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?:[0-5]\d)?)$/,
]

/** ISO 8601, which asks for neither seconds nor separators (Conventions); the format of the package, RFC 3339, does. */
export function isDateTime(text: string): boolean {
  const parts = FORMS.map((form) => form.exec(text)).find((match) => match !== null)
  if (!parts) return false
  const day = parts.slice(1).join('-')
  const start = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}
