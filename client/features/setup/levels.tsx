import { DECIMALS, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { damLabels } from '../../parts/dam/labels.ts'
import { DamSection } from '../../ui/dam/index.ts'
import { FieldsOf, NumberField } from '../../parts/described-items/index.ts'
import css from './setup.module.css'

const NEEDED = ['maxPossible', 'designedFlood', 'normal', 'dead', 'minPossible'] as const
const MORE = ['crest', 'checkFlood'] as const

/** Step: levels of the reservoir, with a drawing of the dam. */
export function Levels({ form }: { form: AnyForm }) {
  const { t } = useText()
  const level = (name: string) => form.number(`plant.levels.${name}`)
  const field = (name: (typeof NEEDED)[number] | (typeof MORE)[number], optional = false) => (
    <NumberField key={name} path={`levels.${name}`} optional={optional} />
  )
  const known = NEEDED.map(level)
  const whole = known.every((v) => v !== null) && known[0]! > known[4]!
  return (
    <div className={css.withPicture}>
      <div className={css.fields}>
        <FieldsOf form={form} noun="plant" under="plant.">
          {NEEDED.map((name) => field(name))}
          {MORE.map((name) => field(name, true))}
        </FieldsOf>
      </div>
      <div className={css.picture}>
        {whole ? (
          <DamSection
            levels={{
              minPossible: level('minPossible')!,
              dead: level('dead')!,
              normal: level('normal')!,
              flood: level('designedFlood')!,
              check: level('checkFlood'),
              crest: level('crest'),
              maxPossible: level('maxPossible')!,
            }}
            level={level('normal')}
            levelText={`${number(level('normal'), DECIMALS.level)} m`}
            tail={null}
            tailText="-"
            gates={[]}
            units={[]}
            rows="none"
            labels={{
              title: t('damSection.title', { name: String(form.get('plant.name') ?? '') }),
              level: t('level.normalFull'),
              ...damLabels(),
              flowUnit: 'm³/s',
              powerUnit: 'MW',
            }}
          />
        ) : (
          <p className={css.pictureEmpty}>{t('setup.damLater')}</p>
        )}
      </div>
    </div>
  )
}
