import { Button, Menu, SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { toLocal } from '#core/time/index.ts'
import { BASES, COMPARISONS, exportOutput, getOutput, OUTPUT_GROUPS } from '#contract/statistics.ts'
import { serverNow } from '../../lib/clock.ts'
import { useDownload, useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import type { useAddress } from '../../lib/use-address.ts'
import { download } from '../../ui/chart/save.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import layoutCss from '../../ui/layout.module.css'
import { chosenDays, OUTPUT_QUICK, quickSpan, usualDaysOf } from './days.ts'
import { DETAILS, STATISTICS_FIELDS } from './fields.ts'
import { OutputNotes } from './notes.tsx'
import css from './statistics.module.css'
import { OutputTable } from './table.tsx'

const OutputChart = lazy(() => import('./chart.tsx').then((m) => ({ default: m.OutputChart })))

export type StatisticsAddress = ReturnType<typeof useAddress<typeof STATISTICS_FIELDS>>

/** Forms of the file. */
const FORMS = {
  comma: { format: 'csv', separator: 'comma' },
  semicolon: { format: 'csv', separator: 'semicolon', decimal: ',' },
  tab: { format: 'csv', separator: 'tab' },
} as const

/** Output and revenue by period: table, chart and file. */
export function OutputStatistics({ address }: { address: StatisticsAddress }) {
  const { t, language } = useText()
  const { filter, show } = address
  const zone = useZone() ?? 'UTC'
  const today = toLocal(serverNow(), zone).slice(0, 10)
  const days = chosenDays(filter.days, usualDaysOf(filter.group, today))
  const { group, compare, basis, by } = filter
  const asked = {
    group,
    compare,
    basis,
    ...days,
    unit_revenue: by === 'unit' ? ('1' as const) : ('0' as const),
  }
  const query = useRead(getOutput, { query: asked }, { quiet: true, placeholderData: keepPreviousData })
  const file = useDownload(exportOutput)
  const save = (form: { format: 'xlsx' } | (typeof FORMS)[keyof typeof FORMS]) =>
    void file
      .run({ query: { ...asked, ...form, language } })
      .then(({ blob, name }) => download(blob, name ?? `output.${form.format}`))
  return (
    <>
      <div className={`${layoutCss.line} ${css.head} ${css.bar}`}>
        <SegmentedControl
          aria-label={t('statistics.group')}
          value={group}
          data={OUTPUT_GROUPS.map((value) => ({ value, label: t(`statistics.groups.${value}`) }))}
          onChange={(value) => show({ group: value as (typeof OUTPUT_GROUPS)[number] })}
        />
        <FilterBar
          {...address}
          filter={{ ...filter, days }}
          filtered={false}
          fields={[
            {
              kind: 'days',
              name: 'days',
              label: t('statistics.days'),
              any: t('statistics.days'),
              width: 270,
              wide: true,
            },
            {
              kind: 'choice',
              name: 'compare',
              label: t('statistics.against'),
              width: 220,
              options: COMPARISONS.map((value) => ({ value, label: t(`statistics.compare.${value}`) })),
            },
            {
              kind: 'choice',
              name: 'basis',
              label: t('statistics.basis'),
              width: 190,
              options: BASES.map((value) => ({ value, label: t(`statistics.bases.${value}`) })),
            },
            {
              kind: 'choice',
              name: 'by',
              label: t('statistics.detail'),
              width: 170,
              options: DETAILS.map((value) => ({ value, label: t(`statistics.details.${value}`) })),
            },
            { kind: 'switch', name: 'chart', label: t('statistics.chart') },
          ]}
        />
        <div className={layoutCss.row} role="group" aria-label={t('statistics.quick')}>
          {OUTPUT_QUICK.map((quick) => (
            <Button
              key={quick}
              size="compact-sm"
              variant="default"
              onClick={() => show({ days: quickSpan(quick, today) })}
            >
              {t(`statistics.quicks.${quick}`)}
            </Button>
          ))}
        </div>
        <div className={`${layoutCss.line} ${css.actions}`}>
          <Button
            variant="default"
            leftSection={<Icon name="print" size={16} />}
            disabled={!query.data}
            onClick={() => print()}
          >
            {t('statistics.print')}
          </Button>
          <Button.Group>
            <Button
              leftSection={<Icon name="save" size={16} />}
              loading={file.busy}
              disabled={!query.data}
              onClick={() => save({ format: 'xlsx' })}
            >
              {t('statistics.excel')}
            </Button>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <Button px={8} disabled={!query.data || file.busy} aria-label={t('statistics.otherForms')}>
                  <Icon name="down" size={16} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {(['comma', 'semicolon', 'tab'] as const).map((form) => (
                  <Menu.Item key={form} onClick={() => save(FORMS[form])}>
                    {t(`statistics.csv.${form}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Button.Group>
        </div>
      </div>
      <Loaded query={query} what={t('statistics.tab.output')} height={480}>
        {(data) => (
          <>
            <OutputNotes output={data} />
            {filter.chart && (
              <Suspense>
                <OutputChart output={data} loading={query.isFetching} />
              </Suspense>
            )}
            <OutputTable output={data} by={by} />
          </>
        )}
      </Loaded>
    </>
  )
}
