import dashboard from './parts/dashboard-vi.ts'
import more from './parts/more-vi.ts'
import shell from './parts/shell-vi.ts'
import type { Widen } from '../widen.ts'

/** All texts in Vietnamese, for tests; pages load the parts that they need. English must have the same shape. */
export const vi = { ...shell, ...dashboard, ...more } as const

export type Text = Widen<typeof vi>
