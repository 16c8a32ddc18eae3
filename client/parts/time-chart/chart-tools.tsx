import { DAY, HOUR } from '#core/time/units.ts'
import { Button, Menu, Skeleton } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { date, duration } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { copyText } from '../../ui/copy/copy.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { fixedRange, rangeOf, writeActions, type Actions } from './actions.ts'
import { offsetOf, previousOf, sinceDay, type ComparedPeriod } from './compare.ts'

const DayPicker = lazy(() => import('./day-picker.tsx'))

interface Props {
  actions: Actions
  change: (part: Partial<Actions>) => void
  zone: string
}

/** Options of the chart: a comparison period, its values as a table. */
export function ChartTools({ actions, change, zone }: Props) {
  const { t } = useText()
  return (
    <>
      <CompareChoice actions={actions} change={change} zone={zone} />
      <Button
        size="compact-sm"
        variant={actions.table ? 'light' : 'default'}
        aria-pressed={actions.table}
        title={t('chartTools.tableHint')}
        leftSection={<Icon name="table" size={16} />}
        onClick={() => change({ table: !actions.table })}
      >
        {t('chartTools.table')}
      </Button>
    </>
  )
}

/** Menu item that shows or hides operator actions along the time axis. */
export function MarksItem({ actions, change }: Pick<Props, 'actions' | 'change'>) {
  const { t } = useText()
  return (
    <Menu.CheckboxItem checked={actions.marks} onChange={(marks) => change({ marks })}>
      {t('chartTools.marks')}
    </Menu.CheckboxItem>
  )
}

/** Menu item that copies a link to the exact view, even of one that follows the present. */
export function LinkItem({ actions }: Pick<Props, 'actions'>) {
  const { t } = useText()
  const zone = useZone()
  if (!zone) return null
  async function copy() {
    const { from, to } = shownRange(actions, zone!)
    const search = writeActions({ ...actions, timeRange: rangeOf(from, to, zone!) })
    const done = await copyText(`${location.origin}${location.pathname}?${search}`)
    notice(done ? 'done' : 'failed', t(done ? 'chartTools.linkDone' : 'chartTools.linkRefused'))
  }
  return (
    <Menu.Item
      leftSection={<Icon name="copy" size={16} />}
      title={t('chartTools.linkHint')}
      onClick={() => void copy()}
    >
      {t('chartTools.link')}
    </Menu.Item>
  )
}

/** The displayed range, live or fixed. */
function shownRange(actions: Actions, zone: string) {
  const now = serverNow()
  return fixedRange(actions, zone) ?? { from: now - actions.time * HOUR, to: now }
}

function CompareChoice({ actions, change, zone }: Props) {
  const { t, language } = useText()
  const [picking, setPicking] = useState(false)
  const { compare } = actions
  const range = shownRange(actions, zone)
  const choose = (next: ComparedPeriod | null) => {
    setPicking(false)
    change({ compare: next })
  }
  const spanOf = (c: ComparedPeriod) => {
    const offset = offsetOf(c, range.from, zone)
    const [from, to] = [range.from - offset, range.to - offset].map((ms) => date(ms, zone, language))
    return from === to ? from : `${from} – ${to}`
  }
  return (
    <Menu position="bottom-end" width={290} closeOnItemClick={false} onClose={() => setPicking(false)}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant={compare ? 'light' : 'default'}
          title={t('chartTools.compareHint')}
          leftSection={<Icon name="swap" size={16} />}
          rightSection={<Icon name="down" size={12} />}
        >
          {compare ? compareName(compare, t, language) : t('chartTools.compare')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {picking ? (
          <Suspense fallback={<Skeleton height={300} />}>
            <DayPicker
              label={t('chartTools.pickTitle')}
              before={range.from}
              zone={zone}
              onChoose={(day) => choose(sinceDay(day, range.from, zone))}
            />
          </Suspense>
        ) : (
          <Menu.RadioGroup value={compare?.kind ?? 'none'}>
            <Menu.RadioItem value="none" onClick={() => choose(null)}>
              {t('chartTools.none')}
            </Menu.RadioItem>
            {[
              { value: 'before', name: t('chartTools.previous'), next: previousOf(range) },
              { value: 'year', name: t('chartTools.year'), next: { kind: 'year' } as const },
            ].map(({ value, name, next }) => (
              <Menu.RadioItem
                key={value}
                value={value}
                onClick={() => choose(next)}
                rightSection={<span style={{ color: 'var(--muted)', fontSize: 12 }}>{spanOf(next)}</span>}
              >
                {name}
              </Menu.RadioItem>
            ))}
            <Menu.RadioItem value="days" onClick={() => setPicking(true)}>
              {t('chartTools.pick')}
            </Menu.RadioItem>
          </Menu.RadioGroup>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** 'Cùng kỳ năm trước', '3 ngày trước'. */
export function compareName(
  c: ComparedPeriod,
  t: ReturnType<typeof useText>['t'],
  language: ReturnType<typeof useText>['language'],
): string {
  if (c.kind === 'year') return t('chartTools.year')
  const length = duration(c.kind === 'days' ? c.days * DAY : c.hours * HOUR, language)
  return t('chartTools.before', { length })
}
