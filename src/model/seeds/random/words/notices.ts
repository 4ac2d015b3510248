import type { Dice } from '../../kit/dice.ts'

/** What people notice before any alert does, and how they put it. */
const NOTICES = [
  ['% is slow', 'Pages take ten seconds and more since this morning.'],
  ['% shows old data', 'Two customers called: they see the prices of last week.'],
  ['Nobody can log in to %', 'The form says that the password is wrong, and it is not.'],
  ['% rounds differently than the invoice', 'A cent off whenever three things are bought.'],
  ['% answers in the wrong language', 'German visitors get French texts. Only since the last release.'],
  ['Duplicate entries in %', 'Whoever clicks twice gets two of everything.'],
  ['% loses what was typed in', 'The session seems to end after a minute.'],
  ['Certificate warning at %', 'Only with older phones, but there are many of these.'],
  ['% is empty for some', 'The list has no entries for accounts of the new region.'],
  ['Exports of % do not arrive', 'The job says that it is done, and there is no file.'],
  ['% prints the wrong address', 'Labels carry the address of the invoice.'],
  ['Time zones mixed up in %', 'Appointments are shown an hour early.'],
] as const

/** A title and a description of an incident at a service. */
export const noticed = (service: string, dice: Dice): { title: string; description: string } => {
  const [title, description] = dice.pick<readonly [string, string]>(NOTICES)
  return { title: title.replace('%', service), description }
}
