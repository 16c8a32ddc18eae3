import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import type { Sheet } from '#contract/handover.ts'
import { CONTENT_MAX } from '#contract/shift-log.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useKept } from '../../lib/use-kept.ts'
import { useProfile } from '../../lib/who.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { usePeople, useSave } from './queries.ts'
import { refusals } from './words.ts'
import css from './sheet.module.css'

/** What its writer may change of a draft: the span, who comes, what to tell them. */
export function Draft({ sheet, onDirty }: { sheet: Sheet; onDirty: (dirty: boolean) => void }) {
  const { t, language } = useText()
  const me = useProfile().account_id
  const { zone } = sheet.content.plant
  const people = usePeople()
  const save = useSave()
  const [start] = useState(() => ({
    from: typedTime(sheet.from, zone, language),
    to: typedTime(sheet.to, zone, language),
    incoming: sheet.incoming.account_id,
    words: sheet.content.words ?? '',
  }))
  // Typed over this very version of it.
  const kept = useKept(`sheet.${sheet.sheet_id}.${sheet.version}`, start)
  const { typed } = kept
  const dirty = JSON.stringify(typed) !== JSON.stringify(start)
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const refused = refusals(save.error)
  // Written to the minute: what was not touched stays to the second.
  const local = (name: 'from' | 'to') =>
    typed[name] === start[name] ? toLocal(sheet[name], zone) : parseLocalTime(typed[name], zone)
  const [from, to] = [local('from'), local('to')]
  const change = (part: Partial<typeof start>) => {
    if (save.error) save.reset()
    kept.change(part)
  }
  const wrong = (name: 'from' | 'to') =>
    refused[name] ??
    (local(name) === null ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined)
  const end = (name: 'from' | 'to') => (
    <TextInput
      label={t(`handover.${name}`)}
      autoComplete="off"
      inputContainer={(field) =>
        name === 'from' ? (
          field
        ) : (
          <div className={css.beside}>
            {field}
            <Button variant="default" onClick={() => change({ to: typedTime(serverNow(), zone, language) })}>
              {t('handover.untilNow')}
            </Button>
          </div>
        )
      }
      value={typed[name] === start[name] ? typedTime(sheet[name], zone, language) : typed[name]}
      error={wrong(name)}
      onChange={(e) => change({ [name]: e.currentTarget.value })}
    />
  )
  return (
    <form
      className={css.draft}
      noValidate
      aria-label={t('handover.state.draft')}
      onSubmit={(e) => {
        e.preventDefault()
        if (from === null || to === null) return
        const saved = save.mutateAsync({
          sheet_id: sheet.sheet_id,
          version: sheet.version,
          from,
          to,
          incoming_id: typed.incoming,
          words: typed.words,
        })
        // The new version may stand here in a form of its own before this is heard.
        saved.then(
          () => {
            kept.drop()
            onDirty(false)
            notice('done', t('handover.saved'))
          },
          () => undefined,
        )
      }}
    >
      {save.error && Object.keys(refused).length === 0 && (
        <FormAlert kind="failed">{reasonOf(save.error)}</FormAlert>
      )}
      <div className={css.span}>
        <Choice
          label={t('handover.incoming')}
          data={[
            ...(people.data?.people ?? [])
              .filter((p) => p.account_id !== me)
              .map((p) => ({ value: p.account_id, label: p.name })),
            ...(people.data?.people.some((p) => p.account_id === start.incoming)
              ? []
              : [{ value: start.incoming, label: sheet.incoming.name }]),
          ]}
          value={typed.incoming}
          error={refused.incoming_id}
          onChange={(incoming) => change({ incoming })}
        />
        {end('from')}
        {end('to')}
      </div>
      <Textarea
        label={t('handover.words')}
        description={t('handover.wordsHint')}
        autosize
        minRows={3}
        maxLength={CONTENT_MAX}
        value={typed.words}
        readOnly={save.isPending}
        error={refused.words}
        onChange={(e) => change({ words: e.currentTarget.value })}
      />
      <div className={css.acts}>
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('handover.save')}
        </Button>
      </div>
    </form>
  )
}
