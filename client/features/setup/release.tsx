import { Radio } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import {
  NumberChoice,
  NumberField,
  TextField,
  WordChoice,
  itemsCss,
} from '../../parts/described-items/index.ts'
import { Every } from './every.tsx'
import { SetupList } from './list.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './setup.module.css'
import { hasGates, isMeasured } from './seed.ts'
import { newGate } from './start.ts'

const MODES = ['gates', 'measured', 'both', 'none'] as const
const TYPES = [1, 2, 3, 4, 5] as const

/** Required parameters of each type's formula, then optional ones. */
const FIELDS: Record<(typeof TYPES)[number], readonly [name: string, optional?: boolean][]> = {
  1: [['width'], ['sill'], ['m', true]],
  2: [['width'], ['sill'], ['maxOpening', true], ['c', true]],
  3: [['width'], ['sill'], ['maxOpening', true], ['c', true]],
  4: [['width'], ['sill'], ['height', true], ['mu', true]],
  5: [['diameter'], ['length'], ['inletInvert'], ['slope', true]],
}

/** Step: how releases are known: computed per gate, measured in total, or not at all. */
export function Release({ form }: { form: AnyForm }) {
  const { t, texts } = useText()
  const mode = form.get('release.mode') as (typeof MODES)[number]
  const ids = form.list('gates').map((g) => (g as { id: string }).id)
  return (
    <>
      <Radio.Group
        label={t('setup.releaseHow')}
        value={mode}
        onChange={(value) => form.set('release.mode', value)}
      >
        <div className={`${layoutCss.column} ${css.radios}`}>
          {MODES.map((m) => (
            <Radio
              key={m}
              value={m}
              label={t(`setup.release.${m}`)}
              description={t(`setup.releaseHint.${m}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {isMeasured(mode) && (
        <fieldset className={css.item}>
          <legend className={css.itemName}>{t('setup.release.measured')}</legend>
          <div className={itemsCss.row}>
            <TextField path="measured.name" label={t('items.name')} />
            <TextField path="measured.series" label={t('setup.seriesCode')} />
          </div>
          <div className={itemsCss.row}>
            <Every path="measured.every" label={t('fieldOf.position.every')} />
            <WordChoice
              path="measured.kind"
              label={t('setup.kind')}
              data={(['mean', 'instant'] as const).map((k) => ({ value: k, label: t(`setup.kindOf.${k}`) }))}
            />
          </div>
        </fieldset>
      )}
      {hasGates(mode) && (
        <SetupList
          form={form}
          path="gates"
          noun="gate"
          none={t('setup.gatesNone')}
          nameOf={(i) => String(form.get(`gates.${i}.name`) ?? '')}
          add={[{ label: t('setup.addGate'), item: () => newGate(ids, texts.setup.names) }]}
        >
          {(path) => <GateFields form={form} path={path} />}
        </SetupList>
      )}
    </>
  )
}

function GateFields({ form, path }: { form: AnyForm; path: string }) {
  const { t } = useText()
  const type = (form.number(`${path}.type`) ?? 2) as (typeof TYPES)[number]
  const measured = form.get(`${path}.method`) === 'measured'
  return (
    <>
      <div className={itemsCss.row}>
        <TextField path="name" />
        <NumberChoice path="type" data={TYPES.map((id) => ({ id, name: t(`setup.gateType.${id}`) }))} />
        <NumberField path="count" label={t('setup.count')} />
      </div>
      <div className={itemsCss.row}>
        <WordChoice
          path="method"
          data={(['auto', 'measured'] as const).map((m) => ({ value: m, label: t(`setup.method.${m}`) }))}
        />
        <Every path="every" />
      </div>
      {!measured && (
        <div className={itemsCss.row}>
          {FIELDS[type].map(([name, optional]) => (
            <NumberField key={name} path={`parameters.${name}`} optional={optional} />
          ))}
        </div>
      )}
    </>
  )
}
