import { ActionIcon, Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { getHolidayGaps, readHolidays } from '#contract/price-files.ts'
import { fromLocal, toLocal } from '#core/time/index.ts'
import { view, word } from '../../lib/address-fields.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useForm } from '../../lib/form/index.ts'
import { itemCalls, type ItemVersion } from '../../lib/items.ts'
import { DATE_PATTERN, dateInWords } from '../../lib/local-time.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FileDrop, FormAlert, FormConfirm, FormDialog, ReasonField } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { AddButton } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import { datesOf, isDate } from './dates.ts'
import { useCalendars } from './names.ts'
import css from './price.module.css'

type Calendar = ItemVersion<'calendar'>

const FIELDS = { calendar: view(word()), year: view(word(4, /^\d{4}$/)) }
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Holidays of the calendars of the plant, year by year. */
export function HolidaysTab() {
  const { t } = useText()
  const { query } = useCalendars()
  return (
    <Loaded query={query} what={t('price.tab.holidays')} height={320}>
      {(all) =>
        all.length === 0 ? (
          <Empty
            icon="calendar"
            title={t('price.holiday.noCalendar')}
            hint={t('price.holiday.noCalendarHint')}
          />
        ) : (
          <Years all={all} />
        )
      }
    </Loaded>
  )
}

function Years({ all }: { all: readonly Calendar[] }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const { filter, show } = useAddress(FIELDS)
  const gaps = useRead(getHolidayGaps, {}, { quiet: true })
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<string | null>(null)
  const calendar = all.find((c) => c.id === filter.calendar) ?? all[0]
  const present = Number(toLocal(serverNow(), zone).slice(0, 4))
  const at = Number(filter.year ?? present)
  const known = calendar.body.holidays.map((d) => Number(d.slice(0, 4)))
  const years = [...new Set([...known, at, present, present + 1])].sort((a, b) => a - b)
  const dates = calendar.body.holidays
    .filter((d) => d.startsWith(`${at}-`))
    .sort()
    .map((date) => ({ date }))
  const counts = calendar.body.bands.some((b) => b.days.includes('holiday'))
  const weekday = (d: string) => texts.valueOf[WEEKDAYS[new Date(fromLocal(d, 'UTC')!).getUTCDay()]]
  return (
    <>
      <div className={css.bar}>
        <Choice
          label={t('fieldOf.tariff.calendar')}
          data={all.map((c) => ({ value: c.id, label: c.body.name }))}
          value={calendar.id}
          onChange={(id) => show({ calendar: id })}
        />
        <Choice
          label={t('price.holiday.year')}
          data={years.map((y) => ({ value: String(y), label: String(y) }))}
          value={String(at)}
          onChange={(y) => show({ year: y })}
        />
        <AddButton label={t('price.holiday.add')} onClick={() => setAdding(true)} />
      </div>
      {gaps.data?.map((g) => (
        <div key={`${g.calendar} ${g.year}`} className={css.note}>
          <FormAlert kind="failed">{t('price.holiday.missing', { name: g.name, year: g.year })}</FormAlert>
        </div>
      ))}
      {!counts && (
        <div className={css.note}>
          <FormAlert kind="info">{t('price.holiday.notCounted')}</FormAlert>
        </div>
      )}
      <DataTable
        label={t('price.holiday.of', { year: at })}
        rows={dates}
        rowKey={(d) => d.date}
        empty={<Empty icon="calendar" title={t('price.holiday.none', { year: at })} />}
        columns={[
          {
            id: 'date',
            head: t('price.holiday.date'),
            rowHeader: true,
            value: (d) => d.date,
            cell: (d) => dateInWords(d.date, language),
          },
          { id: 'weekday', head: t('price.holiday.weekday'), value: (d) => weekday(d.date) },
        ]}
        actions={{
          head: t('act.remove'),
          cell: (d) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('price.holiday.remove', { date: dateInWords(d.date, language) })}
              onClick={() => setRemoving(d.date)}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          ),
        }}
      />
      {adding && (
        <AddHolidays
          calendar={calendar}
          year={at}
          onAdded={(dates) =>
            !dates.some((d) => d.startsWith(`${at}-`)) && show({ year: dates[0].slice(0, 4) })
          }
          onClose={() => setAdding(false)}
        />
      )}
      {removing && <RemoveHoliday calendar={calendar} date={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

const { change, list } = itemCalls('calendar')
const FILE_LIMIT = 5 * 1024 * 1024

/** Adds dates, one a line, as they are typed or pasted from a decree. */
function AddHolidays(props: {
  calendar: Calendar
  year: number
  onAdded: (dates: string[]) => void
  onClose: () => void
}) {
  const { year: at, onAdded, onClose } = props
  const { t, language } = useText()
  const [calendar, setCalendar] = useState(props.calendar)
  const save = useAct(change, { quiet: true })
  const file = useAct(readHolidays, { quiet: true })

  async function read(chosen: File) {
    const { holidays } = await file.run({ query: { name: chosen.name }, file: bytesOf(chosen) })
    const typed = form.values.dates.trim()
    const dates = holidays.map((h) => dateInWords(h.date, language)).join('\n')
    form.set('dates', typed === '' ? dates : `${typed}\n${dates}`)
  }
  const draft = ({ dates, reason }: { dates: string; reason: string }) => ({
    version: calendar.version,
    body: {
      ...calendar.body,
      holidays: [...new Set([...calendar.body.holidays, ...datesOf(dates, at)])].sort(),
    },
    reason: reason.trim() || null,
  })
  const form = useForm({
    schema: change.body!,
    values: { dates: '', reason: '' },
    body: draft,
    rules: ({ dates }) => {
      const found = datesOf(dates, at)
      const wrong = found.findIndex((d) => !isDate(d))
      if (found.length === 0) return { dates: t('price.holiday.required') }
      return {
        dates: wrong >= 0 && t('price.holiday.wrong', { line: wrong + 1, text: found[wrong] }),
      }
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('price.holiday.add')}
      act={t('act.add')}
      onSubmit={async () => {
        await save.run({ params: { id: calendar.id }, body: draft(form.values) })
        onAdded(datesOf(form.values.dates, at))
      }}
      done={t('items.saved', { name: calendar.body.name })}
      conflict={{
        text: t('items.conflict'),
        reload: async () => {
          const now = (await call(list, {})).find((c) => c.id === calendar.id)
          if (!now) return onClose()
          setCalendar(now)
          form.restart({ dates: form.values.dates, reason: form.values.reason })
        },
      }}
      onClose={onClose}
    >
      <Textarea
        {...form.text('dates')}
        label={t('price.holiday.dates')}
        description={t('price.holiday.datesHint', { example: DATE_PATTERN[language], year: at })}
        autosize
        minRows={6}
        data-autofocus
      />
      <FileDrop
        label={t('price.holiday.fromFile')}
        accept=".csv,.xlsx,.xls,.ods"
        limit={FILE_LIMIT}
        tooLarge={(name) => t('price.holiday.tooLarge', { name })}
        busy={file.busy}
        failure={file.error ? reasonOf(file.error) : null}
        onFile={(chosen) => void read(chosen).catch(() => undefined)}
        className={css.drop}
      >
        {(choose) => (
          <>
            <Button variant="default" loading={file.busy} onClick={choose}>
              {t('price.holiday.fromFile')}
            </Button>
            <span className={textCss.hint}>{t('price.holiday.fileHint')}</span>
          </>
        )}
      </FileDrop>
      <ReasonField {...form.text('reason')} />
    </FormDialog>
  )
}

function RemoveHoliday(props: { calendar: Calendar; date: string; onClose: () => void }) {
  const { calendar, date, onClose } = props
  const { t, language } = useText()
  const save = useAct(change, { quiet: true })
  const draft = ({ reason }: { reason: string }) => ({
    version: calendar.version,
    body: { ...calendar.body, holidays: calendar.body.holidays.filter((d) => d !== date) },
    reason: reason.trim() || null,
  })
  const form = useForm({ schema: change.body!, values: { reason: '' }, body: draft })
  return (
    <FormConfirm
      form={form}
      title={t('price.holiday.remove', { date: dateInWords(date, language) })}
      act={t('act.remove')}
      onSubmit={() => save.run({ params: { id: calendar.id }, body: draft(form.values) })}
      done={t('items.saved', { name: calendar.body.name })}
      onClose={onClose}
    >
      <ReasonField {...form.text('reason')} />
    </FormConfirm>
  )
}
