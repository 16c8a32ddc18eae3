import { calculateSave } from '#contract/calculation.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import type { CalculationBody } from './entered.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './panel.module.css'
import type { Result } from './queries.ts'

interface Props {
  body: CalculationBody
  /** The instant whose values are replaced. */
  at: number
  /** How many values were entered in place of sensors. */
  count: number
  onClose: () => void
  /** run: null if the stored values were the same already. */
  onSaved: (run: string | null, result: Result) => void
}

/** Shows which instant is replaced, asks for the reason, and saves it. */
export function SaveCalculation({ body, at, count, onClose, onSaved }: Props) {
  const { t, messageText, language } = useText()
  const zone = useZone() ?? 'UTC'
  const save = useAct(calculateSave, { quiet: true, wait: false })
  const form = useForm({
    schema: calculateSave.body!,
    values: { reason: '' },
    body: ({ reason }) => ({ ...body, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }),
    // A reason is required where sensor values are replaced.
    rules: ({ reason }) => ({
      reason: count > 0 && reason.trim() === '' && t('calculation.confirm.reasonNeeded'),
    }),
  })
  const time = dateTime(at, zone, language)
  return (
    <FormDialog
      form={form}
      width={440}
      title={t('calculation.confirm.title', { time })}
      act={t('calculation.save')}
      unsaved={false}
      className={layoutCss.fields}
      failed={messageText('save_calculation_failed')}
      onSubmit={(checked) => save.run({ body: checked })}
      onDone={({ run_id, result }) => onSaved(run_id, result)}
      onClose={onClose}
    >
      <p className={css.text}>{t('calculation.confirm.what', { time })}</p>
      {count > 0 && (
        <p className={css.text}>
          <strong>{t('calculation.confirm.own', { n: count })}</strong> {t('calculation.confirm.kept')}
        </p>
      )}
      <ReasonField
        {...form.text('reason')}
        data-autofocus
        description={t('calculation.confirm.reasonHint')}
        required={count > 0}
      />
      <p className={textCss.hint}>{t('calculation.confirm.back')}</p>
    </FormDialog>
  )
}
