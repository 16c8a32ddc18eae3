import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { changeOperator, CONTENT_MAX, type Duty } from '#contract/shift-log.ts'
import { serverNow } from '../../lib/clock.ts'
import { useForm } from '../../lib/form/index.ts'
import { parseLocalTime, typedTime } from '../../lib/local-time.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FormDialog } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { EntryTime, ShiftFields, useTimeProblem } from './fields.tsx'
import { useDutyPeople } from './queries.ts'

interface Props {
  duty: Duty
  zone: string
  onClose: () => void
}

/** Changes the operator on duty; by default to oneself, now. */
export function ChangeOperator({ duty, zone, onClose }: Props) {
  const { t, messageText, language } = useText()
  const me = useProfile().account_id
  const people = useDutyPeople()
  const change = useAct(changeOperator, { quiet: true })
  // The operator on duty when the form was opened: the server refuses if somebody was faster.
  const [seen] = useState(duty.current)
  const [start] = useState(() => ({
    operator_id: seen?.operator_id === me ? null : me,
    at: typedTime(serverNow(), zone, language),
    shift: '',
    crew: '',
    text: '',
  }))
  const wireTime = (at: string) => (at === start.at ? undefined : parseLocalTime(at, zone))
  const timeProblem = useTimeProblem()
  const timeError = (at: string) => timeProblem(wireTime(at))
  const form = useForm({
    schema: changeOperator.body!,
    values: start as Omit<typeof start, 'operator_id'> & { operator_id: string | null },
    body: ({ operator_id: operator, at, ...words }) => ({
      operator_id: operator ?? undefined,
      at: wireTime(at),
      ...words,
      seen: seen?.entry_id ?? null,
    }),
    rules: ({ operator_id: operator, at }) => ({
      operator_id: operator === null && messageText('required'),
      at: timeError(at),
    }),
  })
  const others = (people.data?.people ?? []).filter((p) => p.account_id !== seen?.operator_id)
  return (
    <FormDialog
      form={form}
      panel
      title={t('shiftLog.duty.change')}
      act={t('shiftLog.duty.change')}
      unsaved={(['at', 'shift', 'crew', 'text'] as const).some((name) => form.values[name] !== start[name])}
      ready={people.data !== undefined}
      onSubmit={(body) => change.run({ body })}
      done={messageText('change_operator_success')}
      onClose={onClose}
    >
      <Loaded query={people} what={t('shiftLog.field.operator')} height={320}>
        {({ shifts }) => (
          <>
            <Choice
              {...form.choice('operator_id')}
              label={t('shiftLog.field.operator')}
              required
              data={others.map((p) => ({
                value: p.account_id,
                label: p.position ? `${p.name} · ${p.position}` : p.name,
              }))}
            />
            <EntryTime form={form} at={form.values.at} zone={zone} problem={timeError(form.values.at)} />
            <ShiftFields form={form} names={shifts} />
            <Textarea
              {...form.text('text')}
              label={t('shiftLog.field.note')}
              autosize
              minRows={2}
              maxLength={CONTENT_MAX}
            />
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}
