import { changeQuery } from '../session/route.ts'
import { actor, actors } from '../world/actors.ts'

/** The actor that the console calls as. */
export function ActorPicker() {
  if (actors.value.length === 0) return null
  return (
    <label class="picker">
      <span>as</span>
      <select
        aria-label="Act as"
        value={actor.value?.name ?? ''}
        onChange={(event) => changeQuery({ actor: event.currentTarget.value })}
      >
        {actors.value.map(({ name, label, memberships }) => (
          <option key={name} value={name}>
            {label}, {memberships[0] ? `${memberships[0].role} of ${memberships[0].organization}` : name}
          </option>
        ))}
      </select>
    </label>
  )
}
