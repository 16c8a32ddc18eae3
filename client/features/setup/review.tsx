import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { seedSchema } from '#contract/seed.ts'
import type { SeedInput } from '#contract/seed.ts'
import { moveTo } from '../../lib/start/signed-in.ts'
import { CallError } from '../../lib/call-error.ts'
import { bodyOf } from '../../lib/draft.ts'
import { reasonOf } from '../../lib/failures.ts'
import { problemsOf } from '../../lib/fields.ts'
import { useText } from '../../lib/text/index.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Told } from '../../ui/form/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { NumberField, itemsCss } from '../../parts/described-items/index.ts'
import { Every } from './every.tsx'
import { useCreate, useReread } from './queries.ts'
import { outlookOf, type Body, type Expected } from './seed.ts'
import css from './setup.module.css'
import { Foot } from './step-form.tsx'
import { SCHEMAS, type Step } from './steps.ts'
import type { Storage } from './storage.ts'

interface Given {
  initial: unknown
  onChange: (form: unknown) => void
  storage: Storage
  seed: () => unknown
  back?: () => void
  onStep: (step: Step) => void
  settle: () => Promise<{ version: number | null } | null>
}

/** Which step a part of the description was written in. */
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

/** What will be computed and what is missing, in words; then the one act that makes the reservoir. */
export function Review({ initial, onChange, storage, seed, back, onStep, settle }: Given) {
  const { t, language } = useText()
  const form = useDraft(SCHEMAS.review, initial)
  const element = useRef<HTMLFormElement>(null)
  const create = useCreate()
  const reread = useReread()
  const go = useNavigate()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const { draft } = form
  useEffect(() => onChange(draft), [draft, onChange])
  const body = bodyOf(draft).body as Body
  const made = seed() as SeedInput

  async function submit() {
    setFailure(null)
    setWrong({})
    if (!form.check()) return form.point(element.current)
    const problems = problemsOf(seedSchema, made, language)
    if (Object.keys(problems).length > 0) return setWrong(problems)
    const kept = await settle()
    if (!kept) return setFailure(t('setup.notKept'))
    create.mutate(
      { version: kept.version, seed: made },
      {
        async onSuccess({ hydro_code: hydro }) {
          await moveTo(hydro)
          await reread()
          void go('/setup')
        },
        onError(error) {
          if (error instanceof CallError && error.errors.length > 0)
            setWrong(Object.fromEntries(error.errors.map((e) => [e.path, e.message])))
          else setFailure(reasonOf(error))
        },
      },
    )
  }

  return (
    <form
      ref={element}
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void submit()
      }}
    >
      <section aria-label={t('setup.outlook')}>
        <ul className={css.outlook}>
          {outlookOf(body, storage).map((row) => (
            <Row key={row.quantity} row={row} />
          ))}
        </ul>
        <p className={css.small}>{t('setup.later')}</p>
      </section>
      <fieldset className={css.item}>
        <legend className={css.itemName}>{t('setup.calc')}</legend>
        <div className={itemsCss.row}>
          <Every form={form} path="calc.interval" label={t('fieldOf.parameters.interval')} />
          <Every form={form} path="calc.window" label={t('setup.window')} />
          <NumberField form={form} path="calc.movingPoints" label={t('fieldOf.parameters.movingPoints')} />
        </div>
        <p className={css.small}>{t('setup.calcHint')}</p>
      </fieldset>
      <section aria-label={t('setup.seriesTitle')}>
        <h3 className={css.subtitle}>{t('setup.seriesTitle')}</h3>
        <p className={css.small}>{t('setup.seriesAbout')}</p>
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('setup.seriesCode')}</th>
                <th scope="col">{t('items.name')}</th>
                <th scope="col">{t('setup.sent')}</th>
              </tr>
            </thead>
            <tbody>
              {(made.series ?? []).map((s) => (
                <tr key={s.code}>
                  <td className={css.code}>{s.code}</td>
                  <td>{s.name}</td>
                  <td>{s.unit}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {failure && <Told kind="failed">{failure}</Told>}
      {Object.keys(wrong).length > 0 && (
        <Told kind="failed" title={t('setup.wrong')}>
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
        </Told>
      )}
      <Foot back={back}>
        <Button type="submit" loading={create.isPending} leftSection={<Icon name="check" size={16} />}>
          {t('setup.create')}
        </Button>
      </Foot>
    </form>
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
        <span className={css.will}>{t(`setup.will.${row.will}`)}</span>
        {row.lacks.map((lack) => (
          <div key={lack} className={css.lack}>
            {t(`setup.lack.${lack}`)}
          </div>
        ))}
      </div>
    </li>
  )
}
