import { Checkbox } from '@mantine/core'
import { recalculate, setOperation, type Operation } from '#contract/calculation.ts'
import { toLocal } from '#core/time/index.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useForm } from '../../lib/form/index.ts'
import { number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './panel.module.css'
import { useOperation } from './queries.ts'
import { useSpanText } from './words.ts'

interface Props {
  /** The method in force when the dialog was opened. */
  seen: Operation['method']
  onClose: () => void
}

/** Explains the other method of operation, asks for the reason, and switches to it. */
export function SwitchOperation({ seen, onClose }: Props) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const spanText = useSpanText()
  const set = useAct(setOperation, { quiet: true, wait: false })
  const again = useAct(recalculate, { quiet: true, wait: false })
  const left = useOperation().data?.uncomputed.find((x) => !x.ended)
  const manual = seen === 'automatic'
  const form = useForm({
    schema: setOperation.body!,
    values: { reason: '', fill: false },
    body: ({ reason }) => ({ method: manual ? 'manual' : 'automatic', seen, reason: reason.trim() }),
    rules: ({ reason }) => ({ reason: reason.trim() === '' && t('operation.reasonNeeded') }),
  })
  const { fill, reason } = form.values

  /** If this fails, the span is still listed as not computed. */
  async function compute({ from, to }: { from: number; to: number }) {
    try {
      const run = await again.run({
        body: { from: toLocal(from, zone), to: toLocal(to, zone), reason: reason.trim() },
      })
      notice('info', t(run.waits_for === null ? 'runs.again.begun' : 'runs.again.queued'))
    } catch (error) {
      notice('failed', reasonOf(error))
    }
  }

  return (
    <FormDialog
      form={form}
      width={440}
      title={t(manual ? 'operation.askManual' : 'operation.askAutomatic')}
      act={t(manual ? 'operation.toManual' : 'operation.toAutomatic')}
      unsaved={false}
      className={layoutCss.fields}
      onSubmit={(body) => set.run({ body })}
      done={t(manual ? 'operation.doneManual' : 'operation.doneAutomatic')}
      onDone={({ uncomputed }) => {
        // The span as of now: instants have passed since the dialog opened.
        const last = uncomputed.findLast((x) => x.method === 'manual')
        if (fill && !manual && last) void compute(last)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={css.text}>{t(manual ? 'operation.whatManual' : 'operation.whatAutomatic')}</p>
      {!manual && left && (
        <Checkbox
          {...form.checked('fill')}
          label={t('operation.fill', { span: spanText(left), n: number(left.instants, 0) })}
          description={t('operation.fillHint')}
        />
      )}
      <ReasonField {...form.text('reason')} data-autofocus required />
    </FormDialog>
  )
}
