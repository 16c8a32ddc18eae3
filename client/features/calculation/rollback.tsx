import { Skeleton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '#contract/validation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime, number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import css from './panel.module.css'
import { useRollback, useRun, type Run } from './queries.ts'
import { useSpan } from './words.ts'

/** Says exactly what comes back, and puts it back. */
export function Rollback({
  id,
  onClose,
  onDone,
}: {
  id: string
  onClose: () => void
  onDone?: (run: Run) => void
}) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const span = useSpan()
  const run = useRun(id)
  const rollback = useRollback()
  const [reason, setReason] = useState('')
  const data = run.data
  const failure = rollback.error ?? (data ? null : run.error)
  return (
    <Confirm
      opened
      title={t('runs.rollback.title')}
      act={t('calculation.rollback')}
      busy={rollback.isPending || run.isPending}
      failure={failure ? reasonOf(failure) : null}
      onClose={onClose}
      onAct={() => {
        if (!data) return
        const said = reason.trim()
        rollback.mutate(
          { run_id: id, ...(said === '' ? {} : { reason: said }) },
          {
            onSuccess: (made) => {
              notice(
                made.state === 'done' ? 'done' : 'info',
                made.state === 'done'
                  ? t(made.left ? 'runs.rollback.doneLeft' : 'runs.rollback.done', {
                      n: number(made.left ?? 0, 0),
                    })
                  : t('runs.rollback.begun'),
              )
              if (onDone) onDone(made)
              else onClose()
            },
          },
        )
      }}
    >
      {data ? (
        <>
          <p className={css.text}>
            {t('runs.rollback.what', {
              kind: t(`runs.kind.${data.kind}`),
              who: data.actor_name ?? t('runs.system'),
              when: dateTime(data.started_at, zone, language),
              span: span(data),
              n: number(data.entries, 0),
            })}
          </p>
          <p className={css.text}>{t('runs.rollback.later')}</p>
          <Textarea
            name="reason"
            label={t('calculation.confirm.reason')}
            placeholder={t('items.optional')}
            autosize
            minRows={1}
            maxLength={LIMITS.reason.max}
            value={reason}
            onChange={(e) => setReason(e.currentTarget.value)}
          />
        </>
      ) : (
        !run.error && <Skeleton height={120} aria-busy aria-label={t('runs.detail')} />
      )}
    </Confirm>
  )
}
