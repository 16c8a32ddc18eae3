import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import { saveHandover, type Sheet } from '#contract/handover.ts'
import { CONTENT_MAX } from '#contract/shift-log.ts'
import { serverNow } from '../../lib/clock.ts'
import { parseLocalTime, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Form } from '../../ui/form/index.ts'
import { useTimeProblem } from './fields.tsx'
import { useKeptForm } from './kept-form.ts'
import { useDutyPeople } from './queries.ts'
import css from './sheet.module.css'

/** Form of a draft sheet: its span, the incoming operator, and remarks. */
export function SheetDraft({ sheet, onDirty }: { sheet: Sheet; onDirty: (dirty: boolean) => void }) {
  const { t, language } = useText()
  const me = useProfile().account_id
  const { zone } = sheet.content.plant
  const people = useDutyPeople()
  const save = useAct(saveHandover, { quiet: true })
  const [start] = useState(() => ({
    from: typedTime(sheet.from, zone, language),
    to: typedTime(sheet.to, zone, language),
    incoming_id: sheet.incoming.account_id,
    words: sheet.content.words ?? '',
  }))
  type Name = keyof typeof start
  // The fields show minutes; an unchanged time keeps its seconds.
  const wireTime = (name: 'from' | 'to', text: string) =>
    text === start[name] ? toLocal(sheet[name], zone) : parseLocalTime(text, zone)
  const timeProblem = useTimeProblem()
  const timeError = (name: 'from' | 'to', text: string) => timeProblem(wireTime(name, text))
  // Input belongs to this version of the sheet.
  const { form, kept, set, text } = useKeptForm(`sheet.${sheet.sheet_id}.${sheet.version}`, start, {
    schema: saveHandover.body!,
    body: ({ from, to, ...rest }) => ({
      sheet_id: sheet.sheet_id,
      version: sheet.version,
      from: wireTime('from', from),
      to: wireTime('to', to),
      ...rest,
    }),
    rules: ({ from, to }) => ({ from: timeError('from', from), to: timeError('to', to) }),
  })
  const { values } = form
  const dirty = (Object.keys(start) as Name[]).some((name) => values[name] !== start[name])
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const end = (name: 'from' | 'to') => (
    <TextInput
      {...text(name)}
      label={t(`handover.${name}`)}
      autoComplete="off"
      inputContainer={(field) =>
        name === 'from' ? (
          field
        ) : (
          <div className={css.beside}>
            {field}
            <Button variant="default" onClick={() => set('to', typedTime(serverNow(), zone, language))}>
              {t('handover.untilNow')}
            </Button>
          </div>
        )
      }
      value={values[name] === start[name] ? typedTime(sheet[name], zone, language) : values[name]}
      error={timeError(name, values[name]) ?? form.errorOf(name)}
    />
  )
  return (
    <Form
      form={form}
      className={css.draft}
      aria-label={t('handover.state.draft')}
      onSubmit={(body) => save.run({ body })}
      // The new version may already be shown in another form.
      onDone={() => {
        kept.drop()
        onDirty(false)
        notice('done', t('handover.saved'))
      }}
    >
      <div className={css.span}>
        <Choice
          label={t('handover.incoming')}
          data={[
            ...(people.data?.people ?? [])
              .filter((p) => p.account_id !== me)
              .map((p) => ({ value: p.account_id, label: p.name })),
            ...(people.data?.people.some((p) => p.account_id === start.incoming_id)
              ? []
              : [{ value: start.incoming_id, label: sheet.incoming.name }]),
          ]}
          value={values.incoming_id}
          error={form.errorOf('incoming_id')}
          onChange={(incoming) => set('incoming_id', incoming)}
        />
        {end('from')}
        {end('to')}
      </div>
      <Textarea
        {...text('words')}
        label={t('handover.words')}
        description={t('handover.wordsHint')}
        autosize
        minRows={3}
        maxLength={CONTENT_MAX}
        readOnly={form.busy}
      />
      <div className={css.acts}>
        <Button type="submit" variant="default" loading={form.busy}>
          {t('handover.save')}
        </Button>
      </div>
    </Form>
  )
}
