import { Button, Loader, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { PLAN_GRAINS, type PlanGrain } from '#core/output/plan.ts'
import { PLAN_LIMIT, previewPlan, savePlan, type PlanPreview } from '#contract/output-plan.ts'
import { useForm } from '../../lib/form/index.ts'
import { number } from '../../lib/format.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FileDrop, FormDialog, ReasonField } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './statistics.module.css'
import { planName } from './words.ts'

const AUTO = 'auto'

/** Uploads a plan: a file is read and shown beside what is in force, then put in force. */
export function UploadPlan({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const preview = useAct(previewPlan, { quiet: true })
  const save = useAct(savePlan, { quiet: true })
  const [file, setFile] = useState<File | null>(null)
  const [grain, setGrain] = useState<PlanGrain | typeof AUTO>(AUTO)
  const [stamp, setStamp] = useState<'start' | 'end'>('start')
  const [seen, setSeen] = useState<PlanPreview | null>(null)
  const optionsOf = (of: { file: File; grain: PlanGrain | typeof AUTO; stamp: 'start' | 'end' }) => ({
    name: of.file.name,
    stamp: of.stamp,
    ...(of.grain !== AUTO && { grain: of.grain }),
  })
  const form = useForm({
    schema: savePlan.query!,
    values: { reason: '' },
    body: ({ reason }) =>
      file === null ? {} : { ...optionsOf({ file, grain, stamp }), base: seen?.base ?? 0, reason },
  })
  async function read(of: { file: File; grain: PlanGrain | typeof AUTO; stamp: 'start' | 'end' }) {
    setFile(of.file)
    setGrain(of.grain)
    setStamp(of.stamp)
    setSeen(null)
    setSeen(await preview.run({ query: optionsOf(of), file: of.file }).catch(() => null))
  }
  const isReady = seen !== null && seen.error_count === 0 && seen.count > 0
  return (
    <FormDialog
      form={form}
      width={820}
      title={t('statistics.upload')}
      act={t('statistics.putInForce')}
      ready={isReady}
      unsaved={seen !== null}
      onSubmit={(query) => save.run({ query, file: file! })}
      done={t('statistics.planSaved')}
      conflict={{
        text: t('statistics.planConflict'),
        reload: async () => {
          if (file) await read({ file, grain, stamp })
          form.clear()
        },
      }}
      onClose={onClose}
    >
      <p className={textCss.hint}>{t('statistics.fileAbout')}</p>
      <FileDrop
        label={t('statistics.file')}
        accept=".csv,.txt,.xlsx,.xls,.ods,text/csv"
        limit={PLAN_LIMIT}
        tooLarge={(name) => t('statistics.tooLarge', { name })}
        busy={preview.busy}
        failure={preview.error && reasonOf(preview.error)}
        held={file !== null}
        onFile={(chosen) => void read({ file: chosen, grain, stamp })}
        className={css.drop}
      >
        {(choose) =>
          preview.busy ? (
            <span role="status" className={layoutCss.inline}>
              <Loader size={18} /> {t('statistics.reading')}
            </span>
          ) : (
            <>
              {file === null ? <Icon name="upload" size={24} /> : <strong>{file.name}</strong>}
              <Button variant="default" onClick={choose}>
                {t(file === null ? 'statistics.choose' : 'statistics.chooseOther')}
              </Button>
            </>
          )
        }
      </FileDrop>
      {file !== null && (
        <div className={layoutCss.line}>
          <Choice
            aria-label={t('statistics.grain')}
            value={grain}
            data={[
              { value: AUTO, label: t('statistics.grainAuto') },
              ...PLAN_GRAINS.map((value) => ({ value, label: t(`statistics.grains.${value}`) })),
            ]}
            onChange={(value) => void read({ file, grain: value as PlanGrain | typeof AUTO, stamp })}
          />
          {(seen?.grain ?? grain) === 'half_hour' && (
            <SegmentedControl
              aria-label={t('statistics.stamp')}
              value={stamp}
              data={(['start', 'end'] as const).map((value) => ({
                value,
                label: t(`statistics.stamps.${value}`),
              }))}
              onChange={(value) => void read({ file, grain, stamp: value as 'start' | 'end' })}
            />
          )}
        </div>
      )}
      {seen && <Seen seen={seen} />}
      {isReady && <ReasonField {...form.text('reason')} />}
    </FormDialog>
  )
}

/** What a file holds, and what it would change. */
function Seen({ seen }: { seen: PlanPreview }) {
  const { t, language } = useText()
  const { grain, zone, columns } = seen
  const change = (before: number | null, after: number | null) =>
    before === null || before === after ? (
      number(after, 0)
    ) : (
      <>
        <s className={textCss.muted}>{number(before, 0)}</s> {number(after, 0)}
      </>
    )
  return (
    <section className={layoutCss.column}>
      <p>
        <strong>
          {t('statistics.found', { n: seen.count, grain: t(`statistics.grains.${grain}`).toLowerCase() })}
        </strong>{' '}
        {t('statistics.foundChanges', { added: seen.added, changed: seen.changed, same: seen.same })}{' '}
        {seen.kwh !== null && t('statistics.foundKwh', { kwh: number(seen.kwh, 0) })}{' '}
        {seen.vnd !== null && t('statistics.foundVnd', { vnd: number(seen.vnd, 0) })}
      </p>
      <p className={textCss.hint}>
        {t('statistics.columns', {
          period: columns.period,
          kwh: columns.kwh === null ? t('statistics.noColumn') : `${columns.kwh} [${seen.unit}]`,
          vnd: columns.vnd === null ? t('statistics.noColumn') : `${columns.vnd} [${seen.vnd_unit}]`,
        })}
      </p>
      {seen.skipped.length > 0 && (
        <p className={textCss.hint}>
          {t('statistics.rowsAbove', {
            rows: seen.skipped.map((s) => `${s.row}: ${s.text}`).join(' · '),
          })}
        </p>
      )}
      {seen.error_count > 0 && (
        <>
          <p className={textCss.problem}>{t('statistics.faults', { n: seen.error_count })}</p>
          <ul className={css.faults}>
            {seen.errors.map((e, i) => (
              <li key={i}>{t('statistics.fault', { row: e.row, column: e.column, message: e.message })}</li>
            ))}
          </ul>
        </>
      )}
      {seen.periods.length > 0 && (
        <div className={css.periods}>
          <PlainTable
            label={t('statistics.periods')}
            className={layoutCss.table}
            rows={seen.periods}
            rowKey={(p) => p.row}
            columns={[
              {
                id: 'period',
                head: t(`statistics.grains.${grain}`),
                rowHeader: true,
                cell: (p) => planName(p, grain, zone, language),
              },
              {
                id: 'kwh',
                head: t('statistics.planned'),
                align: 'number',
                cell: (p) => change(p.before.kwh, columns.kwh === null ? p.before.kwh : p.kwh),
              },
              {
                id: 'vnd',
                head: t('statistics.plannedMoney'),
                align: 'number',
                cell: (p) => change(p.before.vnd, columns.vnd === null ? p.before.vnd : p.vnd),
              },
            ]}
          />
          {seen.count > seen.periods.length && (
            <p className={textCss.hint}>
              {t('statistics.further', { n: number(seen.count - seen.periods.length, 0) })}
            </p>
          )}
        </div>
      )}
    </section>
  )
}
