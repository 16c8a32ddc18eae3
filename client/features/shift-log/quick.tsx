import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { addShiftEntry, CONTENT_MAX, FIELDS, type ShiftEntry, type WrittenKind } from '#contract/shift-log.ts'
import { parseLocalTime, TIME_PATTERN } from '../../lib/local-time.ts'
import { useAct } from '../../lib/query.ts'
import { messageText, useText } from '../../lib/text/index.ts'
import { Failure, Form } from '../../ui/form/index.ts'
import { useTimeProblem } from './fields.tsx'
import { useKeptForm } from './kept-form.ts'
import css from './shift-log.module.css'

const KINDS: readonly WrittenKind[] = ['note', 'order', 'call']
const TEXTS = ['text', 'number', 'party', 'phone', 'at'] as const
const START = {
  text: '',
  number: '',
  party: '',
  phone: '',
  at: '',
  kind: 'note' as string,
  acknowledged: false,
}
type Values = typeof START

const kindOf = (values: Values) => KINDS.find((kind) => kind === values.kind) ?? 'note'
const fieldsOf = (values: Values): { has: readonly string[]; needs: readonly string[] } =>
  FIELDS[kindOf(values)]

/** Writes one line on Enter. The browser keeps the text until the server has it, across reloads too. */
export function QuickEntry({ zone, onWritten }: { zone: string; onWritten: (entry: ShiftEntry) => void }) {
  const { t, language } = useText()
  const textField = useRef<HTMLInputElement>(null)
  const add = useAct(addShiftEntry, { quiet: true })
  const wireTime = (at: string) => (at.trim() === '' ? undefined : parseLocalTime(at, zone))
  const timeProblem = useTimeProblem()
  const timeError = (at: string) => timeProblem(wireTime(at))
  const { form, kept, set, text } = useKeptForm('shift-log', START, {
    schema: addShiftEntry.body!,
    body: (values) => {
      const { has } = fieldsOf(values)
      const sent = (name: 'number' | 'party' | 'phone') => (has.includes(name) ? values[name] : null)
      return {
        kind: kindOf(values),
        at: wireTime(values.at),
        text: values.text,
        number: sent('number'),
        party: sent('party'),
        phone: sent('phone'),
        acknowledged: kindOf(values) === 'order' && values.acknowledged,
      }
    },
    rules: (values) => ({
      ...Object.fromEntries(
        TEXTS.filter((name) => fieldsOf(values).needs.includes(name) && values[name].trim() === '').map(
          (name) => [name, messageText('required')],
        ),
      ),
      at: timeError(values.at),
    }),
  })
  const { values } = form
  const kind = kindOf(values)
  const field = (name: 'number' | 'party' | 'phone', label: string, max: number) => (
    <TextInput
      {...text(name)}
      className={css[name]}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      type={name === 'phone' ? 'tel' : 'text'}
      maxLength={max}
    />
  )
  return (
    <Form
      form={form}
      alert={false}
      className={css.quick}
      aria-label={t('shiftLog.quick.title')}
      onSubmit={async (body) => {
        const sent = Object.fromEntries(TEXTS.map((name) => [name, values[name]]))
        return { entry: await add.run({ body }), sent }
      }}
      onDone={({ entry, sent }) => {
        // Also if the page was left before the answer came: a saved text must not be offered again.
        form.restart(kept.written(sent))
        onWritten(entry)
        textField.current?.focus()
      }}
    >
      {form.failure && (
        <div className={css.whole}>
          <Failure form={form} />
        </div>
      )}
      <SegmentedControl
        aria-label={t('shiftLog.quick.kind')}
        className={css.kinds}
        value={kind}
        data={KINDS.map((k) => ({ value: k, label: t(`shiftLog.kind.${k}`) }))}
        onChange={(k) => {
          form.restart({ ...values, kind: k })
          kept.change({ kind: k })
        }}
      />
      {kind === 'order' && field('number', t('shiftLog.quick.number'), 60)}
      {kind !== 'note' &&
        field('party', t(kind === 'order' ? 'shiftLog.quick.from' : 'shiftLog.quick.with'), 100)}
      {kind === 'call' && field('phone', t('shiftLog.quick.phone'), 20)}
      <TextInput
        {...text('text')}
        ref={textField}
        className={css.text}
        aria-label={t('shiftLog.field.text')}
        placeholder={t(`shiftLog.quick.${kind}`)}
        autoComplete="off"
        maxLength={CONTENT_MAX}
      />
      <TextInput
        {...text('at')}
        className={css.when}
        aria-label={t('shiftLog.quick.at')}
        placeholder={`${t('shiftLog.quick.at')}: ${t('shiftLog.quick.now')}`}
        title={TIME_PATTERN[language]}
        autoComplete="off"
        error={timeError(values.at) ?? form.errorOf('at')}
      />
      {kind === 'order' && (
        <Checkbox
          className={css.check}
          label={t('shiftLog.quick.acknowledged')}
          checked={values.acknowledged}
          onChange={(e) => set('acknowledged', e.currentTarget.checked)}
        />
      )}
      <Button type="submit" loading={form.busy}>
        {t('shiftLog.quick.save')}
      </Button>
    </Form>
  )
}
