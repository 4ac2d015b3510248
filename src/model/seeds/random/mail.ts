import type { Place } from './values.ts'

/** What people write to each other, in a few languages. */
const MAILS = [
  ['Your order is on its way', 'It left our warehouse this morning and should arrive within two days.'],
  ['Question about an invoice', 'The amount on the last invoice differs from the offer. Could you have a look?'],
  ['Rechnung für März', 'Guten Tag, anbei die Rechnung. Bitte überweisen Sie innerhalb von vierzehn Tagen.'],
  ['Demande de remboursement', 'Bonjour, l’article est arrivé cassé. Merci de me rembourser.'],
  ['Reunión del jueves', '¿Podemos mover la reunión a las diez? Gracias.'],
  ['配送についてのお知らせ', 'ご注文の商品を発送いたしました。'],
  ['Запит щодо доставки', 'Добрий день, коли прибуде моє замовлення?'],
  ['Επιβεβαίωση κράτησης', 'Η κράτησή σας επιβεβαιώθηκε.'],
] as const

/** A subject and a text; now and then somebody forgets the subject. */
export function madeUpMail({ dice }: Place): { readonly subject?: string; readonly text: string } {
  const [subject, text] = dice.pick<readonly [string, string]>(MAILS)
  return dice.share() < 0.05 ? { text } : { subject, text }
}
