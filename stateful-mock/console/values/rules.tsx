import { computed, signal } from '@preact/signals'
import { control, got, type Schemas } from '../client/control.ts'
import { hrefTo } from '../session/route.ts'

type Rule = Schemas['Rule']

const rules = signal<readonly Rule[]>([])
export const ruleById = computed(() => new Map(rules.value.map((rule) => [rule.id, rule])))

export async function loadRules(): Promise<void> {
  rules.value = (await got(control.GET('/_understudy/rules'))).rules
}

/** The rules that decided an answer, in words, each with its place in the contract. */
export function Rules({ ids, lead }: { ids: readonly string[]; lead?: boolean }) {
  if (ids.length === 0) return <p class="quiet">No rule applied; the operation simply succeeded.</p>
  return (
    <ol class="rules">
      {ids.map((id, index) => (
        <RuleLine key={id} id={id} decisive={Boolean(lead) && index === 0} />
      ))}
    </ol>
  )
}

function RuleLine({ id, decisive }: { id: string; decisive: boolean }) {
  const rule = ruleById.value.get(id)
  return (
    <li class={decisive ? 'rule decisive' : 'rule'}>
      <p>{rule?.says ?? id}</p>
      <p class="quiet">
        <code>{id}</code>
        {rule && (
          <>
            {' '}
            <span class={`provenance ${rule.provenance}`}>{rule.provenance}</span> {rule.where}
          </>
        )}
      </p>
    </li>
  )
}

export function Gaps({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <p class="quiet">No gap influenced it.</p>
  return (
    <ul class="tags">
      {ids.map((id) => (
        <li key={id}>
          <a href={hrefTo(['gaps'], { find: id })}>
            <code>{id}</code>
          </a>
        </li>
      ))}
    </ul>
  )
}
