import { Radio, TextInput } from '@mantine/core'
import type { Group } from '#core/description/index.ts'
import { groupInfo } from '#core/tables/index.ts'
import type { Candidate } from '#contract/tables/uploads.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { ReasonField } from '../../ui/form/index.ts'
import { PeriodFields } from './period-fields.tsx'
import { columnName, objectName } from './groups.ts'
import { PLANT } from './list.ts'
import { mayLack, tableProblems, type TableDraft, type TableProblem } from './draft.ts'
import type { GroupOffer } from './queries.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './upload.module.css'

interface Props {
  draft: TableDraft
  candidate: Candidate
  /** Allowed groups. */
  groups: readonly Group[]
  offers: readonly GroupOffer[]
  tried: boolean
  set: (part: Partial<TableDraft>) => void
  onGroup: (group: Group) => void
  onObject: (object: string) => void
}

/** Form of a table from a file: group, object, units, period of use. */
export function TableForm({ draft, candidate, groups, offers, tried, set, onGroup, onObject }: Props) {
  const { t, messageText, texts } = useText()
  const { group } = draft
  const problems = tried ? tableProblems(draft) : []
  const wrong = (p: TableProblem, text: string) => (problems.includes(p) ? text : undefined)
  const columns = group === null ? [] : groupInfo(group).columns
  // Groups matching the header come first: others need their columns chosen.
  const ordered = [...groups].sort(
    (a, b) => Number(candidate.groups.includes(b)) - Number(candidate.groups.includes(a)),
  )
  const objects = offers.find((o) => o.group === group)?.objects ?? []
  return (
    <div className={layoutCss.columnApart}>
      <fieldset className={`${layoutCss.column} ${css.set}`}>
        <legend>{t('interpolate.uploading.what')}</legend>
        <Choice
          label={t('interpolate.group')}
          placeholder={t('interpolate.uploading.chooseGroup')}
          value={group}
          error={wrong('group', t('interpolate.uploading.chooseGroup'))}
          description={candidate.groups.length === 0 ? t('interpolate.uploading.noHeader') : undefined}
          onChange={(v) => onGroup(v as Group)}
          data={ordered.map((g) => ({ value: g, label: `${g} · ${texts.interpolate.groups[g]}` }))}
        />
        {draft.columns && group !== null && (
          <div className={css.mapping} role="group" aria-label={t('interpolate.uploading.mapping')}>
            {columns.map((column, i) => (
              <Choice
                key={column}
                label={`${column} · ${columnName(group, column, columns.length - 1, texts)}`}
                placeholder={t('interpolate.uploading.chooseColumn')}
                value={draft.columns![i]}
                error={
                  draft.columns![i] === null && !mayLack(group, i)
                    ? wrong('columns', t('interpolate.uploading.chooseColumn'))
                    : undefined
                }
                onChange={(letter) => set({ columns: draft.columns!.map((c, k) => (k === i ? letter : c)) })}
                clearable={mayLack(group, i)}
                data={candidate.columns.map((c) => ({
                  value: c.letter,
                  label: `${c.letter} · ${c.name || '-'}`,
                }))}
              />
            ))}
          </div>
        )}
        <Choice
          label={t('interpolate.object')}
          placeholder={t('interpolate.uploading.chooseObject')}
          value={draft.object}
          disabled={group === null}
          error={wrong('object', t('interpolate.uploading.chooseObject'))}
          onChange={onObject}
          data={objects.map((o) => ({
            value: o.id ?? PLANT,
            label: objectName(o),
          }))}
        />
        <TextInput
          label={t('interpolate.name')}
          maxLength={200}
          autoComplete="off"
          value={draft.name}
          error={wrong('name', messageText('required'))}
          onChange={(e) => set({ name: e.currentTarget.value })}
        />
        {columns.includes('v') && (
          <Either
            label={t('interpolate.uploading.volume')}
            value={draft.volume}
            of={[
              ['10^6 m3', t('interpolate.uploading.millionM3')],
              ['m3', 'm³'],
            ]}
            onChange={(volume) => set({ volume })}
          />
        )}
        {columns.includes('p') && (
          <Either
            label={t('interpolate.uploading.power')}
            value={draft.power}
            of={[
              ['MW', 'MW'],
              ['kW', 'kW'],
            ]}
            onChange={(power) => set({ power })}
          />
        )}
        {columns.includes('h') && (
          <Either
            label={t('interpolate.uploading.headKind')}
            value={draft.head}
            of={[
              ['gross', t('interpolate.uploading.gross')],
              ['net', t('interpolate.uploading.net')],
            ]}
            onChange={(head) => set({ head })}
          />
        )}
      </fieldset>
      <fieldset className={`${layoutCss.column} ${css.set}`}>
        <legend>{t('interpolate.uploading.when')}</legend>
        <PeriodFields period={draft} set={set} />
        <ReasonField
          autoComplete="off"
          value={draft.reason}
          onChange={(e) => set({ reason: e.currentTarget.value })}
        />
      </fieldset>
    </div>
  )
}

function Either<V extends string>({
  label,
  value,
  of,
  onChange,
}: {
  label: string
  value: V
  of: readonly (readonly [V, string])[]
  onChange: (value: V) => void
}) {
  return (
    <Radio.Group label={label} value={value} onChange={(v) => onChange(v as V)}>
      <div className={css.either}>
        {of.map(([v, text]) => (
          <Radio key={v} value={v} label={text} />
        ))}
      </div>
    </Radio.Group>
  )
}
