import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import { listErlogs, type EnteredDay } from '#contract/erlogs.ts'
import { useCan } from '../../lib/app-state.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime, number, signed } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { DataTable, type Column, type FootCell } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './statistics.module.css'
import { EnterDay, EnteredHistory } from './enter.tsx'
import { daysOfMonth, monthFrom } from './months.ts'
import { dayName, monthName } from './words.ts'

interface Props {
  /** yyyy-MM; null: the present month. */
  month: string | null
  onMonth: (month: string) => void
}

/** Daily energy and revenue of a month as entered, beside what is computed, and the difference. */
export function EnteredDays({ month, onMonth }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const mayEnter = useCan('statistical.update')
  const [open, setOpen] = useState<{ day: EnteredDay; act: 'enter' | 'history' } | null>(null)
  const today = toLocal(serverNow(), zone).slice(0, 10)
  const shown = month ?? today.slice(0, 7)
  const query = useRead(listErlogs, { body: daysOfMonth(shown) }, { placeholderData: keepPreviousData })
  const days = query.data?.filter((d) => d.day_string <= today).reverse()
  const close = () => setOpen(null)
  return (
    <>
      <div className={`${layoutCss.line} ${css.head}`}>
        <Button
          variant="default"
          px={8}
          aria-label={t('statistics.before')}
          onClick={() => onMonth(monthFrom(shown, -1))}
        >
          <Icon name="left" size={16} />
        </Button>
        <strong aria-live="polite">{monthName(shown, language)}</strong>
        <Button
          variant="default"
          px={8}
          aria-label={t('statistics.after')}
          disabled={shown >= today.slice(0, 7)}
          onClick={() => onMonth(monthFrom(shown, 1))}
        >
          <Icon name="right" size={16} />
        </Button>
      </div>
      <p className={`${textCss.hint} ${css.about}`}>{t('statistics.enteredAbout')}</p>
      <DataTable<EnteredDay>
        label={t('statistics.tab.entered')}
        query={query}
        rows={days}
        rowKey={(d) => d.day_string}
        height={480}
        csv={`${t('statistics.tab.entered')} ${shown}`}
        columns={[
          {
            id: 'day',
            head: t('statistics.day'),
            rowHeader: true,
            value: (d) => d.day_string,
            cell: (d) => (
              <>
                <span className={textCss.nowrap}>{dayName(d.day_string, language)}</span>{' '}
                {!d.over && <small className={textCss.nowrap}>{t('statistics.running')}</small>}
                {d.approved && (
                  <small className={layoutCss.inlineClose}>
                    <Icon name="check" size={14} /> {t('statistics.approved')}
                  </small>
                )}
              </>
            ),
          },
          ...columnsOf('e'),
          ...columnsOf('r'),
          {
            id: 'by',
            head: t('statistics.by'),
            value: (d) => d.entered_by_name,
            cell: (d) =>
              d.entered_at !== null && (
                <>
                  {d.entered_by_name ?? t('statistics.program')}{' '}
                  <small className={textCss.nowrap}>{dateTime(d.entered_at, zone, language)}</small>
                  {d.running && <small> {t('statistics.partOfDay')}</small>}
                </>
              ),
            hideOnPhone: (d) => d.entered_at === null,
          },
        ]}
        foot={days && footOf(days)}
        actions={{
          name: (d) => dayName(d.day_string, language),
          acts: (d) => [
            mayEnter && {
              icon: 'edited',
              label: t(d.version === 0 ? 'statistics.enter' : 'statistics.change'),
              run: () => setOpen({ day: d, act: 'enter' }),
            },
            d.version > 0 && {
              icon: 'past',
              label: t('statistics.history'),
              run: () => setOpen({ day: d, act: 'history' }),
            },
          ],
        }}
      />
      {open?.act === 'enter' && <EnterDay day={open.day} onClose={close} />}
      {open?.act === 'history' && <EnteredHistory day={open.day.day_string} zone={zone} onClose={close} />}
    </>
  )

  /** Entered, computed and difference of energy (e) or revenue (r). */
  function columnsOf(of: 'e' | 'r'): Column<EnteredDay>[] {
    const over = t(of === 'e' ? 'statistics.energy' : 'statistics.revenue')
    const lacking = ({ computed: c }: EnteredDay) =>
      of === 'e' ? c : { quality: c.r_quality, missing: c.r_missing }
    const column = (
      what: 'asEntered' | 'computed' | 'difference',
      value: (d: EnteredDay) => number | null,
      mark?: (d: EnteredDay) => boolean,
    ): Column<EnteredDay> => ({
      id: `${of}-${what}`,
      over,
      head: t(`statistics.${what}`),
      text: `${over}: ${t(`statistics.${what}`)}`,
      phoneLabel: `${over}: ${t(`statistics.${what}`)}`,
      align: 'number',
      value,
      cell: (d) => (
        <span className={textCss.nowrap}>
          {(what === 'difference' ? signed : number)(value(d), 0)}
          {mark?.(d) && (
            <>
              {' '}
              <QualityMark q={lacking(d).quality} words={false} />
              <small> {t('statistics.known', { share: number(100 * lacking(d).missing, 0) })}</small>
            </>
          )}
        </span>
      ),
    })
    return [
      column('asEntered', (d) => d[of]),
      column(
        'computed',
        (d) => d.computed[of],
        (d) => d.computed[of] !== null && lacking(d).missing > 0.0005,
      ),
      column(
        'difference',
        (d) => d.difference[of],
        (d) => d.difference[of] !== null && d.computed.missing > 0.0005,
      ),
    ]
  }

  function footOf(list: readonly EnteredDay[]): FootCell[] {
    const sum = (value: (d: EnteredDay) => number | null): FootCell => {
      const known = list.map(value).filter((v) => v !== null)
      const all = known.reduce((a, b) => a + b, 0)
      return {
        align: 'number',
        content: known.length > 0 && (
          <>
            {number(all, 0)}
            <small className={textCss.nowrap}>
              {' '}
              ({known.length}/{list.length})
            </small>
          </>
        ),
      }
    }
    return [
      { content: t('statistics.total'), rowHeader: true },
      ...(['e', 'r'] as const).flatMap((of) => [
        sum((d) => d[of]),
        sum((d) => d.computed[of]),
        sum((d) => d.difference[of]),
      ]),
      { content: '', span: 2 },
    ]
  }
}
