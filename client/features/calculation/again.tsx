import { TextInput } from '@mantine/core'
import { fromLocal, toLocal } from '#core/time/index.ts'
import { recalculate } from '#contract/calculation.ts'
import { serverNow } from '../../lib/clock.ts'
import { useForm } from '../../lib/form/index.ts'
import { duration, number } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useReservoir, useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert, FormDialog, ReasonField } from '../../ui/form/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './panel.module.css'
import type { Run } from './queries.ts'

interface Props {
  /** Whether a run is under way already. */
  busy: boolean
  /** First span of the form, epoch ms; absent: today. */
  span?: { from: number; to: number }
  onClose: () => void
  onBegun: (run: Run) => void
}

/** Asks for a span and starts recalculating it. */
export function Recalculate({ busy, span, onClose, onBegun }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const interval = useReservoir().data?.interval ?? null
  const again = useAct(recalculate, { quiet: true, wait: false })
  const instantOf = (text: string) => {
    const wire = parseLocalTime(text, zone)
    return wire === null ? NaN : fromLocal(wire, zone)!
  }
  const wrong = t('calculation.timeWrong', { example: TIME_PATTERN[language] })
  const form = useForm({
    schema: recalculate.body!,
    values: { ...firstSpan(), reason: '' },
    body: ({ from, to, reason }) => ({
      from: parseLocalTime(from, zone),
      to: parseLocalTime(to, zone),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    }),
    rules: ({ from, to }) => {
      const [a, b] = [instantOf(from), instantOf(to)]
      return {
        // A single instant is a valid span.
        from: Number.isNaN(a) ? wrong : b < a && t('runs.again.order'),
        to: Number.isNaN(b) ? wrong : b > serverNow() && t('runs.again.future'),
      }
    },
  })

  function firstSpan() {
    const now = serverNow()
    const day = fromLocal(`${toLocal(now, zone).slice(0, 10)} 00:00`, zone) ?? now
    const { from, to } = span ?? { from: day, to: now }
    return { from: typedTime(from, zone, language), to: typedTime(to, zone, language) }
  }
  const length = instantOf(form.values.to) - instantOf(form.values.from)
  return (
    <FormDialog
      form={form}
      panel
      title={t('runs.again.title')}
      act={t('runs.again.run')}
      className={layoutCss.fields}
      onSubmit={(body) => again.run({ body })}
      onDone={(run) => {
        notice('info', t(run.waits_for === null ? 'runs.again.begun' : 'runs.again.queued'))
        onBegun(run)
      }}
      onClose={onClose}
    >
      <p className={textCss.hint}>{t('runs.again.about')}</p>
      {busy && <FormAlert kind="info">{t('runs.again.queue')}</FormAlert>}
      <div className={css.pair}>
        <TextInput {...form.text('from')} label={t('runs.again.from')} />
        <TextInput {...form.text('to')} label={t('runs.again.to')} />
      </div>
      <p className={textCss.hint} role="status">
        {length >= 0 && interval !== null
          ? t('runs.again.length', {
              length: duration(length, language),
              n: number(Math.floor(length / (interval * 1000)) + 1, 0),
            })
          : '\u00a0'}
      </p>
      <ReasonField {...form.text('reason')} description={t('calculation.confirm.reasonHint')} />
    </FormDialog>
  )
}
