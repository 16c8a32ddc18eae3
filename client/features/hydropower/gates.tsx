import { NOTHING, number } from '../../lib/format.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { ItemList } from '../../parts/described-items/index.ts'
import { GateForm } from './gate-form.tsx'
import { leafId } from './parameters.ts'
import { YesNo } from './mark.tsx'
import { useSeenAt } from './when.tsx'

/** Outlets: spillways, gates, sluices, culverts. */
export function GatesTab() {
  const { t } = useText()
  const options = useOptions().data
  const metres = (v: number | undefined) => (v === undefined ? NOTHING : number(v, 2))
  return (
    <ItemList
      noun="gate"
      update="information.update"
      at={useSeenAt().at}
      icon="gate"
      label={t('hydropower.tabs.gates')}
      columns={[
        {
          label: t('fieldOf.gate.type'),
          cell: (g) => options?.gate_types.find((o) => o.id === g.type)?.name ?? g.type,
        },
        {
          label: t('hydropower.leafCount'),
          number: true,
          cell: (g) => String(g.leaves.length),
        },
        {
          label: `${t('fieldOf.gate.parameters.sill')} (m)`,
          number: true,
          cell: (g) => metres(g.parameters.sill ?? g.parameters.inletInvert),
        },
        {
          label: `${t('fieldOf.gate.parameters.width')} (m)`,
          number: true,
          cell: (g) => metres(g.parameters.width ?? g.parameters.diameter),
        },
        {
          label: t('hydropower.methodHow'),
          cell: (g) => t(g.method === 'measured' ? 'valueOf.measured' : 'hydropower.methodAuto'),
        },
        {
          label: t('fieldOf.gate.environmental'),
          cell: (g) => <YesNo on={g.environmental ?? false} />,
        },
      ]}
      words={{
        add: t('hydropower.addGate'),
        none: t('hydropower.noGates'),
        hint: t('hydropower.noGatesHint'),
        hintView: t('hydropower.noGatesView'),
      }}
      start={() => ({
        name: '',
        type: 2,
        method: 'auto',
        parameters: {},
        leaves: [{ id: leafId(), name: t('hydropower.leaf', { n: 1 }), openingUnit: 'm' }],
        environmental: false,
        every: 300,
      })}
      form={(form, readOnly) => <GateForm form={form} readOnly={readOnly} />}
    />
  )
}
