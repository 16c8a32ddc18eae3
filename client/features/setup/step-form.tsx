import { useEffect, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import type { z } from 'zod'
import { useForm, type AnyForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { Form } from '../../ui/form/index.ts'
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

/** One step of fields: what is typed is passed on at once; the next step opens once nothing is wrong. */
export function StepForm({ step, schema, initial, onChange, back, forward, provinces }: Props) {
  const { t } = useText()
  const form = useForm({ schema, values: initial })
  const { values } = form
  useEffect(() => onChange(values), [values, onChange])
  const Part = PARTS[step]

  return (
    <Form form={form} className={css.form} onSubmit={async () => forward()}>
      <Part form={form} provinces={provinces} />
      <Foot back={back}>
        <Button type="submit" rightSection={<Icon name="right" size={16} />}>
          {t('setup.next')}
        </Button>
      </Foot>
    </Form>
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
