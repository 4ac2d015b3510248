import type { Customer, Language } from './customers.ts'

/** A purchase that a letter is about. */
export interface Order {
  readonly number: string
  readonly item: string
  readonly total: string
}

export interface Letter {
  readonly subject: string
  readonly text: string
}

type Writing = (customer: Customer, order: Order) => Letter

const ITEMS = [
  'Anvil, 50 kg',
  'Rocket skates (size 42)',
  'Giant rubber band',
  'Portable hole, black',
  'Tunnel paint, 5 l',
  'Bird seed, 25 kg',
  'Earthquake pills',
  'Jet-propelled pogo stick',
  'Do-it-yourself tornado kit',
  'Dehydrated boulders, pack of 6',
  'Iron carrot',
] as const

/** The order that goes with the how-manieth letter. */
export const orderOf = (number: number): Order => ({
  number: `A-${(48_217 + number * 37).toString()}`,
  item: ITEMS[(number * 7) % ITEMS.length] ?? ITEMS[0],
  total: `€ ${(12 + ((number * 731) % 480)).toString()}.${((number * 17) % 100).toString().padStart(2, '0')}`,
})

const LETTERS: Readonly<Record<Language, readonly Writing[]>> = {
  en: [
    ({ name }, { number, item }) => ({
      subject: `Your order ${number} is on its way`,
      text: `Hello ${name},\n\nwe handed "${item}" (${number}) to the courier this morning. It should reach you within three working days; somebody has to sign for it.\n\nYours,\nthe Acme warehouse`,
    }),
    ({ name }, { number, total }) => ({
      subject: `Receipt for ${number}`,
      text: `Dear ${name},\n\nthank you. We received ${total} for order ${number}. Please keep this receipt: you need it if you want to send anything back within 30 days.\n\nAcme Accounts`,
    }),
    ({ name }, { number }) => ({
      subject: 'Reset your password',
      text: `Hello ${name},\n\nsomebody, hopefully you, asked to reset the password of this account. The link below works for one hour. If it was not you, there is nothing to do.\n\nhttps://shop.acme.example/reset?after=${number}`,
    }),
    ({ name }, { number, item }) => ({
      subject: 'We got your order',
      text: `Hi ${name},\n\n"${item}" (${number}) is reserved for you. We write again when it leaves the house, usually the next day.\n\nAcme`,
    }),
    ({ name }, { number, item }) => ({
      subject: 'How do you like it?',
      text: `Hello ${name},\n\nyou have had "${item}" (order ${number}) for two weeks now. Would you tell others what you think of it? Two sentences are plenty.\n\nThe Acme team`,
    }),
  ],
  de: [
    ({ name }, { number, item }) => ({
      subject: `Ihre Bestellung ${number} ist unterwegs`,
      text: `Guten Tag ${name},\n\n„${item}“ (${number}) hat heute früh unser Lager verlassen. Rechnen Sie bitte mit zwei bis drei Werktagen.\n\nMit freundlichen Grüßen\nIhr Acme-Versand`,
    }),
    ({ name }, { number, total }) => ({
      subject: `Rechnung zu ${number}`,
      text: `Guten Tag ${name},\n\nanbei die Rechnung zu ${number} über ${total}. Der Betrag ist bereits bezahlt, Sie müssen nichts weiter tun.\n\nAcme Buchhaltung`,
    }),
    ({ name }, { number }) => ({
      subject: 'Kennwort zurücksetzen',
      text: `Hallo ${name},\n\nmit dem folgenden Link können Sie in der nächsten Stunde ein neues Kennwort wählen. Falls Sie das nicht angefordert haben, löschen Sie diese Nachricht einfach.\n\nhttps://shop.acme.example/reset?after=${number}`,
    }),
    ({ name }, { number, item }) => ({
      subject: `Bestellung ${number} erhalten`,
      text: `Guten Tag ${name},\n\nvielen Dank für Ihre Bestellung. „${item}“ (${number}) wird gerade für Sie verpackt – größere Stücke dauern einen Tag länger.\n\nIhr Acme-Team`,
    }),
  ],
  fr: [
    ({ name }, { number, item }) => ({
      subject: `Votre commande ${number} est en route`,
      text: `Bonjour ${name},\n\n« ${item} » (${number}) vient d’être remis au transporteur. Vous le recevrez d’ici jeudi, contre signature.\n\nL’équipe Acme`,
    }),
    ({ name }, { number, total }) => ({
      subject: `Reçu de la commande ${number}`,
      text: `Bonjour ${name},\n\nnous avons bien reçu votre paiement de ${total} pour ${number}. Conservez ce message : il vaut garantie pendant deux ans.\n\nLe service comptable d’Acme`,
    }),
    ({ name }, { number }) => ({
      subject: 'Réinitialiser votre mot de passe',
      text: `Bonjour ${name},\n\nvoici le lien que vous avez demandé. Il expire dans une heure ; passé ce délai, il suffit d’en demander un autre.\n\nhttps://shop.acme.example/reset?after=${number}`,
    }),
  ],
  es: [
    ({ name }, { number, item }) => ({
      subject: `¡Tu pedido ${number} ya va de camino!`,
      text: `Hola ${name}:\n\nhoy hemos enviado «${item}» (${number}). Llegará en un plazo de tres días; si no estás en casa, lo dejamos con un vecino.\n\nUn saludo,\nAcme`,
    }),
    ({ name }, { number, total }) => ({
      subject: `Factura del pedido ${number}`,
      text: `Hola ${name}:\n\nte enviamos la factura de ${total} (${number}). Si necesitas que figure otro NIF, responde a este mensaje antes de fin de mes.\n\nAdministración de Acme`,
    }),
  ],
  uk: [
    ({ name }, { number, item }) => ({
      subject: `Ваше замовлення ${number} вже в дорозі`,
      text: `Вітаємо, ${name}!\n\n«${item}» (${number}) сьогодні зранку передано кур’єру. Він зателефонує вам за годину до приїзду.\n\nВаша команда Acme`,
    }),
    ({ name }, { number, total }) => ({
      subject: `Квитанція за ${number}`,
      text: `Доброго дня, ${name}!\n\nМи отримали ${total} за ${number}. Збережіть цей лист: він знадобиться, якщо товар доведеться повернути.\n\nБухгалтерія Acme`,
    }),
  ],
  ar: [
    ({ name }, { number, item }) => ({
      subject: `طلبك ${number} في الطريق`,
      text: `مرحبًا ${name}،\n\nسلّمنا «${item}» (${number}) إلى شركة الشحن صباح اليوم، وسيصلك خلال خمسة أيام عمل.\n\nمع التحية،\nفريق Acme`,
    }),
    ({ name }, { number, total }) => ({
      subject: `إيصال الطلب ${number}`,
      text: `عزيزتي ${name}،\n\nوصلنا مبلغ ${total} عن الطلب ${number}. نرجو الاحتفاظ بهذه الرسالة إلى نهاية مدة الضمان.\n\nحسابات Acme`,
    }),
  ],
  ja: [
    ({ name }, { number, item }) => ({
      subject: `【Acme】ご注文 ${number} を発送しました`,
      text: `${name} 様\n\n「${item}」（${number}）を本日発送いたしました。お届けまで三日ほどお待ちください。\n\nAcme 配送センター`,
    }),
    ({ name }, { number, total }) => ({
      subject: `【Acme】領収書（${number}）`,
      text: `${name} 様\n\n${number} の ${total} のお支払いを確認しました。返品の際はこのメールが必要になります。\n\nAcme 経理部`,
    }),
  ],
  hi: [
    ({ name }, { number, item }) => ({
      subject: `आपका ऑर्डर ${number} रास्ते में है`,
      text: `नमस्ते ${name},\n\n“${item}” (${number}) आज सुबह कूरियर को सौंप दिया गया। चार दिनों में आप तक पहुँच जाएगा।\n\nAcme टीम`,
    }),
  ],
}

/** The index of the letter about money in each language: accounts may get a copy of it. */
const RECEIPT = 1

/** A letter to a customer about an order; the kinds take turns. */
export function letterTo(customer: Customer, number: number): Letter & { readonly aboutMoney: boolean } {
  const own = LETTERS[customer.language]
  const index = Math.floor(number / 2) % own.length
  const letter = (own[index] ?? own[0])?.(customer, orderOf(number)) ?? { subject: '', text: '' }
  return { ...letter, aboutMoney: index === RECEIPT }
}
