import { Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { PACE_LEVELS, REPORT_SPANS } from '#core/report/schedule.ts'
import { REPORT_KINDS } from '#core/report/types.ts'
import { getReportOutlets } from '#contract/report.ts'
import { listSheets, type ReportSheet } from '#contract/sheets.ts'
import {
  addReportSchedule,
  EVERY,
  SCHEDULE_LIMITS,
  updateReportSchedule,
  type ReportSchedule,
} from '#contract/report-schedules.ts'
import { useForm, type AnyForm } from '../../lib/form/index.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { byLabel } from '../../ui/choice/by-label.ts'
import { FormDialog } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { Loaded } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
import {
  scheduleOf,
  scheduleDraft,
  NEW_PACE,
  newDraft,
  templatePaces,
  type PaceDraft,
  type ScheduleDraft,
} from './draft.ts'
import css from './schedules.module.css'

interface Props {
  /** The schedule to be changed; null: a new one. */
  one: ReportSchedule | null
  season: { from: string; to: string } | null
  reload: () => Promise<ReportSchedule>
  onClose: () => void
}

/** Makes a schedule, or changes one. */
export function EditSchedule(props: Props) {
  const { t } = useText()
  const tree = useRead(getReportOutlets, {}, { failed: 'load_failed' })
  const sheets = useRead(listSheets, {}, { failed: 'load_failed' })
  return (
    <Loaded query={tree} what={t('reportSchedules.what')} height={0}>
      {(data) => (
        <Loaded query={sheets} what={t('reportSchedules.what')} height={0}>
          {(list) => <Editor {...props} groups={groupsOf(data)} sheets={list} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type Tree = NonNullable<ReturnType<typeof useRead<typeof getReportOutlets>>['data']>
type Option = { value: string; label: string }
interface Groups {
  quantities: Option[]
  stations: { group: string; items: Option[] }[]
  outlets: Option[]
}

function groupsOf(tree: Tree): Groups {
  const of = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }))
  return {
    quantities: of([...tree.quantities, ...tree.basin_rain, ...tree.energy, ...(tree.revenue ?? [])]),
    stations: tree.station_types.map(({ name, stations }) => ({ group: name, items: of(stations) })),
    outlets: of([...tree.outlets.flatMap((one) => [one, ...one.leaves]), ...tree.units]),
  }
}

type EditorProps = Props & { groups: Groups; sheets: readonly ReportSheet[] }

function Editor({ one, season, reload, onClose, groups, sheets }: EditorProps) {
  const { t, texts, language } = useText()
  const add = useAct(addReportSchedule, { quiet: true })
  const update = useAct(updateReportSchedule, { quiet: true })
  const template = () => templatePaces(texts.reportSchedules.template, season)
  const known = groups.quantities.map((q) => q.value)
  const form = useForm({
    schema: addReportSchedule.body!,
    values: one ? scheduleDraft(one) : newDraft(known, template(), '', language),
    body: (values) =>
      scheduleOf(values as unknown as ScheduleDraft, one?.what.of === 'report' ? one.what.report : undefined),
  })
  const choice = (
    path: 'sheet' | 'period' | 'span' | 'kind' | 'format' | 'language',
    data: Option[],
    label: string,
  ) => (
    <Select
      label={label}
      data={data}
      allowDeselect={false}
      value={form.values[path]}
      onChange={(value) => value !== null && form.set(path, value as never)}
    />
  )
  const several = (path: 'quantities' | 'stations' | 'outlets', data: Option[] | Groups['stations']) => (
    <MultiSelect
      label={t(`reportSchedules.form.${path}`)}
      data={data}
      searchable
      clearable
      filter={byLabel}
      value={form.values[path]}
      error={form.errorIn(`what.report.${path}`)}
      onChange={(ids) => form.set(path, ids)}
    />
  )
  return (
    <FormDialog
      form={form}
      panel
      title={one ? t('reportSchedules.edit', { name: one.name }) : t('reportSchedules.add')}
      onSubmit={(body) =>
        one
          ? update.run({ body: { ...body, schedule_id: one.schedule_id, version: one.version } })
          : add.run({ body })
      }
      done={t('reportSchedules.saved')}
      conflict={{
        text: t('reportSchedules.conflict'),
        reload: async () => form.restart(scheduleDraft(await reload())),
      }}
      onClose={onClose}
      className={layoutCss.columnApart}
    >
      <p className={textCss.hint}>{t('reportSchedules.form.about')}</p>
      <TextInput {...form.text('name')} label={t('reportSchedules.name')} data-autofocus />
      <div className={css.pair}>
        {choice(
          'sheet',
          [
            { value: '', label: t('reportSchedules.form.ownChoice') },
            ...sheets.map((sheet) => ({ value: sheet.sheet_id, label: sheet.name[language] })),
          ],
          t('reportSchedules.what'),
        )}
        {choice(
          'language',
          (['vi', 'en'] as const).map((value) => ({
            value,
            label: t(`reportSchedules.form.languages.${value}`),
          })),
          t('reportSchedules.form.language'),
        )}
        {form.values.sheet !== '' ? (
          choice(
            'period',
            (['previous', 'current'] as const).map((value) => ({
              value,
              label: t(`reportSchedules.form.periods.${value}`),
            })),
            t('reportSchedules.form.span'),
          )
        ) : (
          <>
            {choice(
              'span',
              REPORT_SPANS.map((value) => ({ value, label: t(`reportSchedules.form.spans.${value}`) })),
              t('reportSchedules.form.span'),
            )}
            {choice(
              'kind',
              REPORT_KINDS.map((value) => ({ value, label: t(`report.kinds.${value}`) })),
              t('reportSchedules.form.kind'),
            )}
            {choice(
              'format',
              [
                { value: 'xlsx', label: 'Excel' },
                { value: 'csv', label: 'CSV' },
              ],
              t('reportSchedules.form.format'),
            )}
          </>
        )}
      </div>
      {form.values.sheet === '' && (
        <>
          {several('quantities', groups.quantities)}
          {several('stations', groups.stations)}
          {several('outlets', groups.outlets)}
        </>
      )}
      <Textarea
        label={t('reportSchedules.form.recipients')}
        description={t('reportSchedules.form.recipientsHint', { max: SCHEDULE_LIMITS.recipients })}
        autosize
        minRows={2}
        {...form.text('recipients')}
        error={form.errorIn('recipients')}
      />
      <section className={css.paces}>
        <h3 className={textCss.heading}>{t('reportSchedules.form.paces')}</h3>
        <p className={textCss.hint}>{t('reportSchedules.form.pacesHint')}</p>
        {form.values.paces.map((_, i) => (
          <PaceFields key={i} form={form as never} at={i} last={i === form.values.paces.length - 1} />
        ))}
        {form.errorOf('paces') && <p className={textCss.problem}>{form.errorOf('paces')}</p>}
        <div className={layoutCss.row}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={form.values.paces.length >= SCHEDULE_LIMITS.paces}
            onClick={() => form.set('paces', [NEW_PACE, ...form.values.paces] as never)}
          >
            {t('reportSchedules.form.addPace')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => form.set('paces', template() as never)}>
            {t('reportSchedules.form.template')}
          </Button>
        </div>
        <TextInput
          {...form.text('delay')}
          label={t('reportSchedules.form.delay')}
          inputMode="numeric"
          className={css.delay}
        />
      </section>
    </FormDialog>
  )
}

interface PaceProps {
  form: {
    values: ScheduleDraft
    set(path: 'paces', value: PaceDraft[]): void
    errorIn(path: string): string | undefined
    errorOf(path: string): string | undefined
    text: AnyForm['text']
  }
  at: number
  /** Whether it is the one that holds whenever no other does. */
  last: boolean
}

function PaceFields({ form, at, last }: PaceProps) {
  const { t } = useText()
  const { paces } = form.values
  const pace = paces[at]
  const path = `paces.${at}`
  const put = (part: Partial<PaceDraft>) =>
    form.set(
      'paces',
      paces.map((p, i) => (i === at ? { ...p, ...part } : p)),
    )
  const field = (name: 'name' | 'from' | 'to' | 'spill' | 'times', label: string, error?: string) => (
    <TextInput {...form.text(`${path}.${name}`)} label={label} error={error} />
  )
  const season = `${path}.when.season`
  return (
    <fieldset className={css.pace}>
      <div className={css.paceHead}>
        {field('name', t('reportSchedules.form.paceName'), form.errorOf(`${path}.name`))}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={paces.length === 1}
          aria-label={t('reportSchedules.form.removePace', { name: pace.name })}
          onClick={() =>
            form.set(
              'paces',
              paces.filter((_, i) => i !== at),
            )
          }
        >
          <Icon name="close" size={16} />
        </Button>
      </div>
      <div className={css.pair}>
        {field('from', t('reportSchedules.form.seasonFrom'), form.errorIn(`${season}.from`))}
        {field('to', t('reportSchedules.form.seasonTo'), form.errorIn(`${season}.to`))}
        <Select
          label={t('reportSchedules.form.level')}
          data={[
            { value: '', label: t('reportSchedules.form.anyLevel') },
            ...PACE_LEVELS.map((value) => ({ value, label: t(`reportSchedules.form.levels.${value}`) })),
          ]}
          allowDeselect={false}
          value={pace.level}
          onChange={(level) => put({ level: (level ?? '') as PaceDraft['level'] })}
        />
        {field('spill', t('reportSchedules.form.spill'), form.errorIn(`${path}.when.aboveSpill`))}
        <Select
          label={t('reportSchedules.form.every')}
          data={[
            { value: '', label: t('reportSchedules.form.byTimes') },
            ...EVERY.map((n) => ({ value: String(n), label: t('reportSchedules.form.minutes', { n }) })),
          ]}
          allowDeselect={false}
          value={pace.every}
          onChange={(every) => put({ every: every ?? '' })}
        />
        {pace.every === '' &&
          field(
            'times',
            t('reportSchedules.form.times'),
            form.errorIn(`${path}.times`) && t('reportSchedules.form.badTimes'),
          )}
      </div>
      {form.errorOf(`${path}.when`) && <p className={textCss.problem}>{form.errorOf(`${path}.when`)}</p>}
      {last && pace.from === '' && pace.level === '' && pace.spill === '' && (
        <p className={textCss.hint}>{t('reportSchedules.form.otherwise')}</p>
      )}
    </fieldset>
  )
}
