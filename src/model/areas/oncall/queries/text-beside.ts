/** A text that a body may hold beside its listed fields. */
export function textBeside(body: object, field: string): string | undefined {
  const value: unknown = Reflect.get(body, field)
  return typeof value === 'string' ? value : undefined
}
