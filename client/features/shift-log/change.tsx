import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { CONTENT_MAX, type Duty } from '#contract/shift-log.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { say, useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert, LocalTime } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { ShiftFields } from './fields.tsx'
import { useChangeOperator, usePeople } from './queries.ts'
import { refusals } from './words.ts'
import css from './shift-log.module.css'

const FORM = 'change-operator'

/** Somebody else goes on duty: oneself unless another is chosen, now unless another time is written. */
export function ChangeOperator({ duty, zone, onClose }: { duty: Duty; zone: string; onClose: () => void }) {
  const { t, language } = useText()
  const me = useProfile().account_id
  const form = useRef<HTMLFormElement>(null)
  const people = usePeople()
  const change = useChangeOperator()
  // Who was on duty when the form was opened: whoever is faster is told of.
  const [seen] = useState(duty.current)
  const [start] = useState(() => typedTime(serverNow(), zone, language))
  const [operator, setOperator] = useState<string | null>(seen?.operator_id === me ? null : me)
  const [at, setAt] = useState(start)
  const [words, setWords] = useState({ shift: '', crew: '' })
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const refused = refusals(change.error)
  const local = at === start ? undefined : parseLocalTime(at, zone)
  const others = (people.data?.people ?? []).filter((p) => p.account_id !== seen?.operator_id)
  const dirty = words.shift !== '' || words.crew !== '' || text !== '' || at !== start

  function send() {
    setTried(true)
    if (operator === null || local === null) return focusFirstError(form.current)
    change.mutate(
      { operator_id: operator, at: local, ...words, text, seen: seen?.entry_id ?? null },
      {
        onSuccess: () => {
          notice('done', t('shiftLog.duty.changed'))
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
      title={t('shiftLog.duty.change')}
      onClose={onClose}
      unsaved={dirty ? { question: t('dialog.unsaved'), leave: t('dialog.discard') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={change.isPending}>
            {t('shiftLog.duty.change')}
          </Button>
        </>
      )}
    >
      <Loaded query={people} what={t('shiftLog.field.operator')} height={320}>
        {({ shifts }) => (
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
            {change.error && Object.keys(refused).length === 0 && (
              <FormAlert kind="failed">{reasonOf(change.error)}</FormAlert>
            )}
            <Choice
              label={t('shiftLog.field.operator')}
              required
              data={others.map((p) => ({
                value: p.account_id,
                label: p.position ? `${p.name} · ${p.position}` : p.name,
              }))}
              value={operator}
              error={refused.operator_id ?? (tried && operator === null ? say('required') : undefined)}
              onChange={(id) => {
                change.reset()
                setOperator(id)
              }}
            />
            <LocalTime
              setNow={t('shiftLog.field.setNow')}
              label={t('shiftLog.field.at')}
              value={at}
              zone={zone}
              error={
                refused.at ??
                (local === null ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined)
              }
              onChange={(next) => {
                change.reset()
                setAt(next)
              }}
            />
            <ShiftFields
              words={words}
              names={shifts}
              change={(part) => setWords((was) => ({ ...was, ...part }))}
            />
            <Textarea
              label={t('shiftLog.field.note')}
              autosize
              minRows={2}
              maxLength={CONTENT_MAX}
              value={text}
              onChange={(e) => setText(e.currentTarget.value)}
            />
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}
