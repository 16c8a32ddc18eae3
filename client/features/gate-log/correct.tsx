import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import type { LogEntry } from '#contract/gate-log.ts'
import { LIMITS } from '#contract/validation.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { dateTime } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { amount } from './draft.ts'
import { Amount, useProblemWords, When, WordFields, type Words } from './fields.tsx'
import css from './gate-log.module.css'
import { useComplete, useCorrect, type Position } from './queries.ts'
import { plainValue } from './words.ts'

const FORM = 'gate-log-entry'

interface Props {
  entry: LogEntry
  zone: string
  position: Position | undefined
  onClose: () => void
}

const wordsOf = (e: LogEntry): Words => ({
  order_no: e.order_no ?? '',
  performed_by: e.performed_by ?? '',
  reason: e.reason ?? '',
})

/** An entry put right: what it said stays in its history. Of what a sensor saw only the words can be changed. */
export function Correct({ entry, zone, position, onClose }: Props) {
  const { t, language } = useText()
  const form = useRef<HTMLFormElement>(null)
  const seen = entry.source === 'sensor'
  const [start] = useState(() => ({
    at: typedTime(entry.t, zone, language),
    from: entry.from === null ? '' : String(entry.from),
    to: String(entry.to),
  }))
  const [typed, setTyped] = useState(start)
  const [words, setWords] = useState(() => wordsOf(entry))
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const correct = useCorrect()
  const sayProblem = useProblemWords()
  const most = position?.most ?? null
  const [from, to] = [typed.from.trim() === '' ? null : amount(typed.from, most), amount(typed.to, most)]
  // The time is written to the minute: what was not touched keeps its seconds.
  const at = typed.at === start.at ? entry.date_string : parseLocalTime(typed.at, zone)
  const refusal = correct.error instanceof CallError ? correct.error : null
  const said = (path: string) => refusal?.errors.find((e) => e.path === path)?.message
  const problem = (x: ReturnType<typeof amount> | null) =>
    tried && x !== null && 'problem' in x ? sayProblem(x.problem, `${most} ${entry.unit}`) : undefined
  const dirty = why !== '' || JSON.stringify([typed, words]) !== JSON.stringify([start, wordsOf(entry)])

  function send(asWritten: boolean) {
    setTried(true)
    if (at === null || why.trim() === '' || !('value' in to) || (from !== null && !('value' in from)))
      return focusFirstError(form.current)
    correct.mutate(
      {
        entry_id: entry.entry_id!,
        version: entry.version,
        at,
        to: typed.to === start.to ? entry.to : to.value,
        ...(typed.from === start.from ? {} : { from: from?.value ?? null }),
        ...words,
        as_written: asWritten,
        why,
      },
      {
        onSuccess: () => {
          notice('done', t('gateLog.correctedNotice'))
          onClose()
        },
        onError: () => focusFirstError(form.current),
      },
    )
  }

  return (
    <Dialog
      opened
      panel
      title={t('gateLog.correctTitle', { name: entry.object_name })}
      onClose={onClose}
      unsaved={dirty ? { question: t('dialog.unsaved'), leave: t('dialog.discard') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={correct.isPending}>
            {t('act.save')}
          </Button>
        </>
      )}
    >
      <form
        id={FORM}
        ref={form}
        noValidate
        className={css.form}
        onSubmit={(e) => {
          e.preventDefault()
          send(false)
        }}
      >
        {refusal && !['at', 'from', 'to'].some((path) => said(path)) && (
          <FormAlert kind="failed">{reasonOf(refusal)}</FormAlert>
        )}
        {seen && <p className={css.note}>{t('gateLog.form.fixed')}</p>}
        <When
          value={typed.at}
          zone={zone}
          disabled={seen}
          error={at === null && tried ? t('items.atWrong', { example: TIME_PATTERN[language] }) : said('at')}
          onChange={(text) => setTyped({ ...typed, at: text })}
        />
        <div className={css.pair}>
          <Amount
            label={t('gateLog.form.from')}
            unit={entry.unit}
            value={typed.from}
            most={most}
            disabled={seen}
            error={problem(from) ?? said('from')}
            onChange={(text) => setTyped({ ...typed, from: text })}
          />
          <Amount
            label={t('gateLog.form.to')}
            unit={entry.unit}
            value={typed.to}
            most={most}
            disabled={seen}
            error={problem(to) ?? said('to')}
            onChange={(text) => setTyped({ ...typed, to: text })}
          />
        </div>
        {refusal?.code === 'log_from_differs' && (
          <Button size="compact-sm" variant="default" className={css.keep} onClick={() => send(true)}>
            {t('gateLog.form.keep')}
          </Button>
        )}
        <WordFields words={words} change={(part) => setWords((w) => ({ ...w, ...part }))} />
        <Textarea
          label={t('gateLog.form.why')}
          required
          autosize
          minRows={1}
          maxLength={LIMITS.reason.max}
          value={why}
          error={tried && why.trim() === '' ? t('gateLog.form.needWhy') : undefined}
          onChange={(e) => setWhy(e.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

/** What a sensor saw gets its order number, who carried it out, and why. */
export function Complete(props: {
  entry: LogEntry
  zone: string
  words: Words
  onWords: (w: Words) => void
  onClose: () => void
}) {
  const { entry, zone, words: first, onWords, onClose } = props
  const { t, language } = useText()
  const [words, setWords] = useState(first)
  const complete = useComplete()
  return (
    <Dialog
      opened
      title={t('gateLog.completeTitle', { name: entry.object_name })}
      onClose={onClose}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={complete.isPending}>
            {t('act.save')}
          </Button>
        </>
      )}
    >
      <form
        id={FORM}
        className={css.form}
        onSubmit={(e) => {
          e.preventDefault()
          complete.mutate(
            { kind: entry.kind, object_id: entry.object_id, t: entry.t, ...words },
            {
              onSuccess: () => {
                onWords({ ...words, reason: '' })
                notice('done', t('gateLog.written.one'))
                onClose()
              },
            },
          )
        }}
      >
        {complete.error !== null && <FormAlert kind="failed">{reasonOf(complete.error)}</FormAlert>}
        <p className={css.note}>
          {dateTime(entry.t, zone, language)} · {plainValue(entry.from)} → {plainValue(entry.to)} {entry.unit}
        </p>
        <WordFields words={words} change={(part) => setWords((w) => ({ ...w, ...part }))} />
      </form>
    </Dialog>
  )
}
