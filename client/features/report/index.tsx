import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type CSSProperties } from 'react'
import { toLocal } from '#core/time/index.ts'
import { REPORT_KINDS } from '#core/report/types.ts'
import { getReport, getReportOutlets, type ReportBody } from '#contract/report.ts'
import { useProfile } from '../../lib/app-state.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime, number } from '../../lib/format.ts'
import { clockTime } from '../../lib/item-words.ts'
import { KnownContext, knownOf } from '../../lib/known.ts'
import { useRead } from '../../lib/query.ts'
import { load, save } from '../../lib/storage.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { KnownChoice } from '../../parts/time-chart/known-choice.tsx'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { SaveReport } from './download.tsx'
import { REPORT_FIELDS } from './fields.ts'
import { ReportJobs } from './jobs.tsx'
import {
  requestOf,
  branchesOf,
  pickedCount,
  isEmpty,
  isLongEnough,
  known,
  QUICK,
  quickDays,
  usualDays,
  usualPick,
  type Picked,
  type ReportTree as Tree,
} from './model.ts'
import css from './report.module.css'
import { ReportTable } from './table.tsx'
import { ObjectTree } from './tree.tsx'

/** So many quantities fit on a sheet that stands upright. */
const UPRIGHT = 7

const ReportChart = lazy(() => import('./chart.tsx').then((m) => ({ default: m.ReportChart })))

/** Page of reports: what is in one, its table and its chart, and the whole of it as a file or on paper. */
export default function ReportPage() {
  const { t } = useText()
  useTitle('route.report')
  const tree = useRead(getReportOutlets, {}, { failed: 'load_failed' })
  return (
    <Loaded query={tree} what={t('report.objects')} height={560}>
      {(data) => <Content tree={data} />}
    </Loaded>
  )
}

function Content({ tree }: { tree: Tree }) {
  const { t, texts, language } = useText()
  const { account_id: account, hydro_code: hydro } = useProfile()
  const address = useAddress(REPORT_FIELDS)
  const { filter, show } = address
  const [open, setOpen] = useState(false)
  const { zone } = tree
  const branches = useMemo(() => branchesOf(tree, texts.report.branch), [tree, texts])
  const key = `report.${account}.${hydro}`
  const [kept, setKept] = useState(() => load<Partial<Picked>>(key))
  const picked = useMemo((): Picked => {
    const named = known(branches, filter)
    if (!isEmpty(named)) return named
    return kept === null
      ? usualPick(branches)
      : known(branches, { stations: [], outlets: [], quantities: [], ...kept })
  }, [branches, filter, kept])
  const count = pickedCount(picked)
  const put = (next: Picked) => {
    save(key, next)
    setKept(next)
    // A longer address would be refused by servers on the way: such a choice is kept in this browser alone.
    show(pickedCount(next) <= MOST_IN_ADDRESS ? next : { stations: [], outlets: [], quantities: [] })
  }
  const today = toLocal(serverNow(), zone).slice(0, 10)
  const days = filter.days.from === null ? usualDays(filter.kind, today) : filter.days
  const long = isLongEnough(days)
  const asKnown = useMemo(() => knownOf(filter.known, zone), [filter.known, zone])
  const body = long && !isEmpty(picked) ? requestOf(filter, days, picked) : null
  return (
    <KnownContext value={asKnown}>
      <Page
        title={t('route.report')}
        actions={
          <div className={`${layoutCss.row} ${css.actions}`}>
            <Button
              variant="default"
              leftSection={<Icon name="print" size={16} />}
              disabled={body === null}
              onClick={() => print()}
            >
              {t('report.print')}
            </Button>
            <ReportJobs />
            <SaveReport body={body} />
          </div>
        }
        filter={
          <>
            <SegmentedControl
              aria-label={t('report.kind')}
              value={filter.kind}
              data={REPORT_KINDS.map((value) => ({ value, label: t(`report.kinds.${value}`) }))}
              onChange={(kind) => show({ kind: kind as (typeof REPORT_KINDS)[number] })}
            />
            <FilterBar
              {...address}
              filter={{ ...filter, days }}
              filtered={false}
              fields={[
                {
                  kind: 'days',
                  name: 'days',
                  label: t('report.days'),
                  any: t('report.days'),
                  width: 250,
                  wide: true,
                },
                {
                  kind: 'choice',
                  name: 'start',
                  label: t('report.dayStart'),
                  width: 190,
                  any: t('report.dayStartUsual', { time: clockTime(tree.day_start) }),
                  options: HOURS.map((hour) => ({
                    value: hour,
                    label: t('report.dayStartAt', { time: clockTime(Number(hour) * 60) }),
                  })),
                },
                { kind: 'switch', name: 'detail', label: t('report.detail') },
                { kind: 'switch', name: 'chart', label: t('report.withChart') },
              ]}
            />
            <KnownChoice zone={zone} choose={(local) => show({ known: local.slice(0, 16) })} />
            {asKnown && (
              <Button variant="subtle" color="gray" onClick={() => show({ known: null })}>
                {t('asKnown.toPresent')}
              </Button>
            )}
            <div className={css.quick} role="group" aria-label={t('report.quick')}>
              {QUICK.map((quick) => (
                <Button
                  key={quick}
                  size="compact-sm"
                  variant="default"
                  onClick={() => show({ days: quickDays(quick, today) })}
                >
                  {t(`report.quicks.${quick}`)}
                </Button>
              ))}
            </div>
          </>
        }
      >
        <div className={css.body} data-open={open || undefined}>
          <Button
            className={css.objects}
            variant="default"
            aria-expanded={open}
            rightSection={<Icon name="down" size={16} />}
            onClick={() => setOpen(!open)}
          >
            {t('report.objectsChosen', { n: count })}
          </Button>
          <ObjectTree branches={branches} picked={picked} zone={zone} onChange={put} />
          <div className={`${layoutCss.fill} ${css.result}`}>
            {count > MOST_IN_ADDRESS && <p className={css.note}>{t('report.longAddress')}</p>}
            {isEmpty(picked) ? (
              <Empty roomy icon="table" title={t('report.nothing')} hint={t('report.nothingHint')}>
                <Button size="compact-sm" variant="default" onClick={() => put(usualPick(branches))}>
                  {t('report.usual')}
                </Button>
              </Empty>
            ) : !long ? (
              <Empty roomy icon="calendar" title={t('report.short')} hint={t('report.shortHint')} />
            ) : (
              <Result key={JSON.stringify(body)} body={body!} chart={filter.chart} language={language} />
            )}
          </div>
        </div>
      </Page>
    </KnownContext>
  )
}

