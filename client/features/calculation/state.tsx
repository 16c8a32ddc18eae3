import { useText } from '../../lib/text/index.ts'
import { number } from '../../lib/format.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import type { Run } from './queries.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './runs.module.css'
import { useSpanText } from './words.ts'

const ICONS: Record<Run['state'], IconName> = {
  queued: 'clock',
  running: 'refresh',
  done: 'check',
  cancelled: 'block',
  failed: 'warning',
}

/** State of a run as icon and word, with its progress and what it waits for. */
export function RunStateCell({ run, runs }: { run: Run; runs: readonly Run[] }) {
  const { t } = useText()
  return (
    <div className={css.states}>
      <span className={`${layoutCss.inline} ${css.state}`} data-state={run.state}>
        <Icon name={ICONS[run.state]} size={16} />
        {run.cancelling && run.state === 'running' ? t('runs.cancelling') : t(`runs.state.${run.state}`)}
      </span>
      {run.rolled_back && run.rolled_back.state === 'done' && (
        <span className={`${layoutCss.inline} ${css.state}`} data-state="rolled">
          <Icon name="swap" size={16} />
          {t('runs.taken')}
        </span>
      )}
      {run.state === 'queued' && run.waits_for !== null && <Waits run={run} runs={runs} />}
      {run.state === 'running' && <Progress run={run} />}
    </div>
  )
}

function Waits({ run, runs }: { run: Run; runs: readonly Run[] }) {
  const { t } = useText()
  const span = useSpanText()
  const first = runs.find((r) => r.run_id === run.waits_for)
  return (
    <span className={textCss.small}>
      {first
        ? t('runs.waits', { kind: t(`runs.kind.${first.kind}`).toLowerCase(), span: span(first) })
        : t('runs.waitsOther')}
    </span>
  )
}

/** The progress of a run. */
function Progress({ run }: { run: Run }) {
  const { t } = useText()
  const words =
    run.total === null
      ? t('runs.progressOpen', { done: number(run.done, 0) })
      : t('runs.progress', { done: number(run.done, 0), total: number(run.total, 0) })
  return (
    <span className={css.progress}>
      <progress
        value={run.total === null ? undefined : run.done}
        max={run.total ?? undefined}
        aria-label={words}
      />
      <span className={textCss.small}>{words}</span>
    </span>
  )
}
