import type { Language } from './customers.ts'

/** A message from a customer; `#` is replaced by an order number. */
export interface Question {
  /** The language of the message; every customer may also write in English. */
  readonly language?: Language
  /** Not everybody gives one. */
  readonly subject?: string
  readonly text: string
  readonly cc?: readonly string[]
  /** Other mailboxes of acme that got it as well. */
  readonly also?: readonly string[]
}

export const QUESTIONS: readonly [Question, ...Question[]] = [
  {
    subject: 'Where is my order #?',
    text: 'It said three working days. That was last Tuesday. Could you have a look?',
  },
  {
    language: 'de',
    subject: 'Rechnung für März fehlt',
    text: 'Guten Tag,\nfür # habe ich noch keine Rechnung bekommen. Unsere Buchhaltung fragt danach.',
    cc: ['buchhaltung@gruenwald.example'],
  },
  {
    subject: 'Wrong size',
    text: 'The skates I got with # are a 44, I asked for 42. Do I have to pay for sending them back?',
  },
  {
    language: 'fr',
    subject: 'Merci !',
    text: 'Juste un mot pour dire que tout est arrivé intact, même l’enclume. Bravo à l’emballage.',
  },
  {
    subject: 'Change of address',
    text: 'We move at the end of the month. Please send # to the new place: 14 Canyon Road, second floor.',
  },
  { text: 'hello? is anybody there? #' },
  {
    subject: 'Re: Your order # is on its way',
    text: 'Nobody signed for it and the driver left it in the rain. It is a box of dehydrated boulders. You can imagine.',
  },
  {
    language: 'es',
    subject: 'Consulta sobre el pedido #',
    text: '¿Sería posible cambiar el color? En la página pone negro y yo quería otro negro.',
  },
  {
    language: 'ja',
    subject: '返品について',
    text: '注文 # の商品を返品したいのですが、箱を捨ててしまいました。どうすればよいでしょうか。',
  },
  {
    language: 'uk',
    subject: 'Питання щодо доставки',
    text: 'Добрий день! Чи можна перенести доставку # на суботу? У будні мене немає вдома.',
  },
  { language: 'ar', subject: 'استفسار عن الضمان', text: 'هل يشمل الضمان النوابض أيضًا؟ رقم الطلب #.' },
  {
    subject: 'Quote for twelve anvils',
    text: 'We furnish a museum and need twelve of the 50 kg ones by June. What is your price, delivered to Graz?',
    cc: ['einkauf@museum.example', 'leitung@museum.example'],
  },
  { subject: 'Password', text: 'The reset link says that it has expired, and I clicked it within a minute.' },
  {
    subject: 'Invoice in duplicate',
    text: 'You charged # twice. I attach nothing because your form does not let me.',
    also: ['orders'],
  },
  { subject: 'Manual?', text: 'There was no manual in the box (#). Which end goes first?' },
  {
    subject: 'Out of stock',
    text: 'When will the jet-propelled pogo stick be back? I have been waiting since the spring.',
  },
  { subject: 'Allergies', text: 'Does the bird seed contain nuts? My parrot is asking.' },
  { subject: 'Unsubscribe', text: 'Please take me off the newsletter. I have clicked the link three times.' },
  {
    language: 'de',
    subject: 'Beschädigte Lieferung #',
    text: 'Der Karton war offen und zwei von sechs Felsen fehlen. Fotos kann ich nachreichen.',
    also: ['orders'],
  },
  {
    subject: 'A compliment',
    text: 'Your colleague on the phone was patient with my father for forty minutes. Please tell her.',
  },
  { language: 'hi', subject: 'ऑर्डर # रद्द करना है', text: 'कृपया यह ऑर्डर रद्द कर दें, मैंने गलती से दो बार दबा दिया।' },
  {
    subject: 'Proof of delivery',
    text: 'Our reception says nothing came. Could you send the signature for #?',
    cc: ['reception@williams.example'],
  },
  { subject: 'Wholesale', text: 'We run three shops and would like to know your conditions from 100 pieces on.' },
  { text: 'Sorry, sent too early. Here is the number: #' },
  {
    subject: 'Gift card does not work',
    text: 'The code is refused at the checkout although it is valid until 2029. Order # is still in my basket.',
  },
  { subject: 'Recycling', text: 'Where do I leave an old earthquake pill? The town will not take it.' },
  {
    subject: 'Two parcels, one order',
    text: 'I got # twice. One of them I will gladly keep, but I doubt that you meant it.',
  },
]

/** Questions that arrive by fax, as recognised text. */
export const FAXES: readonly [Question, ...Question[]] = [
  { subject: 'Fax, 1 page', text: 'PLEASE CONFIRM RECEIPT OF ORDER # BY RETURN FAX' },
  { subject: 'Fax, 3 pages', text: 'Bestellung gemäß Anlage, Lieferung frei Rampe. Stempel unleserlich.' },
  { text: '(one blank page)' },
]
