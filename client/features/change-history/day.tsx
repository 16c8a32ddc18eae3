import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { NOUNS, type DescribedItem } from '#contract/changes.ts'
import { serverNow } from '../../lib/clock.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Form } from '../../ui/form/index.ts'
import { Empty } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import { usePeriod } from '../../parts/described-items/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import { useMayRestore } from './may.ts'
import { useDescriptionAt } from './queries.ts'
import type { RestoreTarget } from './restore.tsx'

/** Both times as typed; the second may be empty. */
const dayTimes = z.object({ day: z.string(), known: z.string() })

/** Everything in force at a moment, as known now or at another moment. */
export function DescriptionDay({ onRestore }: { onRestore: (target: RestoreTarget) => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const wrong = t('items.atWrong', { example: TIME_PATTERN[language] })
  const form = useForm({
    schema: dayTimes,
    values: { day: typedTime(serverNow(), zone, language), known: '' },
    rules: ({ day, known }) => ({
      day: parseLocalTime(day, zone) === null && wrong,
      known: known.trim() !== '' && parseLocalTime(known, zone) === null && wrong,
    }),
  })
  const timesOf = ({ day, known }: z.output<typeof dayTimes>) => ({
    day: parseLocalTime(day, zone)!,
    known: known.trim() === '' ? null : parseLocalTime(known, zone),
  })
  const [when, setWhen] = useState(() => timesOf(form.values))
  const found = useDescriptionAt(when)
  return (
    <>
      <Form
        form={form}
        className={css.when}
        alert={false}
        onSubmit={async (times) => setWhen(timesOf(times))}
      >
        <TextInput
          {...form.text('day')}
          label={t('changesPage.day')}
          description={t('changesPage.dayHint')}
        />
        <TextInput
          {...form.text('known')}
          label={t('changesPage.known')}
          description={t('changesPage.knownHint')}
          placeholder={TIME_PATTERN[language]}
        />
        <Button type="submit">{t('changesPage.showDay')}</Button>
      </Form>
      <ItemTable query={found} onRestore={onRestore} />
    </>
  )
}

interface Props {
  query: ReturnType<typeof useDescriptionAt>
  onRestore: (target: RestoreTarget) => void
}

function ItemTable({ query, onRestore }: Props) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const period = usePeriod()
  const mayRestore = useMayRestore()
  const items = query.data?.items
  const noun = (i: DescribedItem) => texts.nounOf[i.noun]
  const name = (i: DescribedItem) => i.name ?? (i.id === i.noun ? noun(i) : i.id)
  const state = (i: DescribedItem) =>
    i.present
      ? t('changesPage.dayPresent')
      : i.since === null
        ? t('changesPage.dayGone')
        : t('changesPage.daySince', { n: i.since.length })
  return (
    <DataTable
      label={t('changesPage.tab.day')}
      query={query}
      rows={items && NOUNS.flatMap((of) => items.filter((i) => i.noun === of))}
      rowKey={(i) => `${i.noun} ${i.id}`}
      height={360}
      empty={<Empty icon="clock" title={t('changesPage.dayEmpty')} />}
      columns={[
        {
          id: 'item',
          head: t('changesPage.item'),
          rowHeader: true,
          className: css.item,
          value: (i) => `${noun(i)} · ${name(i)}`,
          cell: (i) => (
            <>
              {noun(i)}
              {name(i) !== noun(i) && <span className={textCss.small}> · {name(i)}</span>}
            </>
          ),
        },
        { id: 'effective', head: t('changesPage.effective'), value: period },
        {
          id: 'who',
          head: t('changesPage.who'),
          value: (i) => i.recorded_by_name ?? t('items.program'),
          cell: (i) => (
            <>
              {i.recorded_by_name ?? t('items.program')}
              <span className={textCss.small}> · {dateTime(i.recorded_at, zone, language)}</span>
            </>
          ),
        },
        { id: 'what', head: t('changesPage.what'), value: state },
      ]}
      detail={{
        head: t('changesPage.what'),
        label: (i) => t('changesPage.show', { what: name(i) }),
        content: (i) => (
          <div className={`${layoutCss.columnClose} ${css.inside}`}>
            {i.since && i.since.length > 0 && (
              <Differences
                noun={i.noun}
                list={i.since}
                sides={[t('changesPage.dayValue'), t('changesPage.dayNow')]}
              />
            )}
            <Differences noun={i.noun} list={i.fields} sides={[t('changesPage.dayValue')]} />
            {mayRestore(i.noun) && !i.present && (
              <div className={layoutCss.row}>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => onRestore({ noun: i.noun, id: i.id, name: name(i), version: i.version })}
                >
                  {t('changesPage.restoreAfter')}
                </Button>
              </div>
            )}
          </div>
        ),
      }}
    />
  )
}
