import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { seedSchema, type SeedInput } from '#contract/seed.ts'
import { createReservoir } from '#contract/setup.ts'
import { moveTo } from '../../lib/start/signed-in.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { bodyOf, problemsOf, useForm } from '../../lib/form/index.ts'
import { useAct, useInvalidate } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Form, FormAlert } from '../../ui/form/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import { FieldsOf, NumberField, itemsCss } from '../../parts/described-items/index.ts'
import { Every } from './every.tsx'
import { outlookOf, type SetupBody, type Expected } from './seed.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './setup.module.css'
import { Foot, Warnings } from './step-form.tsx'
import { SETUP_STEPS, STEP_SCHEMAS, type Step } from './steps.ts'
import type { StorageEntry } from './storage.ts'
import { setupWarnings } from './warnings.ts'

interface Props {
  initial: unknown
  onChange: (form: unknown) => void
  storage: StorageEntry
  seed: () => unknown
  back?: () => void
  onStep: (step: Step) => void
  settle: () => Promise<{ version: number | null } | null>
}

/** The step in which a part of the description was entered. */
function stepOf(path: string): Step {
  const [first, second] = path.replace(/^seed\./, '').split('.')
  if (first === 'hydroCode') return 'identity'
  if (first === 'plant')
    return second === 'levels'
      ? 'levels'
      : ['latitude', 'longitude', 'basinArea', 'catchments'].includes(second)
        ? 'place'
        : 'identity'
  const steps: Record<string, Step> = {
    positions: 'positions',
    gates: 'release',
    units: 'units',
    stations: 'stations',
    tables: 'storage',
    series: 'positions',
  }
  return steps[first] ?? 'review'
}

/** Step: what will be computed and what is missing, and the button that creates the reservoir. */
export function SetupReview({ initial, onChange, storage, seed, back, onStep, settle }: Props) {
  const { t, language } = useText()
  const form = useForm({ schema: STEP_SCHEMAS.review, values: initial })
  const create = useAct(createReservoir, { quiet: true })
  const invalidate = useInvalidate()
  const go = useNavigate()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const { values } = form
  useEffect(() => onChange(values), [values, onChange])
  const body = bodyOf(values).body as SetupBody
  const warnings = SETUP_STEPS.flatMap((step) => setupWarnings(step, values))
  const drafted = seed() as SeedInput

  async function submit() {
    setFailure(null)
    setWrong({})
    const problems = problemsOf(seedSchema, drafted, language)
    if (Object.keys(problems).length > 0) return setWrong(problems)
    const kept = await settle()
    if (!kept) return setFailure(t('setup.notKept'))
    try {
      const { hydro_code: hydro } = await create.run({ body: { version: kept.version, seed: drafted } })
      await moveTo(hydro)
      await invalidate(['setup'])
      void go('/setup')
    } catch (error) {
      if (error instanceof CallError && error.errors.length > 0)
        setWrong(Object.fromEntries(error.errors.map((e) => [e.path, e.message])))
      else setFailure(reasonOf(error))
    }
  }

  return (
    <Form form={form} alert={false} onSubmit={submit}>
      <section aria-label={t('setup.outlook')}>
        <ul className={css.outlook}>
          {outlookOf(body, storage).map((row) => (
            <Row key={row.quantity} row={row} />
          ))}
        </ul>
        <p className={css.small}>{t('setup.later')}</p>
        {warnings.length > 0 && <Warnings warnings={warnings} />}
      </section>
      <fieldset className={css.item}>
        <legend className={css.itemName}>{t('setup.calc')}</legend>
        <div className={itemsCss.row}>
          <FieldsOf form={form} noun="parameters" under="calc.">
            <Every path="interval" />
            <Every path="window" label={t('setup.window')} />
            <NumberField path="movingPoints" />
          </FieldsOf>
        </div>
        <p className={css.small}>{t('setup.calcHint')}</p>
      </fieldset>
      <section aria-label={t('setup.seriesTitle')}>
        <h3 className={css.subtitle}>{t('setup.seriesTitle')}</h3>
        <p className={css.small}>{t('setup.seriesAbout')}</p>
        <div className={css.scroll}>
          <PlainTable
            className={`${layoutCss.table} ${css.table}`}
            rows={drafted.series ?? []}
            rowKey={(s) => s.code}
            columns={[
              { id: 'code', head: t('setup.seriesCode'), className: css.code, cell: (s) => s.code },
              { id: 'name', head: t('items.name'), cell: (s) => s.name },
              { id: 'unit', head: t('setup.sent'), cell: (s) => s.unit },
            ]}
          />
        </div>
      </section>
      {failure && <FormAlert kind="failed">{failure}</FormAlert>}
      {Object.keys(wrong).length > 0 && (
        <FormAlert kind="failed" title={t('setup.wrong')}>
          <ul className={css.wrongs}>
            {Object.entries(wrong).map(([path, message]) => {
              const step = stepOf(path)
              return (
                <li key={path}>
                  <button type="button" className={css.link} onClick={() => onStep(step)}>
                    {t(`setup.step.${step}`)}
                  </button>
                  : {message} <span className={css.code}>{path.replace(/^seed\./, '')}</span>
                </li>
              )
            })}
          </ul>
        </FormAlert>
      )}
      <Foot back={back}>
        <Button type="submit" loading={create.busy} leftSection={<Icon name="check" size={16} />}>
          {t('setup.create')}
        </Button>
      </Foot>
    </Form>
  )
}

const ICONS: Record<Expected['will'], IconName> = { yes: 'check', part: 'partial', no: 'missing' }

function Row({ row }: { row: Expected }) {
  const { t } = useText()
  return (
    <li data-will={row.will}>
      <Icon name={ICONS[row.will]} size={18} />
      <div>
        <strong>{t(`setup.quantity.${row.quantity}`)}</strong>{' '}
        <span className={textCss.muted}>{t(`setup.will.${row.will}`)}</span>
        {row.lacks.map((lack) => (
          <div key={lack} className={css.lack}>
            {t(`setup.lack.${lack}`)}
          </div>
        ))}
      </div>
    </li>
  )
}