/** Most objects that the address of the page names. */
const MOST_IN_ADDRESS = 100
const HOURS = Array.from({ length: 24 }, (_, h) => String(h))

/** Rows of one page of the table. */
const PAGE = 2000

interface ResultProps {
  body: ReportBody
  chart: boolean
  language: 'vi' | 'en'
}

function Result({ body, chart, language }: ResultProps) {
  const { t } = useText()
  // Where each page begins, and how many rows are before it: a wide report has fewer to a page. The last is shown.
  const [pages, setPages] = useState<readonly { after?: number; before: number }[]>([{ before: 0 }])
  const { after, before } = pages.at(-1)!
  const report = useRead(
    getReport,
    { body: { ...body, limit: PAGE, ...(after !== undefined && { after }) } },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const { hydro_code: hydro, reservoirs } = useProfile()
  const name = reservoirs.find((one) => one.hydro_code === hydro)?.hydro_name ?? hydro
  return (
    <Loaded query={report} what={t('route.report')} height={480}>
      {(data) => (
        <>
          <header className={css.head}>
            <strong className={css.reservoir}>{name}</strong>
            <span>
              {t('report.heading', {
                kind: t(`report.kinds.${data.kind}`),
                from: dateTime(data.from, data.zone, language),
                to: dateTime(data.to, data.zone, language),
              })}
            </span>
            <small>
              {t('report.dayFrom', {
                time: clockTime(data.day_start),
                rain: clockTime(data.rain_day_start),
                zone: data.zone,
              })}
              {' · '}
              {t(`report.review.${data.review}`)}
              {data.known_at !== null &&
                ` · ${t('report.knownAt', { time: dateTime(data.known_at, data.zone, language) })}`}
              {data.totals !== null && data.next !== null && ` · ${t('report.footOfAll')}`}
              {data.totals === null && pages.length === 1 && ` · ${t('report.footLeftOut')}`}
            </small>
          </header>
          {data.t.length === 0 ? (
            <Empty roomy icon="table" title={t('report.noRows')} hint={t('report.noRowsHint')} />
          ) : (
            <div className={css.views} data-chart={chart || undefined}>
              <div
                className={`${layoutCss.fill} ${css.tableView}`}
                data-wide={data.columns.length > UPRIGHT || undefined}
                style={{ '--columns': data.columns.length + 1 } as CSSProperties}
              >
                <ReportTable report={data} />
                {(pages.length > 1 || data.next !== null) && (
                  <nav className={css.paging} aria-label={t('paging.label')}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={pages.length === 1}
                      onClick={() => setPages(pages.slice(0, -1))}
                    >
                      {t('paging.previous')}
                    </Button>
                    <span aria-live="polite">
                      {t('report.rowsShown', {
                        from: number(before + 1, 0),
                        to: number(before + data.t.length, 0),
                        total: data.rows === null ? '…' : number(data.rows, 0),
                      })}
                    </span>
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={data.next === null || report.isPlaceholderData}
                      onClick={() =>
                        data.next !== null &&
                        setPages([...pages, { after: data.next, before: before + data.t.length }])
                      }
                    >
                      {t('paging.next')}
                    </Button>
                  </nav>
                )}
              </div>
              {chart && (
                <div className={css.chartView}>
                  <Suspense>
                    <ReportChart report={data} loading={report.isFetching} />
                  </Suspense>
                </div>
              )}
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}
