import { choicesOf } from '../choices.mjs'
import driver from '../driver.mjs'
import { operationsOf } from '../routes.mjs'

/**
 * A client of one candidate: calls operations by purpose, as one of the built-in people.
 * @param {string} url @param {string} variant
 */
export function makeClient(url, variant) {
  const choice = choicesOf(variant)
  const operations = operationsOf(choice)

  /** @returns {Promise<{status: number, body: any}>} */
  async function call(as, operation, { params = {}, query, body, key, raw } = {}) {
    const [method, template] = operations[operation]
    const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]))
    const headers = {}
    const secret = key ?? choice.people[as]?.session
    if (secret) headers[choice.credential.header] = choice.credential.prefix + secret
    const response = await fetch(url + path + (query ? `?${new URLSearchParams(query)}` : ''), {
      method,
      headers,
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { call, choice, operations, url }
}

/**
 * Replaces $ references by values. Throws when one leads nowhere.
 * @param {any} value @param {any[]} answers @param {Record<string, any>} choice
 */
export function resolved(value, answers, choice) {
  if (Array.isArray(value)) return value.map((item) => resolved(item, answers, choice))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, answers, choice)]))
  }
  if (typeof value !== 'string' || !value.startsWith('$')) return value
  const [first, ...path] = value.slice(1).split('.')
  if (first === 'service') return choice.oncallServiceIds.north[0]
  if (first === 'interval') return choice.catalog.intervals[1][0]
  if (first === 'vantage') return choice.catalog.vantages.find(([, , available]) => available)[0]
  if (first === 'deadVantage') return choice.catalog.vantages.find(([, , available]) => !available)[0]
  if (first === 'user') return choice.people[path[0]].id
  const found = look(answers[Number(first)]?.body, path)
  if (found === undefined) throw new Error(`${value} leads nowhere`)
  return found
}

function look(from, path) {
  return path.reduce((value, key) => value?.[key], from)
}

/** Runs steps (holes are skipped); returns their answers. */
export async function runSteps(client, steps) {
  const outside = driver(client)
  const answers = []
  for (const step of steps) {
    if (step === undefined) answers.push(undefined)
    else if (step.event)
      answers.push({ status: 200, body: await outside[step.event](resolved(step.with ?? {}, answers, client.choice)) })
    else answers.push(await client.call(step.as, step.operation, resolved(step, answers, client.choice)))
  }
  return answers
}

/** The value a sequence shows. */
export function shownValue(shows, answers) {
  return look(answers.at(-1), shows.at.split('.'))
}

/** Whether a shown value is the described one. */
export function fits(value, wanted, answers, choice) {
  if (wanted === null || typeof wanted !== 'object') return value === resolved(wanted, answers, choice)
  if (wanted.refused) return value >= 400 && value < 500
  if (wanted.accepted) return value >= 200 && value < 300
  if (wanted.absent) return value === undefined
  if (wanted.present) return value !== undefined
  if (wanted.type) return typeof value === wanted.type
  return value !== resolved(wanted.not, answers, choice)
}
