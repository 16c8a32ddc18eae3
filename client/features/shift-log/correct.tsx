import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CONTENT_MAX, correctShiftEntry, type ShiftEntry } from '#contract/shift-log.ts'
import type { TimelineItem } from '#contract/timeline.ts'
import { LIMITS } from '#contract/validation.ts'
import { useForm } from '../../lib/form/index.ts'
import { parseLocalTime, typedTime } from '../../lib/local-time.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import { Failed } from '../../ui/state.tsx'
import { EntryTime, ShiftFields, useTimeProblem } from './fields.tsx'
import { useDutyPeople, useShiftEntry } from './queries.ts'

interface Props {
  item: TimelineItem
  zone: string
  onClose: () => void
}

/** Corrects an entry; its history keeps the old versions. */
export function CorrectShiftEntry({ item, zone, onClose }: Props) {
  const { t } = useText()
  const versions = useShiftEntry(item.entry_id!)
  // The corrected version is the one read when the form was opened.
  const [entry, setEntry] = useState<ShiftEntry | null>(null)
  if (!entry && versions.data && !versions.isFetching) setEntry(versions.data[0])
  if (entry) return <CorrectForm entry={entry} title={item.label} zone={zone} onClose={onClose} />
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

interface FormProps {
  entry: ShiftEntry
  title: string
  zone: string
  onClose: () => void
}

function CorrectForm({ entry, title, zone, onClose }: FormProps) {
  const { t, language } = useText()
  const correct = useAct(correctShiftEntry, { quiet: true })
  const people = useDutyPeople()
  const duty = entry.kind === 'duty'
  const [start] = useState(() => ({
    at: typedTime(entry.t, zone, language),
    text: entry.text ?? '',
    number: entry.number ?? '',
    party: entry.party ?? '',
    phone: entry.phone ?? '',
    operator_id: entry.operator_id,
    shift: entry.shift ?? '',
    crew: entry.crew ?? '',
    why: '',
  }))
  // The field shows minutes; an unchanged time keeps its seconds.
  const wireTime = (at: string) => (at === start.at ? entry.date_string : parseLocalTime(at, zone))
  const timeProblem = useTimeProblem()
  const timeError = (at: string) => timeProblem(wireTime(at))
  const form = useForm({
    schema: correctShiftEntry.body!,
    values: start,
    body: (v) => ({
      entry_id: entry.entry_id,
      version: entry.version,
      at: wireTime(v.at),
      text: v.text,
      why: v.why,
      ...(duty
        ? { operator_id: v.operator_id ?? undefined, shift: v.shift, crew: v.crew }
        : { number: v.number || null, party: v.party || null, phone: v.phone || null }),
    }),
    rules: ({ at, why }) => ({
      at: timeError(at),
      why: why.trim() === '' && t('shiftLog.field.needWhy'),
    }),
  })
  const line = (name: 'number' | 'party' | 'phone', label: string, max: number) => (
    <TextInput {...form.text(name)} label={label} maxLength={max} />
  )
  return (
    <FormDialog
      form={form}
      panel
      title={t('shiftLog.correctTitle', { what: title })}
      onSubmit={(body) => correct.run({ body })}
      done={t('shiftLog.corrected')}
      onClose={onClose}
    >
      <EntryTime form={form} at={form.values.at} zone={zone} problem={timeError(form.values.at)} />
      {duty && (
        <>
          <Choice
            {...form.choice('operator_id')}
            label={t('shiftLog.field.operator')}
            data={[
              ...(people.data?.people ?? []).map((p) => ({ value: p.account_id, label: p.name })),
              // Someone who may no longer go on duty may still have been on it.
              ...(people.data?.people.some((p) => p.account_id === start.operator_id)
                ? []
                : [{ value: start.operator_id ?? '', label: entry.party ?? '-' }]),
            ]}
          />
          <ShiftFields form={form} names={people.data?.shifts ?? []} />
        </>
      )}
      {entry.kind === 'order' && line('number', t('shiftLog.field.number'), 60)}
      {(entry.kind === 'order' || entry.kind === 'call') &&
        line('party', t(`shiftLog.field.${entry.kind}.party`), 100)}
      {entry.kind === 'call' && line('phone', t('shiftLog.field.phone'), LIMITS.phone.max)}
      <Textarea
        {...form.text('text')}
        label={t(duty ? 'shiftLog.field.note' : 'shiftLog.field.text')}
        autosize
        minRows={2}
        maxLength={CONTENT_MAX}
      />
      <ReasonField {...form.text('why')} label={t('shiftLog.field.why')} required />
    </FormDialog>
  )
}
