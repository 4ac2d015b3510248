import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { kept } from './addresses.ts'

export const KINDS = ['billingEmail', 'technicalEmail', 'securityEmail'] as const
export type Kind = (typeof KINDS)[number]
export type NamedContacts = { readonly [K in Kind]?: string | undefined }

/** The addresses that a change names, as they would be kept; none when the body does not have its form. */
export function askedContacts(context: RefusalContext): readonly (readonly [Kind, string])[] {
  const named: NamedContacts = checkedBody<'updateContacts'>(context) ?? {}
  return KINDS.flatMap((kind) => {
    const address = named[kind]
    return address === undefined ? [] : [[kind, kept(context, address)] as const]
  })
}
