import { Button, Popover, Skeleton } from '@mantine/core'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { fromLocal, toLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { STANDARD, TIMES, type Actions } from './actions.ts'
import css from './times.module.css'

const RangePicker = lazy(() => import('./range-picker.tsx'))

interface Props {
  actions: Pick<Actions, 'time' | 'timeRange'>
  change: (part: Pick<Partial<Actions>, 'time' | 'timeRange'>) => void
  zone: string
}

/** The time options of the specification as one row of buttons. */
export function RangeTimes({ actions, change }: Pick<Props, 'actions' | 'change'>) {
  const { t } = useText()
  const live = actions.timeRange.start === null
  const row = useRef<HTMLDivElement>(null)
  // On a phone the row is wider than the screen: what is chosen must be seen.
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

/** A range of any beginning and end. */
export function FreeRange({ actions, change, zone }: Props) {
  const { t, language } = useText()
  const [open, setOpen] = useState(false)
  const { start, end } = actions.timeRange
  const shown = (local: string) => {
    const ms = fromLocal(local, zone)
    return ms === null ? local : dateTime(ms, zone, language)
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width={340}
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={start === null ? 'default' : 'light'}
          leftSection={<Icon name="calendar" size={16} />}
          title={t('dashboard.freeHint')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {start !== null && end !== null ? `${shown(start)} – ${shown(end)}` : t('dashboard.free')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dashboard.freeTitle')}>
        <Suspense fallback={<Skeleton width={260} height={340} />}>
          <RangePicker
            value={[start, end]}
            now={toLocal(serverNow(), zone)}
            onCancel={() => setOpen(false)}
            onApply={(timeRange) => {
              setOpen(false)
              change({ timeRange })
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
