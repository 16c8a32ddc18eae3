import { ActionIcon } from '@mantine/core'
import { compatible, isUnit } from '#core/quantities.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { itemsCss, SeriesField, TextField } from '../../parts/described-items/index.ts'
import { AddButton } from '../../ui/page/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './hydropower.module.css'
import { leafId } from './parameters.ts'

const isLength = (unit: string) => isUnit(unit) && compatible(unit, 'm')

/** The gates of an outlet, each with its own readings. */
export function GateList(props: { form: AnyForm; free: boolean; measured: boolean; readOnly: boolean }) {
  const { form, free, measured, readOnly } = props
  const { t } = useText()
  const leaves = form.list('leaves')
  const wrong = form.errorOf('leaves')
  return (
    <fieldset className={itemsCss.group}>
      <legend>{t('hydropower.leaves')}</legend>
      {leaves.map((_, i) => {
        const path = `leaves.${i}`
        const name = String(form.get(`${path}.name`) ?? '') || t('hydropower.leaf', { n: i + 1 })
        const unit = String(form.get(`${path}.openingUnit`) ?? 'm')
        const hasOpening = Boolean(form.get(`${path}.openingSeries`))
        return (
          <div key={String(form.get(`${path}.id`) ?? i)} role="group" aria-label={name} className={css.gate}>
            <div className={css.gateHead}>
              <TextField path={`${path}.name`} maxLength={200} className={css.grow} />
              {!readOnly && leaves.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('hydropower.removeRow', { name })}
                  onClick={() => form.removeAt('leaves', i)}
                >
                  <Icon name="trash" />
                </ActionIcon>
              )}
            </div>
            {!free && (
              <SeriesField
                path={`${path}.openingSeries`}
                description={
                  !hasOpening
                    ? undefined
                    : isLength(unit)
                      ? t('hydropower.openingOf', { unit })
                      : t('hydropower.openingNotLength', { unit })
                }
                units={['m', 'cm', 'mm']}
                optional
                onPick={(series) => form.set(`${path}.openingUnit`, series.unit)}
              />
            )}
            {(measured || form.get(`${path}.dischargeSeries`) !== undefined) && (
              <SeriesField path={`${path}.dischargeSeries`} units={['m3/s']} optional={!measured} />
            )}
            {form.errorOf(`${path}.id`) && (
              <p className={textCss.problem} role="alert" data-wrong tabIndex={-1}>
                {form.errorOf(`${path}.id`)}
              </p>
            )}
          </div>
        )
      })}
      {wrong && (
        <p className={textCss.problem} role="alert" data-wrong tabIndex={-1}>
          {wrong}
        </p>
      )}
      {!readOnly && (
        <AddButton
          label={t('hydropower.addLeaf')}
          variant="default"
          className={css.addRow}
          onClick={() =>
            form.insert('leaves', {
              id: leafId(),
              name: t('hydropower.leaf', { n: leaves.length + 1 }),
              openingUnit: 'm',
            })
          }
        />
      )}
    </fieldset>
  )
}
