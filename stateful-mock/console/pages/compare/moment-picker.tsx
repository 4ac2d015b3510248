import { control, got } from '../../client/control.ts'
import { changeQuery, route } from '../../session/route.ts'
import { useLoaded } from '../../world/use-loaded.ts'

/** One side of a comparison: which sandbox, and after which entry of its journal. */
export function MomentPicker({
  title,
  name,
  chosen,
  usual,
}: {
  title: string
  name: 'from' | 'to'
  chosen: string
  /** The moment when no entry is chosen. */
  usual: 'start' | 'now'
}) {
  const loaded = useLoaded(
    'sandboxes to compare',
    async () => (await got(control.GET('/_understudy/sandboxes'))).sandboxes,
  )
  return (
    <fieldset class="moment">
      <legend>{title}</legend>
      <label class="filter">
        <span>Sandbox</span>
        <select
          value={chosen}
          onChange={(event) =>
            changeQuery({ [`${name}Sandbox`]: event.currentTarget.value, [`${name}Entry`]: undefined })
          }
        >
          {(loaded.data ?? [{ name: chosen }]).map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <label class="filter">
        <span>after entry</span>
        <input
          type="number"
          min="0"
          placeholder={usual}
          value={route.value.query[`${name}Entry`] ?? ''}
          onChange={(event) => changeQuery({ [`${name}Entry`]: event.currentTarget.value })}
        />
      </label>
    </fieldset>
  )
}
