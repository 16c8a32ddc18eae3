import { number } from '../../lib/format.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { ItemList } from '../../parts/described-items/index.ts'
import { UnitForm } from './unit-form.tsx'
import { useSeenAt } from './when.tsx'

/** Generating units. */
export function UnitsTab() {
  const { t } = useText()
  const options = useOptions().data
  const named = (list: readonly { id: number; name: string }[] | undefined, id: number) =>
    list?.find((o) => o.id === id)?.name ?? id
  return (
    <ItemList
      noun="unit"
      update="information.update"
      at={useSeenAt().at}
      icon="unit"
      label={t('hydropower.tabs.units')}
      columns={[
        { label: t('fieldOf.unit.type'), cell: (u) => named(options?.gate_types, u.type) },
        { label: t('fieldOf.unit.axis'), cell: (u) => named(options?.turbine_types, u.axis) },
        {
          label: `${t('fieldOf.unit.centreElevation')} (m)`,
          number: true,
          cell: (u) => number(u.centreElevation, 2),
        },
        {
          label: `${t('fieldOf.unit.ratedPower')} (MW)`,
          number: true,
          cell: (u) => number(u.ratedPower / 1000, 1),
        },
        { label: `${t('fieldOf.unit.qmax')} (m³/s)`, number: true, cell: (u) => number(u.qmax, 1) },
        {
          label: t('fieldOf.unit.waterway'),
          cell: (u) => u.waterway || named(options?.waterway_types, u.waterwayType),
        },
      ]}
      words={{
        add: t('hydropower.addUnit'),
        none: t('hydropower.noUnits'),
        hint: t('hydropower.noUnitsHint'),
        hintView: t('hydropower.noUnitsView'),
      }}
      start={(others) => ({
        name: '',
        type: 6,
        axis: 2,
        number: Math.max(0, ...others.map((o) => o.body.number)) + 1,
        waterwayType: 1,
        waterway: '',
        powerUnit: 'MW',
        method: 'auto',
        every: 300,
      })}
      form={(form, readOnly) => <UnitForm form={form} readOnly={readOnly} />}
    />
  )
}
