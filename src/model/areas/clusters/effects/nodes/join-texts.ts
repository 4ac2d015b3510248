import { isSymbol } from '../../../../world/fresh.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { yamlText } from '../../queries/yaml-text.ts'

interface Places {
  readonly cluster: string
  readonly token: string
}

/** The command with which a node joins. While the token is a symbol the text around it is one, too. */
export function joinCommand(context: Transaction, { cluster, token }: Places): string {
  if (isSymbol(token)) return context.fresh.id('JoinCommand')
  return filled(context.fill('clusters.join-command'), { cluster, token })
}

/** The cloud-init document that lets a machine join at its first start; cloud-init recognises it by its first line. */
export function cloudConfig(context: Transaction, places: Places & { readonly joinCommand: string }): string {
  if (isSymbol(places.token)) return context.fresh.id('CloudConfig')
  const sections = Object.entries(context.fill('clusters.cloud-config'))
  const document = sections.map(([name, texts]) => [name, texts.map((text) => filled(text, { ...places }))])
  return `#cloud-config\n${yamlText(Object.fromEntries(document))}`
}

function filled(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole)
}
