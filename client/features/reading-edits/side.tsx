import { DAY } from '#core/time/units.ts'
import { Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { EditsData } from '#contract/edits.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Empty } from '../../ui/state.tsx'
import { EditForm } from './act-form.tsx'
import { EditList } from './acts.tsx'
import { active } from './chart-strips.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './edits.module.css'
import { Pending } from './pending.tsx'
import { usePending } from './queries.ts'
import { ReviewPanel } from './review.tsx'
import type { EditRows } from './rows.ts'
import { countInSpan, type EditSpan } from './selection.ts'
import { SpanFields } from './span-fields.tsx'
import type { Trial } from './use-trial.ts'

interface Props {
  data: EditsData
  rows: EditRows | null
  span: EditSpan | null
  zone: string
  trial: Trial
  onSelect: (span: EditSpan | null) => void
  onGoTo: (span: EditSpan) => void
}

const MAX = 366 * DAY
type Tab = 'edit' | 'acts' | 'review' | 'pending'

/** The selection and the actions on it. */
export function EditsSide({ data, rows, span, zone, trial, onSelect, onGoTo }: Props) {
  const { t } = useText()
  const mayEdit = useCan('readings.edit')
  const mayApprove = useCan('readings.approve')
  const [tab, setTab] = useState<Tab>(mayEdit && data.editable ? 'edit' : 'acts')
  const [spanWrong, setSpanWrong] = useState(false)
  const acts = active(data.acts).length
  const pending = (usePending(false).data ?? []).length
  const count = span && rows ? countInSpan(rows.t, span) : null
  // Only visible rows are loaded, so only they can be counted.
  const beyond = span !== null && (span.from < data.from || span.to > data.to)
  const counted = (n: number) => n > 0 && <span className={css.count}>{number(n, 0)}</span>
  return (
    <section className={css.side} aria-label={t('edits.chosen')}>
      <div className={css.chosen}>
        <div className={css.chosenHead}>
          <h2>{t('edits.chosen')}</h2>
          {span ? (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onSelect(null)}>
              {t('edits.clear')}
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => onSelect({ from: data.from, to: data.to })}
            >
              {t('edits.takeAll')}
            </Button>
          )}
        </div>
        <SpanFields
          span={span}
          onSpan={onSelect}
          zone={zone}
          of={t('edits.chosen')}
          longest={MAX}
          instant
          onWrong={setSpanWrong}
        />
        <p className={textCss.small} role="status">
          {span === null
            ? t('edits.chosenNoneHint')
            : count === null
              ? ''
              : beyond
                ? t('edits.chosenBeyond', { n: number(count, 0) })
                : count === 0
                  ? t('edits.chosenEmpty')
                  : t('edits.chosenCount', { n: number(count, 0) })}
        </p>
        {beyond && (
          <Button size="compact-sm" variant="default" mt={4} onClick={() => onGoTo(span)}>
            {t('edits.chosenShow')}
          </Button>
        )}
      </div>
      <Tabs
        value={tab}
        onChange={(v) => setTab((v as Tab) ?? 'edit')}
        keepMounted={false}
        className={layoutCss.fill}
      >
        <Tabs.List>
          <Tabs.Tab value="edit">{t('edits.tab.edit')}</Tabs.Tab>
          <Tabs.Tab value="acts" rightSection={counted(acts)}>
            {t('edits.tab.acts')}
          </Tabs.Tab>
          <Tabs.Tab value="review">{t('edits.tab.review')}</Tabs.Tab>
          <Tabs.Tab value="pending" rightSection={counted(pending)}>
            {t('edits.tab.pending')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edit" className={css.panel}>
          {!data.editable ? (
            <Empty
              icon="lock"
              title={t(data.series.startsWith('log.') ? 'edits.notEditableLog' : 'edits.notEditable')}
              hint={t(data.series.startsWith('log.') ? 'edits.notEditableLogHint' : 'edits.notEditableHint')}
            />
          ) : !mayEdit ? (
            <Empty
              icon="lock"
              title={t('edits.mayNot')}
              hint={t('edits.mayNotHint', { permission: t('edits.permission.edit') })}
            />
          ) : (
            <EditForm
              data={data}
              rows={rows}
              span={span}
              spanWrong={spanWrong}
              zone={zone}
              trial={trial}
              mayApprove={mayApprove}
              onSpan={onGoTo}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="acts" className={css.panel}>
          <EditList data={data} zone={zone} mayEdit={mayEdit} onShow={onGoTo} />
        </Tabs.Panel>
        <Tabs.Panel value="review" className={css.panel}>
          <ReviewPanel
            data={data}
            span={span}
            spanWrong={spanWrong}
            zone={zone}
            mayEdit={mayEdit}
            mayApprove={mayApprove}
            onShow={onSelect}
          />
        </Tabs.Panel>
        <Tabs.Panel value="pending" className={css.panel}>
          <Pending zone={zone} mayApprove={mayApprove} onShow={onGoTo} />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}
