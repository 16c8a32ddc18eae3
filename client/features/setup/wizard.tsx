import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { discardSetup, type SetupState } from '#contract/setup.ts'
import { bodyOf, draftOf } from '../../lib/form/draft.ts'
import { useAct, useInvalidate } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useMedia } from '../../ui/use-media.ts'
import { Changed } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Confirm } from '../../ui/dialog/index.tsx'
import { SetupReview } from './review.tsx'
import { typedOver, useSaving, type Saving } from './saving.ts'
import { seedOf, suggestCalc, type SetupBody } from './seed.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './setup.module.css'
import { firstForm } from './start.ts'
import { StepForm } from './step-form.tsx'
import { STEP_SCHEMAS, SETUP_STEPS, type Step } from './steps.ts'
import { NO_STORAGE, type StorageEntry } from './storage.ts'
import { StorageStep } from './storage-step.tsx'

interface Kept {
  step: Step
  /** The furthest step reached. */
  reached: number
  form: unknown
  storage: StorageEntry
}

const NARROW = '(max-width: 999px)'

/** The guided set-up: nine steps over one draft, back and forth without loss. */
export function Wizard({ state }: { state: SetupState }) {
  const { t, texts } = useText()
  const [typed] = useState(() => typedOver(state.draft))
  const kept = (typed ?? state.draft?.body) as Partial<Kept> | undefined
  const [step, setStep] = useState<Step>(kept?.step ?? 'identity')
  const [reached, setReached] = useState(kept?.reached ?? 0)
  const [form, setForm] = useState<unknown>(
    () => kept?.form ?? draftOf(firstForm(state.zone, texts.setup.names)),
  )
  const [storage, setStorage] = useState<StorageEntry>(kept?.storage ?? NO_STORAGE)
  const { saving, later, settle } = useSaving(state.draft, typed !== null)
  const [discarding, setDiscarding] = useState(false)
  const discard = useAct(discardSetup)
  const invalidate = useInvalidate()
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  const narrow = useMedia(NARROW)
  const at = SETUP_STEPS.indexOf(step)

  useEffect(() => later({ step, reached, form, storage }), [step, reached, form, storage, later])

  useEffect(() => {
    if (!moved.current) return
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])

  function go(next: Step) {
    moved.current = true
    const index = SETUP_STEPS.indexOf(next)
    if (next === 'review' && !hasCalc(form)) setForm(withCalc(form))
    setReached((r) => Math.max(r, index))
    setStep(next)
  }
  const forward = () => go(SETUP_STEPS[Math.min(at + 1, SETUP_STEPS.length - 1)])
  const back = at === 0 ? undefined : () => go(SETUP_STEPS[at - 1])
  const common = { back, forward, place: state.zone }

  return (
    <>
      <header className={css.head}>
        <div>
          <h1 className={textCss.title}>{t('setup.title')}</h1>
          <p className={css.hint}>{t('setup.hint')}</p>
        </div>
        <div className={layoutCss.line}>
          <Kept saving={saving} />
          {state.draft && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setDiscarding(true)}>
              {t('setup.restart')}
            </Button>
          )}
        </div>
      </header>
      {saving.state === 'conflict' && (
        <Changed
          text={t('setup.conflict')}
          reload={t('act.reload')}
          busy={false}
          onReload={() => void invalidate(['setup'])}
        />
      )}
      <div className={css.columns}>
        <nav className={css.steps} aria-label={t('setup.steps')}>
          {narrow ? (
            <div className={css.stepNow}>
              {t('setup.stepOf', { n: at + 1, all: SETUP_STEPS.length, name: t(`setup.step.${step}`) })}
              <progress value={at + 1} max={SETUP_STEPS.length} aria-hidden="true" />
            </div>
          ) : (
            <ol>
              {SETUP_STEPS.map((name, i) => (
                <li key={name}>
                  <button
                    type="button"
                    disabled={i > reached}
                    aria-current={name === step ? 'step' : undefined}
                    onClick={() => go(name)}
                  >
                    <span className={css.stepNumber}>
                      {i < reached && name !== step ? <Icon name="check" size={14} /> : i + 1}
                    </span>
                    {t(`setup.step.${name}`)}
                  </button>
                </li>
              ))}
            </ol>
          )}
        </nav>
        <section className={css.panel} aria-labelledby="setup-step">
          <h2 id="setup-step" ref={heading} tabIndex={-1} className={css.stepTitle}>
            {t(`setup.step.${step}`)}
          </h2>
          <p className={css.stepHint}>{t(`setup.about.${step}`)}</p>
          {step === 'storage' ? (
            <StorageStep
              {...common}
              storage={storage}
              onChange={setStorage}
              levels={(bodyOf(form).body as SetupBody).plant.levels ?? {}}
            />
          ) : step === 'review' ? (
            <SetupReview
              {...common}
              initial={form}
              onChange={setForm}
              storage={storage}
              onStep={go}
              settle={settle}
              seed={() => seedOf(bodyOf(form).body as SetupBody, storage, texts.setup.names)}
            />
          ) : (
            <StepForm
              key={step}
              {...common}
              step={step}
              schema={STEP_SCHEMAS[step]}
              initial={form}
              onChange={setForm}
              provinces={state.provinces}
            />
          )}
        </section>
      </div>
      <Confirm
        opened={discarding}
        title={t('setup.restartTitle')}
        act={t('setup.restart')}
        busy={discard.busy}
        onClose={() => setDiscarding(false)}
        onAct={() =>
          void settle().then((s) => {
            if (s?.version != null)
              void discard.run({ body: { version: s.version } }).finally(() => setDiscarding(false))
          })
        }
      >
        <p>{t('setup.restartSure')}</p>
      </Confirm>
    </>
  )
}

const hasCalc = (form: unknown) => (bodyOf(form).body as SetupBody).calc?.interval !== undefined

/** Default intervals that suit the positions. */
function withCalc(form: unknown): unknown {
  const body = bodyOf(form).body as SetupBody
  return { ...(form as object), calc: draftOf({ movingPoints: 5, ...body.calc, ...suggestCalc(body) }) }
}

/** Whether the input is saved. */
function Kept({ saving }: { saving: Saving }) {
  const { t } = useText()
  if (saving.state === 'conflict' || saving.at === null) return null
  const icon = { saved: 'check', waiting: 'clock', failed: 'warning' } as const
  return (
    <span className={css.kept} role="status" data-state={saving.state}>
      <Icon name={icon[saving.state]} size={14} />
      {t(`setup.kept.${saving.state}`)}
    </span>
  )
}
