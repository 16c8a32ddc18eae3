import type { SheetDeps } from '#server/features/report/index.ts'
import type { Mail } from '#server/lib/mail.ts'
import type { Notices } from '#server/lib/notices.ts'

export type ScheduleDeps = SheetDeps & { mail: Mail | null; notices?: Notices }
