import { READY_CALENDARS } from '#core/price/index.ts'
import { text, view } from '../../lib/address-fields.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { ItemList } from '../../parts/described-items/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import textCss from '../../ui/text.module.css'
import { CalendarForm } from './calendar-form.tsx'
import { readyInWords, seasonsOf, useCalendars } from './names.ts'
import css from './price.module.css'
import { WeekOf } from './week.tsx'

const FIELDS = { calendar: view(text()) }
const [READY] = Object.keys(READY_CALENDARS)

/** When each class of hours applies: the calendars of the plant, and a week of one of them. */
export function CalendarsTab() {
  const { t, texts } = useText()
  const { list } = useCalendars()
  const { filter, show } = useAddress(FIELDS)
  const shown = list.find((c) => c.id === filter.calendar) ?? list[0]
  return (
    <>
      <ItemList
        noun="calendar"
        update="price"
        icon="calendar"
        label={t('price.tab.calendars')}
        columns={[
          {
            label: t('fieldOf.calendar.classes.self'),
            cell: (b) => b.classes.map((c) => c.name).join(', '),
          },
          {
            label: t('fieldOf.calendar.seasons.self'),
            cell: (b) =>
              seasonsOf(b)
                .map((s) => s.name)
                .join(', ') || t('price.every.season'),
          },
          {
            label: t('price.calendar.holidays'),
            number: true,
            cell: (b) => number(b.holidays.length, 0),
          },
        ]}
        words={{
          add: t('price.calendar.add'),
          none: t('price.calendar.none'),
          hint: t('price.calendar.noneHint', { name: texts.price.ready.name }),
          hintView: t('price.calendar.noneHint', { name: texts.price.ready.name }),
        }}
        start={() => readyInWords(READY, texts)}
        form={(form) => <CalendarForm form={form} />}
      />
      <section className={css.part} aria-label={t('price.week.title')}>
        <header className={css.partHead}>
          <h2 className={textCss.title}>{t('price.week.title')}</h2>
          <Choice
            aria-label={t('fieldOf.tariff.calendar')}
            data={list.map((c) => ({
              value: c.id,
              label: c.ready ? `${c.calendar.name} (${t('price.ready.mark')})` : c.calendar.name,
            }))}
            value={shown.id}
            onChange={(calendar) => show({ calendar })}
          />
        </header>
        <WeekOf key={shown.id} calendar={shown.calendar} />
      </section>
    </>
  )
}
