import { ActionIcon } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { itemsCss, NumberField } from '../../parts/described-items/index.ts'
import { AddButton } from '../../ui/page/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './hydropower.module.css'

const two = (n: number) => String(n).padStart(2, '0')

/** Season limits: the highest level that the licence allows in each part of the year. */
export function Seasons({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const all = form.list('seasonLimits')
  return (
    <fieldset className={itemsCss.group}>
      <legend>{t('hydropower.seasonLimits')}</legend>
      {all.length === 0 && <p className={textCss.small}>{t('hydropower.noSeasons')}</p>}
      {all.map((_, i) => {
        const path = `seasonLimits.${i}`
        const name = t('hydropower.row', { n: i + 1 })
        return (
          <div
            key={i}
            role="group"
            aria-label={`${t('hydropower.seasonLimits')}, ${name}`}
            className={css.season}
          >
            <MonthDay form={form} path={`${path}.from`} label={t('hydropower.from')} readOnly={readOnly} />
            <MonthDay form={form} path={`${path}.to`} label={t('hydropower.to')} readOnly={readOnly} />
            <NumberField path={`${path}.level`} />
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                className={css.remove}
                aria-label={t('hydropower.removeRow', { name })}
                onClick={() => form.removeAt('seasonLimits', i)}
              >
                <Icon name="trash" />
              </ActionIcon>
            )}
          </div>
        )
      })}
      {!readOnly && (
        <AddButton
          label={t('hydropower.addSeason')}
          variant="default"
          className={css.addRow}
          onClick={() => form.insert('seasonLimits', { from: '09-01', to: '11-30' })}
        />
      )}
    </fieldset>
  )
}

/** Formats a day of the year, day before month. */
function MonthDay(props: { form: AnyForm; path: string; label: string; readOnly: boolean }) {
  const { form, path, label, readOnly } = props
  const { t } = useText()
  const [month = '01', day = '01'] = String(form.get(path) ?? '').split('-')
  const days = Array.from({ length: 31 }, (_, i) => ({ value: two(i + 1), label: String(i + 1) }))
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: two(i + 1),
    label: t('hydropower.monthName', { n: i + 1 }),
  }))
  return (
    <div className={css.monthDay}>
      <Choice
        label={label}
        aria-label={`${label}, ${t('hydropower.day')}`}
        readOnly={readOnly}
        data={days}
        value={day}
        error={form.errorOf(path)}
        onChange={(next) => form.set(path, `${month}-${next}`)}
      />
      <Choice
        aria-label={`${label}, ${t('hydropower.month')}`}
        readOnly={readOnly}
        data={months}
        value={month}
        error={form.errorOf(path) !== undefined}
        onChange={(next) => form.set(path, `${next}-${day}`)}
      />
    </div>
  )
}
