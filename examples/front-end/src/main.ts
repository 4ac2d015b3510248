import { acknowledge, type Incident, load, type Schedule } from './api.ts'

const EVERY_MS = 250

const [alert, onCall, rows] = ['[role=alert]', 'ul', 'tbody'].map((selector) => document.querySelector(selector))

async function refresh(): Promise<void> {
  const shown = await load()
  const failed = 'error' in shown
  alert?.toggleAttribute('hidden', !failed)
  if (alert) alert.textContent = failed ? shown.error : ''
  if (failed) return
  rows?.replaceChildren(...shown.incidents.map(row))
  onCall?.replaceChildren(...shown.schedules.map(person))
}

function row({ id, title, serviceName, status, firingAlerts, openedAt }: Incident): HTMLElement {
  const button = element('button', 'Acknowledge')
  button.addEventListener('click', () => acknowledge(id).then(refresh))
  const cells = [title, serviceName, status, String(firingAlerts), ago(openedAt)].map((text) => element('td', text))
  return element('tr', ...cells, element('td', ...(status === 'open' ? [button] : [])))
}

const RELATIVE = new Intl.RelativeTimeFormat('en')

function ago(instant: string): string {
  const minutes = Math.round((Date.parse(instant) - Date.now()) / 60_000)
  return Math.abs(minutes) < 90 ? RELATIVE.format(minutes, 'minute') : RELATIVE.format(Math.round(minutes / 60), 'hour')
}

const person = ({ name, onCallNow }: Schedule) => element('li', `${name}: ${onCallNow?.label ?? 'nobody'}`)

function element(name: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  made.append(...content)
  return made
}

async function keepFresh(): Promise<void> {
  await refresh()
  setTimeout(keepFresh, EVERY_MS)
}

void keepFresh()
