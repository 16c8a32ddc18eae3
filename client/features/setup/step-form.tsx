import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import type { z } from 'zod'
import { useForm, type AnyForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { Form, FormAlert } from '../../ui/form/index.ts'
import { FieldsOf } from '../../parts/described-items/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Identity } from './identity.tsx'
import { Levels } from './levels.tsx'
import { PlaceFields } from './place.tsx'
import { PositionFields } from './positions.tsx'
import { Release } from './release.tsx'
import { StationFields } from './stations.tsx'
import { UnitFields } from './units.tsx'
import css from './setup.module.css'
import type { Step } from './steps.ts'
import { setupWarnings, type Warning } from './warnings.ts'

interface Props {
  step: Exclude<Step, 'storage' | 'review'>
  schema: z.ZodType
  initial: unknown
  onChange: (form: unknown) => void
  back?: () => void
  forward: () => void
  provinces: readonly string[]
}

const PARTS: Record<Props['step'], (props: { form: AnyForm; provinces: readonly string[] }) => ReactNode> = {
  identity: Identity,
  place: PlaceFields,
  levels: Levels,
  positions: PositionFields,
  release: Release,
  units: UnitFields,
  stations: StationFields,
}

/** Form of one step: every input is passed on at once; the next step opens once nothing is invalid. */
export function StepForm({ step, schema, initial, onChange, back, forward, provinces }: Props) {
  const { t } = useText()
  const form = useForm({ schema, values: initial })
  const { values } = form
  useEffect(() => onChange(values), [values, onChange])
  const Part = PARTS[step]
  const warnings = setupWarnings(step, values)
  const warningKey = warnings.map(({ key, fill, fields }) => [key, fill.name, ...fields].join()).join()
  // A warning that was shown may be passed; a new one is shown first.
  const [seen, setSeen] = useState('')
  const warned = warningKey !== '' && seen === warningKey

  async function next() {
    if (warningKey === '' || warned) return forward()
    setSeen(warningKey)
  }

  return (
    <Form form={form} onSubmit={next}>
      <FieldsOf form={form} noun="plant">
        <Part form={form} provinces={provinces} />
      </FieldsOf>
      {warned && <Warnings warnings={warnings} />}
      <Foot back={back}>
        <Button type="submit" rightSection={<Icon name="right" size={16} />}>
          {t(warned ? 'setup.anyway' : 'setup.next')}
        </Button>
      </Foot>
    </Form>
  )
}

/** Warnings about values that are possible but probably unintended. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const { t, texts } = useText()
  const names = texts.fieldOf.gate.parameters as unknown as Record<string, string>
  return (
    <FormAlert kind="failed" title={t('setup.warning.title')}>
      <ul className={css.wrongs}>
        {warnings.map(({ key, fill, fields }) => (
          <li key={`${key} ${fill.name ?? ''}`}>
            {t(key, { ...fill, fields: fields.map((f) => names[f]).join(', ') })}
          </li>
        ))}
      </ul>
    </FormAlert>
  )
}

export function Foot({ back, children }: { back?: () => void; children: ReactNode }) {
  const { t } = useText()
  return (
    <div className={css.foot}>
      {back && (
        <Button variant="default" leftSection={<Icon name="left" size={16} />} onClick={back}>
          {t('setup.back')}
        </Button>
      )}
      <span className={css.grow} />
      {children}
    </div>
  )
}
