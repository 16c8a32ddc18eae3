import { Button, Menu, Popover, Skeleton } from '@mantine/core'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { fromLocal, toLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { CalculateButton } from '../calculation/index.ts'
import { Panels } from '../panels/index.tsx'
import { STANDARD, TIMES, type Actions } from './actions.ts'
import { ChartTools, LinkItem, MarksItem } from './chart-tools.tsx'
import css from './chart.module.css'
import { KnownChoice } from './known-choice.tsx'

const RangePicker = lazy(() => import('./range-picker.tsx'))

interface Given {
  actions: Actions
  change: (part: Partial<Actions>) => void
  zone: string
  fullScale: boolean
  setFullScale: (full: boolean) => void
}

export function Toolbar({ actions, change, zone, fullScale, setFullScale }: Given) {
  const { t } = useText()
  return (
    <div className={css.toolbar}>
      <Times actions={actions} change={change} />
      <FreeRange actions={actions} change={change} zone={zone} />
      <KnownChoice zone={zone} choose={(known) => change({ known })} />
      {actions.timeRange.start !== null && actions.known === null && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Icon name="live" size={16} />}
          onClick={() => change({ timeRange: STANDARD.timeRange })}
        >
          {t('dashboard.live')}
        </Button>
      )}
      <div className={css.end}>
        {actions.known === null && <CalculateButton />}
        <ChartTools actions={actions} change={change} zone={zone} />
        <Panels />
        <View actions={actions} change={change} fullScale={fullScale} setFullScale={setFullScale} />
      </div>
    </div>
  )
}

/** The time options of the specification as one row of buttons. */
function Times({ actions, change }: Pick<Given, 'actions' | 'change'>) {
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

function FreeRange({ actions, change, zone }: Pick<Given, 'actions' | 'change' | 'zone'>) {
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

function View({ actions, change, fullScale, setFullScale }: Omit<Given, 'zone'>) {
  const { t, texts } = useText()
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={250}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<Icon name="down" size={12} />}>
          {t('dashboard.view')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('chart.top')}</Menu.Label>
        <Menu.RadioGroup
          value={String(actions.topChart)}
          onChange={(v) => change({ topChart: Number(v) as Actions['topChart'] })}
        >
          {texts.chart.tops.map((name, i) => (
            <Menu.RadioItem key={name} value={String(i)}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('dashboard.rain')}</Menu.Label>
        <Menu.RadioGroup
          value={String(actions.rainType)}
          onChange={(v) => change({ rainType: v === '1' ? 1 : 0 })}
        >
          <Menu.RadioItem value="0">{t('dashboard.gauge')}</Menu.RadioItem>
          <Menu.RadioItem value="1">{t('dashboard.radar')}</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <MarksItem actions={actions} change={change} />
        <Menu.CheckboxItem checked={actions.subAxis === 1} onChange={(on) => change({ subAxis: on ? 1 : 0 })}>
          {t('chart.subAxis')}
        </Menu.CheckboxItem>
        <Menu.CheckboxItem checked={fullScale} onChange={setFullScale}>
          {t('chart.fullScale')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <LinkItem actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}
