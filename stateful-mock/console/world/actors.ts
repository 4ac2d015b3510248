import { computed, signal } from '@preact/signals'
import { control, got, type Schemas } from '../client/control.ts'
import { chosenActor } from '../session/session.ts'

export type Actor = Schemas['Actor']

export const actors = signal<readonly Actor[]>([])

/** The current caller: the chosen one, or the first of the world. */
export const actor = computed(() => actors.value.find(({ name }) => name === chosenActor.value) ?? actors.value[0])

export async function loadActors(): Promise<void> {
  const found = (await got(control.GET('/_understudy/identities'))).actors
  if (JSON.stringify(found) !== JSON.stringify(actors.peek())) actors.value = found
}

/** The names of people, by user id. */
export const labels = computed(() => new Map(actors.value.map(({ userId, label }) => [userId, label])))
