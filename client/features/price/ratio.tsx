import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { calculateEnergyRatio } from '#contract/calculators.ts'
import { call } from '../../lib/client.ts'
import { number, NOTHING, unit } from '../../lib/format.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { FieldsOf, NumberField } from '../../parts/described-items/index.ts'
import { Form } from '../../ui/form/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './price.module.css'

type Ratio = z.output<typeof calculateEnergyRatio.data>

/** Water use and output coefficient of a unit from its discharge, head and power. */
export function EnergyRatio() {
  const { t, texts, language } = useText()
  const form = useForm({ schema: calculateEnergyRatio.body!, values: { Q: '', H: '', P_kW: '' } })
  const [result, setResult] = useState<{ ratio: Ratio; of: string } | null>(null)
  const label = useId()
  const words = texts.price.ratio
  const entered = JSON.stringify(['Q', 'H', 'P_kW'].map((name) => form.number(name)))
  // A result is shown only for the input that it was computed from.
  const ratio = result?.of === entered ? result.ratio : null

  return (
    <Form
      form={form}
      onSubmit={async (body) => setResult({ ratio: await call(calculateEnergyRatio, { body }), of: entered })}
      className={`${layoutCss.fields} ${css.tool}`}
      aria-labelledby={label}
    >
      <h2 id={label} className={textCss.title}>
        {words.title}
      </h2>
      <p className={textCss.none}>{words.about}</p>
      <div className={css.fields}>
        <FieldsOf form={form} noun="price">
          <NumberField path="Q" label={words.Q} unit={unit('flow', language)} />
          <NumberField path="H" label={words.H} unit="m" />
          <NumberField path="P_kW" label={words.P} unit="kW" />
        </FieldsOf>
      </div>
      <div>
        <Button type="submit" loading={form.busy}>
          {t('price.compute')}
        </Button>
      </div>
      <dl className={css.results} aria-live="polite" aria-label={t('price.result')}>
        <div>
          <dt>{words.water}</dt>
          <dd>
            {ratio ? number(ratio.m3_per_kWh, 3) : NOTHING}
            <span>m³/kWh</span>
          </dd>
        </div>
        <div>
          <dt>{words.K}</dt>
          <dd>{ratio ? number(ratio.K, 3) : NOTHING}</dd>
        </div>
      </dl>
    </Form>
  )
}
