/**
 * Stands in for a candidate's `driver` module in its own tests: outside events go straight to the candidate, so that the
 * judge does not see them. Only that a test begins with a new world goes through the proxy; nobody could follow that unseen.
 */
import { behind } from './urls.ts'

type Driver = Readonly<Record<string, (body?: object) => Promise<unknown>>>

const original = new URL(import.meta.url).searchParams.get('for') ?? ''
const { default: driver } = (await import(original)) as { default(target: { readonly url: string }): Driver }

export default ({ url }: { readonly url: string }): Driver => {
  const { resetWorld } = driver({ url })
  return { ...driver({ url: behind.get(url) ?? url }), ...(resetWorld && { resetWorld }) }
}
