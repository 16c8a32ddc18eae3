import { Skeleton } from '@mantine/core'
import type { z } from 'zod'
import { rollbackData } from '#contract/calculation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime, number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormConfirm, ReasonField } from '../../ui/form/index.ts'
import css from './panel.module.css'
import { useRun, type Run } from './queries.ts'
import { useSpanText } from './words.ts'

interface Props {
  id: string
  onClose: () => void
  /** Called with the run that rolls back, before the dialog closes. */
  onDone?: (run: Run) => void
}

/** Previews what a rollback restores, and rolls back. */
export function RollbackRun({ id, onClose, onDone }: Props) {
  const { t, messageText, language } = useText()
  const zone = useZone() ?? 'UTC'
  const spanText = useSpanText()
  const run = useRun(id)
  const rollback = useAct(rollbackData, { quiet: true, wait: false })
  const form = useForm({
    schema: rollbackData.body!,
    values: { reason: '' },
    body: ({ reason }) => ({ run_id: id, reason: reason.trim() || undefined }),
  })
  const data = run.data

  async function act(body: z.output<NonNullable<typeof rollbackData.body>>) {
    // Nothing is rolled back that was not previewed.
    if (!data) throw run.error
    const made = await rollback.run({ body })
    const n = number(made.left ?? 0, 0)
    if (made.state !== 'done') notice('info', t('runs.rollback.begun'))
    else notice('done', t(made.left ? 'runs.rollback.doneLeft' : 'runs.rollback.done', { n }))
    onDone?.(made)
  }

  return (
    <FormConfirm
      form={form}
      title={t('runs.rollback.title')}
      act={t('calculation.rollback')}
      failed={messageText('rollback_calculation_failed')}
      busy={run.isPending}
      failure={!data && run.error ? reasonOf(run.error) : null}
      onClose={onClose}
      onSubmit={act}
    >
      {data ? (
        <>
          <p className={css.text}>
            {t('runs.rollback.what', {
              kind: t(`runs.kind.${data.kind}`),
              who: data.actor_name ?? t('runs.system'),
              when: dateTime(data.started_at, zone, language),
              span: spanText(data),
              n: number(data.entries, 0),
            })}
          </p>
          <p className={css.text}>{t('runs.rollback.later')}</p>
          <ReasonField {...form.text('reason')} />
        </>
      ) : (
        !run.error && <Skeleton height={120} aria-busy aria-label={t('runs.detail')} />
      )}
    </FormConfirm>
  )
}
