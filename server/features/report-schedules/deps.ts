import type { ReportDeps } from '#server/features/report/index.ts'
import type { DemoState } from '#server/features/setup/index.ts'
import type { Mail } from '#server/lib/mail.ts'
import type { Notices } from '#server/lib/notices.ts'

export type ScheduleDeps = ReportDeps & { demo: DemoState; mail: Mail | null; notices?: Notices }
