import { Button, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { CONTENT_MAX, type ShiftEntry } from '#contract/shift-log.ts'
import type { TimelineItem } from '#contract/timeline.ts'
import { LIMITS } from '#contract/validation.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert, LocalTime } from '../../ui/form/index.ts'
import { Failed } from '../../ui/state.tsx'
import { ShiftFields } from './fields.tsx'
import { useCorrect, useEntry, usePeople } from './queries.ts'
import { refusals } from './words.ts'
import css from './shift-log.module.css'

const FORM = 'shift-log-entry'

/** An entry put right: what it said stays in its history. */
export function Correct({ item, zone, onClose }: { item: TimelineItem; zone: string; onClose: () => void }) {
  const { t } = useText()
  const versions = useEntry(item.entry_id!)
  // What is corrected is the version that was there when the form was opened.
  const [entry, setEntry] = useState<ShiftEntry | null>(null)
  if (!entry && versions.data && !versions.isFetching) setEntry(versions.data[0])
  if (entry) return <Form entry={entry} title={item.label} zone={zone} onClose={onClose} />
  if (!versions.error) return null
  return (
    <Dialog
      opened
      title={t('shiftLog.correctTitle', { what: item.label })}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave}>
          {t('act.close')}
        </Button>
      )}
    >
      <Failed what={item.label} error={versions.error} retry={() => void versions.refetch()} />
    </Dialog>
  )
}

function Form(props: { entry: ShiftEntry; title: string; zone: string; onClose: () => void }) {
  const { entry, title, zone, onClose } = props
  const { t, language } = useText()
  const form = useRef<HTMLFormElement>(null)
  const correct = useCorrect()
  const people = usePeople()
  const [start] = useState(() => ({
    at: typedTime(entry.t, zone, language),
    text: entry.text ?? '',
    number: entry.number ?? '',
    party: entry.party ?? '',
    phone: entry.phone ?? '',
    operator: entry.operator_id,
    shift: entry.shift ?? '',
    crew: entry.crew ?? '',
  }))
  const [typed, setTyped] = useState(start)
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const refused = refusals(correct.error)
  const duty = entry.kind === 'duty'
  // The time is written to the minute: what was not touched keeps its seconds.
  const at = typed.at === start.at ? entry.date_string : parseLocalTime(typed.at, zone)
  const dirty = why !== '' || JSON.stringify(typed) !== JSON.stringify(start)
  const change = (part: Partial<typeof start>) => {
    if (correct.error) correct.reset()
    setTyped((was) => ({ ...was, ...part }))
  }

  function send() {
    setTried(true)
    if (at === null || why.trim() === '') return focusFirstError(form.current)
    const common = { entry_id: entry.entry_id, version: entry.version, at, text: typed.text, why }
    correct.mutate(
      duty
        ? { ...common, operator_id: typed.operator ?? undefined, shift: typed.shift, crew: typed.crew }
        : {
            ...common,
            number: typed.number || null,
            party: typed.party || null,
            phone: typed.phone || null,
          },
      {
        onSuccess: () => {
          notice('done', t('shiftLog.corrected'))
          onClose()
        },
        onError: () => focusFirstError(form.current),
      },
    )
  }
  const line = (name: 'number' | 'party' | 'phone', label: string, max: number) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={max}
      value={typed[name]}
      error={refused[name]}
      onChange={(e) => change({ [name]: e.currentTarget.value })}
    />
  )
  return (
    <Dialog
      opened
      panel
      title={t('shiftLog.correctTitle', { what: title })}
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
          send()
        }}
      >
        {correct.error && Object.keys(refused).length === 0 && (
          <FormAlert kind="failed">{reasonOf(correct.error)}</FormAlert>
        )}
        <LocalTime
          setNow={t('shiftLog.field.setNow')}
          label={t('shiftLog.field.at')}
          value={typed.at}
          zone={zone}
          error={
            refused.at ?? (at === null ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined)
          }
          onChange={(text) => change({ at: text })}
        />
        {duty && (
          <>
            <Choice
              label={t('shiftLog.field.operator')}
              data={[
                ...(people.data?.people ?? []).map((p) => ({ value: p.account_id, label: p.name })),
                // Who may not go on duty any more was on it all the same.
                ...(people.data?.people.some((p) => p.account_id === start.operator)
                  ? []
                  : [{ value: start.operator ?? '', label: entry.party ?? '-' }]),
              ]}
              value={typed.operator}
              error={refused.operator_id}
              onChange={(operator) => change({ operator })}
            />
            <ShiftFields words={typed} names={people.data?.shifts ?? []} change={change} />
          </>
        )}
        {entry.kind === 'order' && line('number', t('shiftLog.field.number'), 60)}
        {(entry.kind === 'order' || entry.kind === 'call') &&
          line('party', t(`shiftLog.field.${entry.kind}.party`), 100)}
        {entry.kind === 'call' && line('phone', t('shiftLog.field.phone'), LIMITS.phone.max)}
        <Textarea
          label={t(duty ? 'shiftLog.field.note' : 'shiftLog.field.text')}
          autosize
          minRows={2}
          maxLength={CONTENT_MAX}
          value={typed.text}
          error={refused.text}
          onChange={(e) => change({ text: e.currentTarget.value })}
        />
        <Textarea
          label={t('shiftLog.field.why')}
          required
          autosize
          minRows={1}
          maxLength={LIMITS.reason.max}
          value={why}
          error={refused.why ?? (tried && why.trim() === '' ? t('shiftLog.field.needWhy') : undefined)}
          onChange={(e) => setWhy(e.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
