import { kindWords, resourceFor } from '../../contract/resources.ts'
import { Empty } from '../../parts/loaded.tsx'
import { hrefTo } from '../../session/route.ts'
import { idOf, loadThings, nameOf } from '../../world/things.ts'
import { useLoaded } from '../../world/use-loaded.ts'

/** The parent of the list; the first one unless another was chosen. */
export function ParentPicker({
  entity,
  before,
  chosen,
  choose,
}: {
  entity: string
  before: readonly string[]
  chosen: string | undefined
  choose: (value: string) => void
}) {
  const parent = resourceFor(entity)
  const loaded = useLoaded(`parents ${entity} ${before.join(' ')}`, async () =>
    parent
      ? (await loadThings(parent, before)).map((thing) => ({
          id: idOf(parent, thing),
          name: nameOf(thing) ?? '',
        }))
      : [],
  )
  const [first] = loaded.data ?? []
  if (chosen === undefined && first) queueMicrotask(() => choose(first.id))
  if (loaded.data?.length === 0)
    return (
      <Empty title={`No ${parent?.title.toLowerCase() ?? entity} yet`}>
        <a href={hrefTo(['areas', parent?.area ?? '', entity])}>Create one</a> first.
      </Empty>
    )
  return (
    <label class="filter parent">
      <span>{kindWords(entity)}</span>
      <select value={chosen ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        {(loaded.data ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {wordsFor(name, id, loaded.data ?? [])}
          </option>
        ))}
      </select>
    </label>
  )
}

/** By its name, and by its id too where others have the same. */
function wordsFor(name: string, id: string, all: readonly { readonly name: string }[]): string {
  if (name === '' || name === id) return id
  return all.filter((one) => one.name === name).length > 1 ? `${name} (${id})` : name
}
