import { exportOutput, getOutput } from '#contract/statistics.ts'
import { createViews } from '#server/features/dashboard/index.ts'
import type { DemoState } from '#server/features/setup/index.ts'
import { nameOfAccount } from '#server/features/accounts/index.ts'
import { resetOnFailure } from '#server/lib/reset.ts'
import type { Serve } from '#server/lib/serve.ts'
import { outputFile } from './file.ts'
import type { StatisticsDeps } from './index.ts'
import { outputByPeriod } from './output.ts'

/** Output and revenue by period: as an answer, and as a file. */
export function serveOutput(serve: Serve, deps: StatisticsDeps & { demo: DemoState }): void {
  const viewOf = createViews(deps)

  serve(getOutput, async ({ query, caller }) =>
    outputByPeriod(deps, await viewOf(caller), query, caller.language),
  )

  serve(exportOutput, async ({ query, caller, reply }) => {
    const language = query.language ?? caller.language
    const view = await viewOf(caller)
    const output = await outputByPeriod(deps, view, query, language)
    const by = caller.accountId === null ? null : await nameOfAccount(deps.db, caller.accountId)
    const file = outputFile(output, view, {
      ...query,
      language,
      by,
      at: deps.clock.now(),
      demo: deps.demo.on(),
    })
    await reply
      .header('content-type', file.type)
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('cache-control', 'no-store')
      .send(resetOnFailure(file.content, reply))
    return null
  })
}
