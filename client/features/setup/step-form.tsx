import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import type { z } from 'zod'
import { useText } from '../../lib/text/index.ts'
import { useDraft, type DraftForm } from '../../lib/use-draft.ts'
import { Told } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Identity } from './identity.tsx'
import { Levels } from './levels.tsx'
import { Place } from './place.tsx'
import { Positions } from './positions.tsx'
import { Release } from './release.tsx'
import { Stations } from './stations.tsx'
import { Units } from './units.tsx'
import css from './setup.module.css'
import type { Step } from './steps.ts'

interface Given {
  step: Exclude<Step, 'storage' | 'review'>
  schema: z.ZodType
  initial: unknown
  onChange: (form: unknown) => void
  back?: () => void
  forward: () => void
  provinces: readonly string[]
}

const PARTS: Record<Given['step'], (props: { form: DraftForm; provinces: readonly string[] }) => ReactNode> =
  {
    identity: Identity,
    place: Place,
    levels: Levels,
    positions: Positions,
    release: Release,
    units: Units,
    stations: Stations,
  }

/** One step of fields: what is typed goes up at once, and on only when it holds. */
export function StepForm({ step, schema, initial, onChange, back, forward, provinces }: Given) {
  const { t } = useText()
  const form = useDraft(schema, initial)
  const element = useRef<HTMLFormElement>(null)
  const { draft } = form
  useEffect(() => onChange(draft), [draft, onChange])
  const Part = PARTS[step]

  return (
    <form
      ref={element}
      noValidate
      className={css.form}
      onSubmit={(e) => {
        e.preventDefault()
        if (form.check()) forward()
        else form.point(element.current)
      }}
    >
      {form.failure && <Told kind="failed">{form.failure}</Told>}
      <Part form={form} provinces={provinces} />
      <Foot back={back}>
        <Button type="submit" rightSection={<Icon name="right" size={16} />}>
          {t('setup.next')}
        </Button>
      </Foot>
    </form>
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
