import { Button } from '@mantine/core'
import { useState } from 'react'
import { completeGateLog, correctGateLog, type LogEntry } from '#contract/gate-log.ts'
import { CallError } from '../../lib/call-error.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import { amount } from './draft.ts'
import { AmountField, MovementTime, OrderFields, useAmountProblem, type OrderWords } from './fields.tsx'
import textCss from '../../ui/text.module.css'
import css from './gate-log.module.css'
import type { Position } from './queries.ts'
import { plainValue } from './words.ts'

interface CorrectProps {
  entry: LogEntry
  zone: string
  position: Position | undefined
  onClose: () => void
}

/** Corrects an entry; its history keeps the old versions. If a sensor saw the movement, only the texts can change. */
export function CorrectGateEntry({ entry, zone, position, onClose }: CorrectProps) {
  const { t, language } = useText()
  const seen = entry.source === 'sensor'
  const correct = useAct(correctGateLog, { quiet: true })
  const problemText = useAmountProblem()
  const most = position?.most ?? null
  const [start] = useState(() => ({
    at: typedTime(entry.t, zone, language),
    from: entry.from === null ? '' : String(entry.from),
    to: String(entry.to),
    order_no: entry.order_no ?? '',
    performed_by: entry.performed_by ?? '',
    reason: entry.reason ?? '',
    why: '',
  }))
  type Values = typeof start
  // The field shows minutes; an unchanged time keeps its seconds.
  const wireTime = (at: string) => (at === start.at ? entry.date_string : parseLocalTime(at, zone))
  const fromOf = (text: string) => (text.trim() === '' ? null : amount(text, most))
  const problem = (x: ReturnType<typeof fromOf>) =>
    x !== null && 'problem' in x && problemText(x.problem, `${most} ${entry.unit}`)
  const valueOf = (x: ReturnType<typeof fromOf>) => (x !== null && 'value' in x ? x.value : null)
  const form = useForm({
    schema: correctGateLog.body!,
    values: start,
    body: ({ at, from, to, ...words }: Values) => ({
      entry_id: entry.entry_id!,
      version: entry.version,
      at: wireTime(at),
      to: to === start.to ? entry.to : valueOf(fromOf(to)),
      ...(from === start.from ? {} : { from: valueOf(fromOf(from)) }),
      ...words,
    }),
    rules: ({ at, from, to, why }) => ({
      at: wireTime(at) === null && t('items.atWrong', { example: TIME_PATTERN[language] }),
      from: problem(fromOf(from)),
      to: problem(amount(to, most)),
      why: why.trim() === '' && t('gateLog.form.needWhy'),
    }),
  })
  const done = t('gateLog.correctedNotice')

  async function saveAsWritten() {
    const sent = await form.submit((body) => correct.run({ body: { ...body, as_written: true } }))
    if (!sent) return
    notice('done', done)
    onClose()
  }

  return (
    <FormDialog
      form={form}
      panel
      title={t('gateLog.correctTitle', { name: entry.object_name })}
      onSubmit={(body) => correct.run({ body })}
      done={done}
      onClose={onClose}
    >
      {seen && <p className={`${textCss.note} ${textCss.words}`}>{t('gateLog.form.fixed')}</p>}
      <MovementTime
        value={form.values.at}
        zone={zone}
        disabled={seen}
        error={form.errorOf('at')}
        onChange={(text) => form.set('at', text)}
      />
      <div className={css.pair}>
        {(['from', 'to'] as const).map((name) => (
          <AmountField
            key={name}
            {...form.text(name)}
            label={t(`gateLog.form.${name}`)}
            unit={entry.unit}
            most={most}
            disabled={seen}
          />
        ))}
      </div>
      {form.error instanceof CallError && form.error.code === 'log_from_differs' && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => void saveAsWritten()}
        >
          {t('gateLog.form.keep')}
        </Button>
      )}
      <OrderFields form={form} />
      <ReasonField {...form.text('why')} label={t('gateLog.form.why')} required />
    </FormDialog>
  )
}

interface CompleteProps {
  entry: LogEntry
  zone: string
  words: OrderWords
  /** Keeps the texts for the next entry. */
  onWords: (words: OrderWords) => void
  onClose: () => void
}

/** Adds order number, executor and reason to a movement that a sensor saw. */
export function CompleteGateEntry({ entry, zone, words, onWords, onClose }: CompleteProps) {
  const { t, language } = useText()
  const complete = useAct(completeGateLog, { quiet: true })
  const form = useForm({
    schema: completeGateLog.body!,
    values: words,
    body: (values: OrderWords) => ({
      kind: entry.kind,
      object_id: entry.object_id,
      t: entry.t,
      ...values,
    }),
  })
  return (
    <FormDialog
      form={form}
      title={t('gateLog.completeTitle', { name: entry.object_name })}
      unsaved={false}
      onSubmit={(body) => complete.run({ body })}
      done={t('gateLog.written.one')}
      onDone={() => {
        onWords({ ...form.values, reason: '' })
        onClose()
      }}
      onClose={onClose}
    >
      <p className={`${textCss.note} ${textCss.words}`}>
        {dateTime(entry.t, zone, language)} · {plainValue(entry.from)} → {plainValue(entry.to)} {entry.unit}
      </p>
      <OrderFields form={form} />
    </FormDialog>
  )
}
