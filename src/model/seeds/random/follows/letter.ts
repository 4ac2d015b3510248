import type { Hand } from '../hand/hand.ts'
import { name } from '../words/vocabulary.ts'

/** What people write to each other, in a few languages; # is an order, % a thing, and the end is up to who writes. */
const MAILS = [
  ['Your order # is on its way', 'It left our warehouse this morning: %. It should arrive within two days.'],
  ['Receipt for order #', 'Thank you for your payment. Please keep this message until you are happy with %.'],
  ['Question about invoice #', 'The amount for % differs from the offer. Could you have a look?'],
  ['Where is order #?', 'It was to arrive on Monday: %. The tracking page says nothing.'],
  ['Return of %', 'We have received what you sent back (#). The money is on its way to your account.'],
  ['Appointment confirmed (#)', 'Our technician will come with % between eight and ten. Please be at home.'],
  ['Rechnung # für %', 'Guten Tag, anbei die Rechnung. Bitte überweisen Sie innerhalb von vierzehn Tagen.'],
  ['Lieferung # verzögert sich', 'Guten Tag, % ist leider erst in der nächsten Woche wieder da. Wir melden uns.'],
  ['Demande de remboursement #', 'Bonjour, l’article (%) est arrivé cassé. Merci de me rembourser.'],
  ['Votre commande # est prête', 'Bonjour, vous pouvez venir chercher % dès demain matin.'],
  ['Reunión sobre el pedido #', '¿Podemos mover la reunión a las diez? Se trata de %. Gracias.'],
  ['Factura # disponible', 'Hola: ya puedes descargar la factura de % en tu cuenta.'],
  ['ご注文 # を発送いたしました', 'ご注文の商品（%）を発送いたしました。到着まで今しばらくお待ちください。'],
  ['領収書（#）', '% のお支払いを確認いたしました。ありがとうございます。'],
  ['Запит щодо доставки #', 'Добрий день, коли прибуде моє замовлення? Ідеться про %.'],
  ['Квитанція за #', 'Вітаємо! Ми отримали оплату за %.'],
  ['Επιβεβαίωση κράτησης #', 'Η κράτησή σας επιβεβαιώθηκε: %.'],
  ['تأكيد الطلب #', 'شكرًا لطلبكم %. سنرسله خلال ثلاثة أيام.'],
  ['ऑर्डर # की पुष्टि', 'आपका ऑर्डर मिल गया: %.'],
  ['Password reset (#)', 'The link in this message works for an hour. If you did not ask for it, do nothing.'],
] as const
const THINGS = [
  'a folding bicycle',
  'two garden chairs',
  'Laufschuhe, Größe 42',
  'une lampe de bureau',
  'un juego de té',
  '文庫本三冊',
  'the annual subscription',
  'six bottles of olive oil',
  'a rain jacket (green)',
  'a spare battery',
  'the concert tickets',
] as const
const ENDS = ['', '\n\nKind regards', '\n\nThank you!', '\n\nBest, the team', '\n\n-- \nSent from my phone'] as const

export interface Letter {
  readonly subject?: string
  readonly text: string
}

/** A subject and a text; now and then somebody forgets the subject. */
export function letter({ dice }: Hand): Letter {
  const [subject, text] = dice.pick<readonly [string, string]>(MAILS)
  const order = String(dice.between(10_000, 99_999))
  const thing = dice.pick<string>(THINGS)
  const filled = (template: string) => template.replace('#', order).replace('%', thing)
  const written = filled(text) + dice.pick<string>(ENDS)
  return dice.share() < 0.05 ? { text: written } : { subject: filled(subject), text: written }
}

/** Somebody outside, whom nobody has written to before. */
export const stranger = ({ growing }: Hand): string =>
  `${name('person', growing.ordinal('person'), growing.salt, '.')}@customers.example`

/** An address at a domain of the organization that sends, or receives. */
export function ownAddress(hand: Hand, state: 'sendState' | 'receiveState', box: string): string | undefined {
  const domain = hand.one('EmailDomain', (row) => row[state] === 'verified')
  return domain && `${box}@${domain.name}`
}
