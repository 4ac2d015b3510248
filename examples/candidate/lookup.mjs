import { refuse } from './errors.mjs'

/** The record of an id in a path of an on-call operation. */
export function known(ctx, map, id, what) {
  return map.get(id) ?? refuse(ctx.choice.oncallUnknownId, `unknown ${what}`)
}

/** The record of an id named inside a body of an on-call operation. */
export function referred(ctx, map, id, what) {
  return map.get(ctx.check.string(id, what)) ?? refuse(ctx.choice.oncallUnknownReference, `${what}: unknown`)
}

/** Checks the id of a person named in a body. */
export function readUserId(ctx, value, what) {
  const id = ctx.check.nonBlank(value, what)
  if (ctx.choice.knownUsersOnly && !ctx.org.people.has(id))
    refuse(ctx.choice.oncallUnknownReference, `${what}: unknown`)
  return id
}

/** {userId, label} of a body. */
export function readPerson(ctx, body, what) {
  return {
    userId: readUserId(ctx, body.userId, `${what}.userId`),
    label: ctx.check.string(body.label, `${what}.label`),
  }
}
