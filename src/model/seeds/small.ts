import { TransactionContext } from '../world/transaction-context.ts'
import { putOncallService } from './kit/oncall-service.ts'
import { filling, type Seed } from './kit/seed.ts'

/** Two organizations with somebody of each role, and little in them. */
export const small: Seed = {
  name: 'small',
  about: 'Two organizations, acme and globex, with somebody of each role and little in them',
  actors: {
    owner: {
      credential: 'owner',
      organization: 'acme',
      role: 'owner',
      userId: 'usr_ada',
      label: 'Ada',
      email: 'ada@acme.example',
    },
    admin: {
      credential: 'admin',
      organization: 'acme',
      role: 'admin',
      userId: 'usr_bo',
      label: 'Bo',
      email: 'bo@acme.example',
    },
    member: {
      credential: 'member',
      organization: 'acme',
      role: 'member',
      userId: 'usr_cy',
      label: 'Cy',
      email: 'cy@acme.example',
    },
    outsider: {
      credential: 'outsider',
      organization: 'globex',
      role: 'owner',
      userId: 'usr_dot',
      label: 'Dot',
      email: 'dot@globex.example',
    },
  },
  grow: filling((transaction) => {
    const context = new TransactionContext(transaction)
    putOncallService(context, 'acme', 'svc_checkout', 'Checkout')
    putOncallService(context, 'acme', 'svc_search', 'Search')
    putOncallService(context, 'globex', 'svc_warehouse', 'Warehouse')
  }),
}
