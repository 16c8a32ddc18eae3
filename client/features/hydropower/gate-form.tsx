import { CONCRETE_N, ENTRANCE_LOSS, type Inlet } from '#core/hydraulics/culvert.ts'
import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import {
  CheckField,
  itemsCss,
  NumberChoice,
  NumberField,
  TextField,
  WordChoice,
} from '../../parts/described-items/index.ts'
import { GateList } from './gate-list.tsx'
import { More } from './more.tsx'
import { keptParameters, missingOf, parametersOf, type Parameter } from './parameters.ts'

const EXHAUST_CATEGORY = 2

/** Form of an outlet: its type, the parameters of that type's formula, and its gates. */
export function GateForm({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const options = useOptions().data
  const type = Number(form.get('type'))
  const { size, coefficients, further, smooth, inlet } = parametersOf(type)
  const missing = missingOf(type, (name) => form.number(`parameters.${name}`) !== null)
  const automatic = form.get('method') === 'auto'
  const wrong = (list: readonly Parameter[]) => list.some((p) => form.errorOf(`parameters.${p.name}`))
  const entrance = ENTRANCE_LOSS[(form.get('parameters.inlet') ?? 'square') as Inlet]
  const field = (p: Parameter) => {
    const byDefault = p.name === 'ke' ? entrance : p.name === 'n' ? CONCRETE_N : p.byDefault
    return (
      <NumberField
        key={p.name}
        path={`parameters.${p.name}`}
        optional={!p.needed}
        placeholder={
          byDefault === undefined ? undefined : t('hydropower.byDefault', { value: String(byDefault) })
        }
      />
    )
  }
  return (
    <>
      <TextField path="name" data-autofocus maxLength={200} />
      <NumberChoice
        path="type"
        data={options?.gate_types.filter((o) => o.category === EXHAUST_CATEGORY)}
        onPick={(next) =>
          form.set('parameters', keptParameters(next, form.raw('parameters') as Record<string, unknown>))
        }
      />
      <WordChoice
        path="method"
        data={[
          { value: 'auto', label: t('hydropower.gateMethodAuto') },
          { value: 'measured', label: t('hydropower.methodMeasured') },
        ]}
      />
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.size')}</legend>
        <div className={itemsCss.row}>{size.map(field)}</div>
        {automatic && missing.length > 0 && (
          <FormAlert kind="info">
            {t('hydropower.missingForFormula', {
              fields: missing
                .map((name) => t(`fieldOf.gate.parameters.${name}`).toLocaleLowerCase())
                .join(', '),
            })}
          </FormAlert>
        )}
      </fieldset>
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.coefficients')}</legend>
        {inlet && (
          <WordChoice path="parameters.inlet" fallback="square" data={['square', 'groove', 'projecting']} />
        )}
        <div className={itemsCss.row}>{coefficients.map(field)}</div>
        {smooth && (
          <CheckField path="parameters.smoothSubmergence" description={t('hydropower.smoothHint')} />
        )}
        {further.length > 0 && (
          <More label={t('hydropower.contraction')} open={readOnly || wrong(further)}>
            <div className={itemsCss.row}>{further.map(field)}</div>
          </More>
        )}
      </fieldset>
      <GateList form={form} free={type === 1} measured={!automatic} readOnly={readOnly} />
      <NumberField path="every" description={t('hydropower.everyGateHint')} />
      <CheckField path="environmental" description={t('hydropower.environmentalHint')} />
      {(!automatic || form.get('total') === true) && (
        <CheckField path="total" description={t('hydropower.totalHint')} />
      )}
    </>
  )
}
