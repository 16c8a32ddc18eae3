import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { Fragment, useId, useState, type FormEvent } from 'react'
import { NOUNS, type DescribedItem } from '#contract/changes.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { usePeriod } from '../../parts/described-items/index.ts'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import { useMayRestore } from './may.ts'
import { useDescriptionAt } from './queries.ts'
import type { Wanted } from './restore.tsx'

/** Everything in force at a moment, as known now or as it was known at another. */
export function Day({ onRestore }: { onRestore: (wanted: Wanted) => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const [day, setDay] = useState(() => typedTime(serverNow(), zone, language))
  const [known, setKnown] = useState('')
  const [tried, setTried] = useState(false)
  const [when, setWhen] = useState(() => ({ day: parseLocalTime(day, zone)!, known: null as string | null }))
  const wire = parseLocalTime(day, zone)
  const wireKnown = known.trim() === '' ? null : parseLocalTime(known, zone)
  const example = t('items.atWrong', { example: TIME_PATTERN[language] })
  const wrong = {
    day: wire === null ? example : undefined,
    known: known.trim() !== '' && wireKnown === null ? example : undefined,
  }
  const found = useDescriptionAt(when)

  function show(e: FormEvent) {
    e.preventDefault()
    setTried(true)
    if (wire !== null && !wrong.known) setWhen({ day: wire, known: wireKnown })
  }

  return (
    <>
      <form className={css.when} onSubmit={show} noValidate>
        <TextInput
          label={t('changesPage.day')}
          description={t('changesPage.dayHint')}
          autoComplete="off"
          value={day}
          error={tried ? wrong.day : undefined}
          onChange={(e) => setDay(e.currentTarget.value)}
        />
        <TextInput
          label={t('changesPage.known')}
          description={t('changesPage.knownHint')}
          placeholder={TIME_PATTERN[language]}
          autoComplete="off"
          value={known}
          error={tried ? wrong.known : undefined}
          onChange={(e) => setKnown(e.currentTarget.value)}
        />
        <Button type="submit">{t('changesPage.showDay')}</Button>
      </form>
      <Loaded query={found} what={t('changesPage.tab.day')} height={360}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="clock" title={t('changesPage.dayEmpty')} />
          ) : (
            <div className={table.scroll} tabIndex={0} role="group" aria-label={t('changesPage.tab.day')}>
              <table className={table.table} aria-label={t('changesPage.tab.day')}>
                <thead>
                  <tr>
                    <th scope="col">{t('changesPage.item')}</th>
                    <th scope="col">{t('changesPage.effective')}</th>
                    <th scope="col">{t('changesPage.who')}</th>
                    <th scope="col">{t('changesPage.what')}</th>
                    <th scope="col">
                      <span className="sr">{t('changesPage.what')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {NOUNS.flatMap((noun) => items.filter((i) => i.noun === noun)).map((i) => (
                    <Line key={`${i.noun} ${i.id}`} item={i} onRestore={onRestore} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function Line({ item: i, onRestore }: { item: DescribedItem; onRestore: (wanted: Wanted) => void }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const period = usePeriod()
  const may = useMayRestore()(i.noun)
  const [open, setOpen] = useState(false)
  const id = useId()
  const noun = texts.nounOf[i.noun]
  const name = i.name ?? (i.id === i.noun ? noun : i.id)
  const state = i.present
    ? t('changesPage.dayPresent')
    : i.since === null
      ? t('changesPage.dayGone')
      : t('changesPage.daySince', { n: i.since.length })
  return (
    <Fragment>
      <tr data-open={open || undefined} className={css.line}>
        <th scope="row" className={css.item}>
          {noun}
          {name !== noun && <span className={table.small}> · {name}</span>}
        </th>
        <td data-label={t('changesPage.effective')}>{period(i)}</td>
        <td data-label={t('changesPage.who')}>
          {i.recorded_by_name ?? t('items.program')}
          <span className={table.small}> · {dateTime(i.recorded_at, zone, language)}</span>
        </td>
        <td data-label={t('changesPage.what')}>{state}</td>
        <td className={table.acts}>
          <UnstyledButton
            className={css.more}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t('changesPage.show', { what: name })}
            onClick={() => setOpen(!open)}
          >
            <Icon name="down" size={16} />
          </UnstyledButton>
        </td>
      </tr>
      {open && (
        <tr id={id} className={css.detail}>
          <td colSpan={5}>
            <div className={css.inside}>
              {i.since && i.since.length > 0 && (
                <Differences
                  noun={i.noun}
                  list={i.since}
                  sides={[t('changesPage.dayValue'), t('changesPage.dayNow')]}
                />
              )}
              <Differences noun={i.noun} list={i.fields} sides={[t('changesPage.dayValue')]} />
              {may && !i.present && (
                <div className={css.buttons}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onRestore({ noun: i.noun, id: i.id, name, version: i.version })}
                  >
                    {t('changesPage.restoreAfter')}
                  </Button>
                </div>
              )}
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  )
}
