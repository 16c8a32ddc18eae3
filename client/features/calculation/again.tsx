import { Button, Textarea, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { fromLocal, toLocal } from '#core/time/index.ts'
import { LIMITS } from '#contract/validation.ts'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { duration, number } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useReservoir, useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import css from './panel.module.css'
import { useRecalculate, type Run } from './queries.ts'

const FORM = 'recalculate-form'

interface Props {
  /** Something is under way already. */
  busy: boolean
  /** What it begins with, epoch ms; absent: today. */
  span?: { from: number; to: number }
  onClose: () => void
  onBegun: (run: Run) => void
}

/** Asks which span, and begins to calculate it again. */
export function Again({ busy, span, onClose, onBegun }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const interval = useReservoir().data?.interval ?? null
  const [start] = useState(() => {
    const now = serverNow()
    if (span) return { from: typedTime(span.from, zone, language), to: typedTime(span.to, zone, language) }
    const day = fromLocal(`${toLocal(now, zone).slice(0, 10)} 00:00`, zone) ?? now
    return { from: typedTime(day, zone, language), to: typedTime(now, zone, language) }
  })
  const [from, setFrom] = useState(start.from)
  const [to, setTo] = useState(start.to)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const again = useRecalculate()
  const form = useRef<HTMLFormElement>(null)

  const [a, b] = [from, to].map((text) => parseLocalTime(text, zone))
  const at = (wire: string | null) => (wire === null ? NaN : fromLocal(wire, zone)!)
  const length = at(b) - at(a)
  const wrong = t('calculation.timeWrong', { example: TIME_PATTERN[language] })
  const refused = again.error instanceof CallError ? again.error.errors : []
  const saidOf = (path: string) => refused.find((e) => e.path === path)?.message
  const problems = {
    // A single instant is a span too.
    from: a === null ? wrong : length < 0 ? t('runs.again.order') : undefined,
    to: b === null ? wrong : at(b) > serverNow() ? t('runs.again.future') : undefined,
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    again.reset()
  }

  function submit(e: FormEvent) {
    e.preventDefault()
    setTried(true)
    if (problems.from || problems.to)
      return requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      )
    const said = reason.trim()
    again.mutate(
      { from: a!, to: b!, ...(said === '' ? {} : { reason: said }) },
      {
        onSuccess: (run) => {
          notice('info', t(run.waits_for === null ? 'runs.again.begun' : 'runs.again.queued'))
          onBegun(run)
        },
      },
    )
  }

  const field = (name: 'from' | 'to', value: string, set: (text: string) => void) => (
    <TextInput
      name={name}
      label={t(`runs.again.${name}`)}
      value={value}
      onChange={(e) => change(set)(e.currentTarget.value)}
      error={(tried ? problems[name] : undefined) ?? saidOf(name)}
      autoComplete="off"
    />
  )
  return (
    <Dialog
      opened
      panel
      title={t('runs.again.title')}
      onClose={onClose}
      unsaved={
        from !== start.from || to !== start.to || reason !== ''
          ? { question: t('act.unsaved'), leave: t('act.leave') }
          : null
      }
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={again.isPending}>
            {t('runs.again.run')}
          </Button>
        </>
      )}
    >
      <form id={FORM} ref={form} className={css.form} noValidate onSubmit={submit}>
        <p className={css.about}>{t('runs.again.about')}</p>
        {again.error && refused.length === 0 && <FormAlert kind="failed">{reasonOf(again.error)}</FormAlert>}
        {busy && <FormAlert kind="info">{t('runs.again.queue')}</FormAlert>}
        <div className={css.pair}>
          {field('from', from, setFrom)}
          {field('to', to, setTo)}
        </div>
        <p className={css.about} role="status">
          {length >= 0 && interval !== null
            ? t('runs.again.length', {
                length: duration(length, language),
                n: number(Math.floor(length / (interval * 1000)) + 1, 0),
              })
            : '\u00a0'}
        </p>
        <Textarea
          name="reason"
          label={t('runs.reason')}
          description={t('calculation.confirm.reasonHint')}
          placeholder={t('items.optional')}
          autosize
          minRows={2}
          maxLength={LIMITS.reason.max}
          value={reason}
          onChange={(e) => setReason(e.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
