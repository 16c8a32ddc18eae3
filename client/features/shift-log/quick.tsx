import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { CONTENT_MAX, FIELDS, type ShiftEntry, type WrittenKind } from '#contract/shift-log.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { parseLocalTime, TIME_PATTERN } from '../../lib/local-time.ts'
import { say, useText } from '../../lib/text/index.ts'
import { useKept } from '../../lib/use-kept.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { useAdd } from './queries.ts'
import { refusals } from './words.ts'
import css from './shift-log.module.css'

const KINDS: readonly WrittenKind[] = ['note', 'order', 'call']
const EMPTY = { text: '', number: '', party: '', phone: '', at: '' }
type Typed = typeof EMPTY
const START = { ...EMPTY, kind: 'note' as string, acknowledged: true }

/** One line, Enter, written. What was typed stays until the server has it, over a reload too. */
export function Quick({ zone, onWritten }: { zone: string; onWritten: (entry: ShiftEntry) => void }) {
  const { t, language } = useText()
  const form = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLInputElement>(null)
  const kept = useKept('shift-log', START)
  const { typed } = kept
  const { acknowledged } = typed
  const kind = KINDS.find((k) => k === typed.kind) ?? 'note'
  const [tried, setTried] = useState(false)
  const add = useAdd()
  const refused = refusals(add.error)
  const { has, needs }: { has: readonly string[]; needs: readonly string[] } = FIELDS[kind]
  const at = typed.at.trim() === '' ? undefined : parseLocalTime(typed.at, zone)

  const wrong = (name: keyof Typed) =>
    refused[name] ??
    (tried && needs.includes(name) && typed[name].trim() === '' ? say('required') : undefined)
  const wrongAt =
    refused.at ?? (at === null ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined)
  const change = (part: Partial<Typed>) => {
    if (add.error) add.reset()
    kept.change(part)
  }

  function send() {
    setTried(true)
    if (at === null || needs.some((n) => typed[n as keyof Typed].trim() === ''))
      return focusFirstError(form.current)
    const given = (name: keyof Typed) => (has.includes(name) ? typed[name] : null)
    const sent = add.mutateAsync(
      {
        kind,
        at: at ?? undefined,
        text: typed.text,
        number: given('number'),
        party: given('party'),
        phone: given('phone'),
        acknowledged: kind === 'order' && acknowledged,
      },
      {
        onSuccess: (entry) => {
          setTried(false)
          onWritten(entry)
          text.current?.focus()
        },
        onError: () => focusFirstError(form.current),
      },
    )
    const { text: words, number, party, phone, at: when } = typed
    // Also where the page was left before the answer came: what is written is not there to be written again.
    sent.then(
      () => kept.written({ text: words, number, party, phone, at: when }),
      () => undefined,
    )
  }
  const field = (name: 'number' | 'party' | 'phone', label: string, max: number) => (
    <TextInput
      className={css[name]}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      type={name === 'phone' ? 'tel' : 'text'}
      maxLength={max}
      value={typed[name]}
      error={wrong(name)}
      onChange={(e) => change({ [name]: e.currentTarget.value })}
    />
  )
  const general = add.error && Object.keys(refused).length === 0 ? reasonOf(add.error) : null
  return (
    <form
      ref={form}
      noValidate
      className={css.quick}
      aria-label={t('shiftLog.quick.title')}
      onSubmit={(e) => {
        e.preventDefault()
        send()
      }}
    >
      {general && (
        <div className={css.whole}>
          <FormAlert kind="failed">{general}</FormAlert>
        </div>
      )}
      <SegmentedControl
        aria-label={t('shiftLog.quick.kind')}
        className={css.kinds}
        value={kind}
        data={KINDS.map((k) => ({ value: k, label: t(`shiftLog.kind.${k === 'note' ? 'note' : k}`) }))}
        onChange={(k) => {
          setTried(false)
          add.reset()
          kept.change({ kind: k })
        }}
      />
      {kind === 'order' && field('number', t('shiftLog.quick.number'), 60)}
      {kind !== 'note' &&
        field('party', t(kind === 'order' ? 'shiftLog.quick.from' : 'shiftLog.quick.with'), 100)}
      {kind === 'call' && field('phone', t('shiftLog.quick.phone'), 20)}
      <TextInput
        ref={text}
        className={css.text}
        aria-label={t('shiftLog.field.text')}
        placeholder={t(`shiftLog.quick.${kind}`)}
        autoComplete="off"
        maxLength={CONTENT_MAX}
        value={typed.text}
        error={wrong('text')}
        onChange={(e) => change({ text: e.currentTarget.value })}
      />
      <TextInput
        className={css.when}
        aria-label={t('shiftLog.quick.at')}
        placeholder={`${t('shiftLog.quick.at')}: ${t('shiftLog.quick.now')}`}
        title={TIME_PATTERN[language]}
        autoComplete="off"
        value={typed.at}
        error={wrongAt}
        onChange={(e) => change({ at: e.currentTarget.value })}
      />
      {kind === 'order' && (
        <Checkbox
          className={css.check}
          label={t('shiftLog.quick.acknowledged')}
          checked={acknowledged}
          onChange={(e) => kept.change({ acknowledged: e.currentTarget.checked })}
        />
      )}
      <Button type="submit" className={css.save} loading={add.isPending}>
        {t('shiftLog.quick.save')}
      </Button>
    </form>
  )
}
