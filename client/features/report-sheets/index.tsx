import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/vi'
import { useState } from 'react'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { DatePickerInput, DatesProvider, MonthPickerInput, YearPickerInput } from '@mantine/dates'
import { toLocal } from '#core/time/index.ts'
import { SHEET_PERIODS, type SheetPeriod } from '#core/report/figures.ts'
import { listSheets, makeSheet, readTemplate, type ReportSheet } from '#contract/sheets.ts'
import { useCan } from '../../lib/app-state.ts'
import { isForbidden } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime } from '../../lib/format.ts'
import { KnownContext, knownOf } from '../../lib/known.ts'
import { useDownload, useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { LOCALES } from '../../lib/text/locale.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { KnownChoice } from '../../parts/time-chart/known-choice.tsx'
import { download } from '../../ui/chart/save.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { PageTabs } from '../../ui/page/tabs.tsx'
import { Empty, Forbidden, Loaded } from '../../ui/state.tsx'
import { DataTable, RowName } from '../../ui/table/index.ts'
import { EditSheet } from './editor.tsx'
import { SHEET_TABS, SHEETS_FIELDS } from './fields.ts'
import { SheetHistory } from './history.tsx'
import { Names } from './names.tsx'
import { ReportPaper } from './paper.tsx'
import { RemoveSheet } from './remove.tsx'
import { UploadTemplate } from './upload.tsx'
import { lastOver, stepDate } from './words.ts'
import css from './sheets.module.css'

type Open =
  | { kind: 'edit' | 'copy' | 'history' | 'remove'; sheet: ReportSheet }
  | { kind: 'upload'; sheet: ReportSheet | null }

/** Page of the sheets of a day, a month or a year: made, printed and downloaded; changed by administrators. */
export default function ReportSheets() {
  const { t } = useText()
  useTitle('route.reportSheets')
  const zone = useZone()
  const sheets = useRead(listSheets, {}, { failed: 'load_failed' })
  if (isForbidden(sheets.error)) return <Forbidden />
  return (
    <Loaded query={sheets} what={t('sheets.title')} height={480}>
      {(data) => zone !== null && <Content zone={zone} sheets={data} />}
    </Loaded>
  )
}

function Content({ zone, sheets }: { zone: string; sheets: readonly ReportSheet[] }) {
  const { t, language } = useText()
  const address = useAddress(SHEETS_FIELDS)
  const { filter, show } = address
  const mayChange = useCan('settings.update')
  const [open, setOpen] = useState<Open | null>(null)
  const file = useDownload(readTemplate)
  const close = () => setOpen(null)
  const chosen = sheets.find((one) => one.sheet_id === filter.sheet)

  const dialogs = (
    <>
      {open?.kind === 'edit' && <EditSheet sheet={open.sheet} onClose={close} />}
      {open?.kind === 'copy' && (
        <EditSheet
          sheet={open.sheet}
          copy
          onClose={close}
          onMade={(id) => show({ sheet: id }, { push: true })}
        />
      )}
      {open?.kind === 'history' && (
        <SheetHistory sheet={open.sheet} zone={zone} mayRestore={mayChange} onClose={close} />
      )}
      {open?.kind === 'remove' && <RemoveSheet sheet={open.sheet} onClose={close} />}
      {open?.kind === 'upload' && <UploadTemplate sheet={open.sheet} onClose={close} />}
    </>
  )
  const acts = (one: ReportSheet) => [
    one.kind === 'template' && {
      icon: 'save' as const,
      label: t('sheets.original'),
      run: () =>
        void file
          .run({ params: { id: one.sheet_id } })
          .then(({ blob, name }) => download(blob, name ?? one.file?.name ?? 'template.xlsx')),
    },
    mayChange &&
      (one.kind === 'template'
        ? {
            icon: 'upload' as const,
            label: t('sheets.newFile'),
            run: () => setOpen({ kind: 'upload', sheet: one }),
          }
        : {
            icon: 'edited' as const,
            label: t('sheets.edit'),
            run: () => setOpen({ kind: 'edit', sheet: one }),
          }),
    mayChange &&
      one.kind === 'composed' && {
        icon: 'copy' as const,
        label: t('sheets.copy'),
        run: () => setOpen({ kind: 'copy', sheet: one }),
      },
    {
      icon: 'past' as const,
      label: t('sheets.history'),
      run: () => setOpen({ kind: 'history', sheet: one }),
    },
    mayChange &&
      !one.ready && {
        icon: 'trash' as const,
        label: t('sheets.remove'),
        run: () => setOpen({ kind: 'remove', sheet: one }),
      },
  ]

  if (chosen)
    return (
      <>
        <OneSheet
          key={chosen.sheet_id}
          sheet={chosen}
          zone={zone}
          date={filter.date ?? lastOver(toLocal(serverNow(), zone).slice(0, 10), chosen.period)}
          known={filter.known}
          show={show}
        />
        {dialogs}
      </>
    )
  return (
    <Page
      title={t('route.reportSheets')}
      hint={t('sheets.hint')}
      actions={
        mayChange && (
          <AddButton label={t('sheets.upload')} onClick={() => setOpen({ kind: 'upload', sheet: null })} />
        )
      }
    >
      <PageTabs
        label={t('sheets.tabs')}
        tabs={SHEET_TABS}
        tab={filter.tab}
        nameOf={(tab) => t(`sheets.tab.${tab}`)}
        onTab={(tab) => show({ tab }, { push: true })}
      >
        {filter.tab === 'names' ? (
          <div className={css.names}>
            <SegmentedControl
              aria-label={t('sheets.period')}
              value={filter.period}
              data={SHEET_PERIODS.map((value) => ({ value, label: t(`sheets.periods.${value}`) }))}
              onChange={(period) => show({ period: period as SheetPeriod })}
              mb={8}
            />
            <Names period={filter.period} zone={zone} />
          </div>
        ) : (
          <DataTable
            label={t('sheets.title')}
            rows={sheets}
            rowKey={(one) => one.sheet_id}
            empty={<Empty icon="report" title={t('sheets.none')} />}
            columns={[
              {
                id: 'name',
                head: t('sheets.sheet'),
                rowHeader: true,
                value: (one) => one.name[language],
                cell: (one) => (
                  <RowName
                    name={one.name[language]}
                    onOpen={() => show({ sheet: one.sheet_id, date: null }, { push: true })}
                  />
                ),
              },
              { id: 'period', head: t('sheets.period'), value: (one) => t(`sheets.periods.${one.period}`) },
              {
                id: 'kind',
                head: t('sheets.kind'),
                value: (one) =>
                  t(
                    one.kind === 'template'
                      ? 'sheets.kinds.template'
                      : one.ready
                        ? 'sheets.kinds.ready'
                        : 'sheets.kinds.copy',
                  ),
              },
              {
                id: 'changed',
                head: t('sheets.changed'),
                value: (one) =>
                  one.made_at === null
                    ? t('sheets.asMade')
                    : t('sheets.changedBy', {
                        version: one.version,
                        by: one.made_by ?? '-',
                        at: dateTime(one.made_at, zone, language),
                      }),
              },
            ]}
            actions={{ name: (one) => one.name[language], acts }}
          />
        )}
      </PageTabs>
      {dialogs}
    </Page>
  )
}

interface OneProps {
  sheet: ReportSheet
  zone: string
  date: string
  known: string | null
  show: (
    part: Partial<{ sheet: string | null; date: string | null; known: string | null }>,
    options?: { push?: boolean },
  ) => void
}

/** One sheet of a period: on screen as on paper; a template as its file only. */
function OneSheet({ sheet, zone, date, known, show }: OneProps) {
  const { t, language } = useText()
  const file = useDownload(makeSheet)
  const asKnown = knownOf(known, zone)
  const body = { sheet_id: sheet.sheet_id, date, ...(known !== null && { known_at: known }) }
  const isTemplate = sheet.kind === 'template'
  const made = useRead(makeSheet, isTemplate ? null : { body }, { quiet: true })
  return (
    <KnownContext value={asKnown}>
      <Page
        title={sheet.name[language]}
        actions={
          <div className={`${layoutCss.row} ${css.actions}`}>
            <Button
              variant="default"
              leftSection={<Icon name="left" size={16} />}
              onClick={() => show({ sheet: null, date: null, known: null }, { push: true })}
            >
              {t('sheets.back')}
            </Button>
            {!isTemplate && (
              <Button
                variant="default"
                leftSection={<Icon name="print" size={16} />}
                disabled={made.data === undefined}
                onClick={() => print()}
              >
                {t('sheets.print')}
              </Button>
            )}
            <Button
              leftSection={<Icon name="save" size={16} />}
              loading={file.busy}
              onClick={() =>
                void file
                  .run({ body: { ...body, language, format: 'xlsx' } })
                  .then(({ blob, name }) => download(blob, name ?? `${sheet.sheet_id}-${date}.xlsx`))
              }
            >
              {t('sheets.excel')}
            </Button>
          </div>
        }
        filter={
          <div className={`${layoutCss.row} ${css.filter}`}>
            <DateChoice
              period={sheet.period}
              date={date}
              zone={zone}
              onDate={(next) => show({ date: next })}
            />
            <KnownChoice zone={zone} choose={(local) => show({ known: local.slice(0, 16) })} />
            {asKnown && (
              <Button variant="subtle" color="gray" onClick={() => show({ known: null })}>
                {t('asKnown.toPresent')}
              </Button>
            )}
          </div>
        }
      >
        <div className={css.desk} tabIndex={0} role="region" aria-label={sheet.name[language]}>
          {isTemplate ? (
            <Empty roomy icon="table" title={t('sheets.templateOnly')} hint={t('sheets.templateOnlyHint')} />
          ) : (
            <Loaded query={made} what={sheet.name[language]} height={640}>
              {(data) => <ReportPaper sheet={data} />}
            </Loaded>
          )}
        </div>
      </Page>
    </KnownContext>
  )
}

/** Picker of a date, a month or a year, with steps to the neighbours. */
function DateChoice(props: {
  period: SheetPeriod
  date: string
  zone: string
  onDate: (date: string) => void
}) {
  const { period, date, zone, onDate } = props
  const { t, language } = useText()
  const length = { day: 10, month: 7, year: 4 }[period]
  const whole = `${date}${'-01'.repeat({ day: 0, month: 1, year: 2 }[period])}`
  const today = toLocal(serverNow(), zone).slice(0, 10)
  const common = {
    'aria-label': t(`sheets.periods.${period}`),
    leftSection: <Icon name="calendar" size={16} />,
    value: whole,
    maxDate: today,
    popoverProps: { shadow: 'md', transitionProps: { duration: 100 } },
    onChange: (next: string | null) => next !== null && onDate(String(next).slice(0, length)),
    w: 170,
  }
  const step = (by: 1 | -1) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t(by < 0 ? `sheets.before.${period}` : `sheets.after.${period}`)}
      disabled={by > 0 && stepDate(date, period, 1) > today.slice(0, length)}
      onClick={() => onDate(stepDate(date, period, by))}
    >
      <Icon name={by < 0 ? 'left' : 'right'} size={16} />
    </ActionIcon>
  )
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [] }}>
      <div className={layoutCss.row}>
        {step(-1)}
        {period === 'day' && <DatePickerInput {...common} valueFormat={LOCALES[language].date} />}
        {period === 'month' && <MonthPickerInput {...common} valueFormat="MM/YYYY" />}
        {period === 'year' && <YearPickerInput {...common} valueFormat="YYYY" />}
        {step(1)}
      </div>
    </DatesProvider>
  )
}
