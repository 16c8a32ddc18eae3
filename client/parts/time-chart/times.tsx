import { lazy, useEffect, useRef } from 'react'
import { fromLocal, toLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { STANDARD, TIMES, type Actions } from './actions.ts'
import { PickerButton } from './picker-button.tsx'
import css from './times.module.css'

const RangePicker = lazy(() => import('./range-picker.tsx'))

interface Props {
  actions: Pick<Actions, 'time' | 'timeRange'>
  change: (part: Pick<Partial<Actions>, 'time' | 'timeRange'>) => void
  zone: string
}

/** The specification's time options as a row of buttons. */
export function RangeTimes({ actions, change }: Pick<Props, 'actions' | 'change'>) {
  const { t } = useText()
  const live = actions.timeRange.start === null
  const row = useRef<HTMLDivElement>(null)
  // On a phone the row is wider than the screen, so the selected one is scrolled into view.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (chosen) row.current!.scrollLeft = chosen.offsetLeft - row.current!.clientWidth / 2
  }, [actions.time])
  return (
    <div ref={row} className={css.times} role="group" aria-label={t('dashboard.range')}>
      {TIMES.map((o) => {
        const chosen = live && Math.abs(o.hours - actions.time) < 0.001
        return (
          <button
            key={o.text}
            type="button"
            className={css.time}
            aria-pressed={chosen}
            aria-label={t(`dashboard.time.${o.text}`)}
            title={t(`dashboard.time.${o.text}`)}
            onClick={() => change({ time: o.hours, timeRange: STANDARD.timeRange })}
          >
            {o.n}
            <span>{t(`dashboard.short.${o.of}`)}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Button for a range with any start and end. */
export function FreeRange({ actions, change, zone }: Props) {
  const { t, language } = useText()
  const { start, end } = actions.timeRange
  const shown = (local: string) => {
    const ms = fromLocal(local, zone)
    return ms === null ? local : dateTime(ms, zone, language)
  }
  return (
    <PickerButton
      icon="calendar"
      text={start !== null && end !== null ? `${shown(start)} – ${shown(end)}` : t('dashboard.free')}
      title={t('dashboard.freeHint')}
      label={t('dashboard.freeTitle')}
      variant={start === null ? 'default' : 'light'}
    >
      {(close) => (
        <RangePicker
          value={[start, end]}
          now={toLocal(serverNow(), zone)}
          onCancel={close}
          onApply={(timeRange) => {
            close()
            change({ timeRange })
          }}
        />
      )}
    </PickerButton>
  )
}
