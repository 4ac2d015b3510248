import type { Profile } from '../contract/profile.ts'

/** Shorter ones (a flag, a number) would hit ordinary words. */
const SHORTEST = 4

/**
 * Replaces every credential of the profile in a text by the name of its actor: no report shows one. `Bearer x` is
 * looked for whole and without its scheme.
 */
export function makeRedactor({ actors }: Pick<Profile, 'actors'>): (text: string) => string {
  const secrets = Object.entries(actors)
    .flatMap(([name, { headers }]) =>
      Object.values(headers).flatMap((value) =>
        [value, value.split(' ').at(-1) ?? value].map((text) => ({ name, text })),
      ),
    )
    .filter(({ text }) => text.length >= SHORTEST && !isPlainWord(text))
    .toSorted((a, b) => b.text.length - a.text.length)
  return (text) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret.text, `[credential of ${secret.name}]`), text)
}

/** The mock's own easy credentials (`owner`) are no secrets, and are words of every report. */
const isPlainWord = (text: string): boolean => /^[a-z]{1,12}$/.test(text)
