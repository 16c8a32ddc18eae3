import { Button } from '@mantine/core'
import { PRICE_DAYS, type PriceBand, type PriceCalendar } from '#core/price/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { NumberChoice, TextField, useField, WordChoice } from '../../parts/described-items/index.ts'
import { DayField } from '../../parts/settings-forms/day-field.tsx'
import { RecordRows } from '../../parts/settings-forms/rows.tsx'
import textCss from '../../ui/text.module.css'
import css from './price.module.css'
import { OfAny } from './tariff-form.tsx'
import { WeekOf } from './week.tsx'

const STEPS = [5, 10, 15, 30, 60]
const WORKDAYS = PRICE_DAYS.slice(0, 6)

/** Fields of a calendar, with the week that they make while they are typed. */
export function CalendarForm({ form }: { form: AnyForm }) {
  const { t } = useText()
  const draft = form.values as Pick<PriceCalendar, 'classes' | 'seasons' | 'regions' | 'bands'>
  const classes = draft.classes.map((c) => ({ value: c.code, label: c.name || c.code }))
  const seasons = [...new Map(draft.seasons.map((s) => [s.code, s.name || s.code]))]
  const regions = draft.regions.filter((r) => r !== '')
  return (
    <>
      <TextField path="name" data-autofocus maxLength={200} />
      <NumberChoice
        path="energyStep"
        description={t('price.calendar.stepHint')}
        data={STEPS.map((id) => ({ id, name: t('price.calendar.minutes', { n: id }) }))}
      />
      <RecordRows
        path="classes"
        hint={t('price.calendar.classesHint')}
        empty={t('price.calendar.noClasses')}
        add={t('price.calendar.addClass')}
        start={{ code: '', name: '' }}
      >
        {(row) => (
          <>
            <TextField path={`${row}.code`} maxLength={60} />
            <TextField path={`${row}.name`} maxLength={60} />
          </>
        )}
      </RecordRows>
      <RecordRows
        path="seasons"
        hint={t('price.calendar.seasonsHint')}
        empty={t('price.every.season')}
        add={t('price.calendar.addSeason')}
        start={{ code: '', name: '', from: '', to: '' }}
      >
        {(row) => (
          <>
            <TextField path={`${row}.code`} maxLength={60} />
            <TextField path={`${row}.name`} maxLength={60} />
            <DayField path={`${row}.from`} />
            <DayField path={`${row}.to`} />
          </>
        )}
      </RecordRows>
      <RecordRows
        path="regions"
        hint={t('price.calendar.regionsHint')}
        empty={t('price.every.region')}
        add={t('price.calendar.addRegion')}
        start=""
      >
        {(row) => <TextField path={row} maxLength={60} />}
      </RecordRows>
      <RecordRows
        path="bands"
        hint={t('price.calendar.bandsHint')}
        empty={t('price.calendar.noBands')}
        add={t('price.calendar.addBand')}
        start={{ class: classes[0]?.value ?? '', days: [...WORKDAYS], from: '', to: '' } satisfies PriceBand}
      >
        {(row) => (
          <>
            <WordChoice path={`${row}.class`} data={classes} />
            <TextField path={`${row}.from`} placeholder="22:00" maxLength={5} />
            <TextField path={`${row}.to`} placeholder="04:00" maxLength={5} />
            {seasons.length > 0 && (
              <OfAny
                path={`${row}.season`}
                data={seasons.map(([value, label]) => ({ value, label }))}
                any={t('price.every.season')}
              />
            )}
            {regions.length > 0 && (
              <OfAny
                path={`${row}.region`}
                data={regions.map((value) => ({ value, label: value }))}
                any={t('price.every.region')}
              />
            )}
            <DaysField path={`${row}.days`} />
          </>
        )}
      </RecordRows>
      <Faults form={form} />
      <WeekOf calendar={draft} />
    </>
  )
}

/** The kinds of day on which a band applies, as buttons that are pressed. */
function DaysField(props: { path: string }) {
  const { texts } = useText()
  const { form, path, label } = useField(props.path)
  const chosen = form.list(path) as string[]
  const error = form.errorIn(path)
  return (
    <fieldset className={css.dayButtons}>
      <legend>{label}</legend>
      {PRICE_DAYS.map((day) => {
        const on = chosen.includes(day)
        return (
          <Button
            key={day}
            size="compact-sm"
            variant={on ? 'filled' : 'default'}
            aria-pressed={on}
            aria-label={texts.valueOf[day]}
            onClick={() =>
              form.set(
                path,
                PRICE_DAYS.filter((d) => (d === day ? !on : chosen.includes(d))),
              )
            }
          >
            {texts.price.day[day]}
          </Button>
        )
      })}
      {error && (
        <p role="alert" data-wrong tabIndex={-1} className={textCss.problem}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The overlaps of bands, which concern a band as a whole; holes are told with the list. */
function Faults({ form }: { form: AnyForm }) {
  const { texts } = useText()
  const bands = form.list('bands')
  const found = bands.flatMap((_, i) => {
    const error = form.errorOf(`bands.${i}`)
    return error ? [`${texts.fieldOf.calendar.bands.self} ${i + 1}: ${error}`] : []
  })
  const seasons = form.list('seasons').flatMap((_, i) => form.errorOf(`seasons.${i}`) ?? [])
  if (found.length + seasons.length === 0) return null
  return (
    <ul role="alert" data-wrong tabIndex={-1} className={`${textCss.problem} ${css.faults}`}>
      {[...seasons, ...found].map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}
