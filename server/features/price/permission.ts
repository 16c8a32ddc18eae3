import { can } from '#core/access/index.ts'
import type { Caller } from '#server/lib/serve.ts'

/** Whether a caller may see money: everything that answers a figure in VND asks this, or has the permission itself. */
export const seesMoney = ({ permissions }: Pick<Caller, 'permissions'>): boolean => can(permissions, 'price')
