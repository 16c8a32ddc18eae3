import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { onlyCalculate } from '#contract/calculation.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { TIME_PATTERN } from '../../lib/local-time.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert, PlainForm } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Failed } from '../../ui/state.tsx'
import { CalculationFields } from './fields.tsx'
import {
  enteredOf,
  typed,
  without,
  wrongTimes,
  type Own,
  type Sensed,
  type SensorInputs,
  type TypedTimes,
} from './entered.ts'
import { IntervalFields } from './interval.tsx'
import { OperationMethod } from './method.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './panel.module.css'
import { useSensorInputs, type Result, type Times } from './queries.ts'
import { CalculationResult } from './result.tsx'
import { RollbackRun } from './rollback.tsx'
import { SaveCalculation } from './save.tsx'

const FORM = 'calculation-form'

interface Saved {
  /** null: the stored values were the same already. */
  run: string | null
  at: number
}

/** Calculates one instant from sensor or entered values, and saves it for those who may. */
export default function CalculationPanel({ onClose }: { onClose: () => void }) {
  const { t, messageText, language } = useText()
  const zone = useZone() ?? 'UTC'
  const maySave = useCan('dashboard.save-revert')
  const maySet = useCan('settings.view')
  const [times, setTimes] = useState<Times>({})
  const [typedTimes, setTypedTimes] = useState<TypedTimes>({})
  const auto = useSensorInputs(times)
  // Times that the server refuses leave the fields as they were, for correction.
  const [kept, setKept] = useState<SensorInputs>()
  if (auto.data && auto.data !== kept) setKept(auto.data)
  const inputs = auto.data ?? kept
  const [own, setOwn] = useState<Own>({})
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [tried, setTried] = useState(false)
  const [shown, setShown] = useState<{ data: Result; stamp: string } | null>(null)
  const [saving, setSaving] = useState(false)
  const [switching, setSwitching] = useState(false)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [back, setBack] = useState<string | null>(null)
  const attempt = useAct(onlyCalculate, { quiet: true })
  const form = useRef<HTMLDivElement>(null)
  const result = useRef<HTMLElement>(null)

  // Focuses the first invalid field once the errors are rendered.
  const [pointed, setPointed] = useState(0)
  useEffect(() => {
    if (pointed > 0) point(form.current)
  }, [pointed])
  // The result is scrolled into view.
  useEffect(() => {
    if (!shown) return
    result.current?.scrollIntoView({ block: 'start' })
    result.current?.focus({ preventScroll: true })
  }, [shown])

  const wrong = wrongTimes(typedTimes, zone)
  const enteredIn = (of: SensorInputs) => enteredOf(own, of, times, times.from !== undefined, wrong)
  const entered = inputs ? enteredIn(inputs) : null
  const stamp = JSON.stringify(entered?.body ?? null)
  const fresh = shown?.stamp === stamp
  const count = Object.keys(own).length
  const timeErrors = auto.error instanceof CallError ? auto.error.errors : []
  const errorOf = (key: string): string | undefined => {
    const problem = entered?.problems[key]
    if (problem?.code === 'invalid_time')
      return t('calculation.timeWrong', { example: TIME_PATTERN[language] })
    return (
      refused[key] ??
      timeErrors.find((e) => e.path === key)?.message ??
      (problem && (tried || problem.code !== 'required')
        ? messageText(problem.code, { text: problem.text })
        : undefined)
    )
  }

  function forget(key: string) {
    setRefused((all) => without(all, key))
    attempt.reset()
  }
  const type = (key: string, text: string, sensed: Sensed) => {
    setOwn((now) => typed(now, key, text, sensed))
    forget(key)
  }
  const giveBack = (key: string) => {
    setOwn((now) => without(now, key))
    forget(key)
  }
  function changeTimes(next: Times) {
    setTimes(next)
    setRefused({})
    attempt.reset()
  }

  async function submit() {
    setTried(true)
    setRefused({})
    // Levels of the typed interval, not of the previous one.
    const ready = auto.data && !auto.isPlaceholderData
    const known = ready ? auto.data : (await auto.refetch({ cancelRefetch: false })).data
    const entered = known && enteredIn(known)
    if (!entered || Object.keys(entered.problems).length > 0) return setPointed((n) => n + 1)
    try {
      const data = await attempt.run({ body: entered.body })
      setShown({ data, stamp: JSON.stringify(entered.body) })
      setSaved(null)
    } catch (error) {
      if (!(error instanceof CallError)) return
      const named = error.errors.flatMap((x) => {
        const key = entered.keyOf(x.path)
        return key === null ? [] : [[key, x.message] as const]
      })
      setRefused(Object.fromEntries(named))
      if (named.length > 0) setPointed((n) => n + 1)
    }
  }

  const failure =
    attempt.error && Object.keys(refused).length === 0
      ? reasonOf(attempt.error)
      : auto.error && inputs && timeErrors.length === 0
        ? reasonOf(auto.error)
        : null

  return (
    <>
      <Dialog
        opened
        panel
        covered={saving || switching || back !== null}
        title={t('calculation.title')}
        onClose={onClose}
        unsaved={
          count > 0 && !saved ? { question: t('calculation.leave'), leave: t('calculation.drop') } : null
        }
        actions={(leave) => (
          <>
            <Button variant="default" onClick={leave}>
              {t('act.close')}
            </Button>
            <Button type="submit" form={FORM} loading={attempt.busy} disabled={!inputs}>
              {t('calculation.try')}
            </Button>
            {maySave && (
              <Button
                variant="default"
                disabled={!fresh || attempt.busy}
                title={fresh ? undefined : t('calculation.tryFirst')}
                leftSection={<Icon name="save" size={16} />}
                onClick={() => setSaving(true)}
              >
                {t('calculation.save')}
              </Button>
            )}
          </>
        )}
      >
        <OperationMethod onAsking={setSwitching} />
        {maySet && (
          <Link to="/settings/parameters?tab=calculation" className={textCss.hint}>
            {t('panels.name.calculation')}
          </Link>
        )}
        <PlainForm id={FORM} onSubmit={() => void submit()}>
          <div ref={form} className={layoutCss.fields}>
            <p className={textCss.hint}>{t('calculation.about')}</p>
            {failure && (
              <FormAlert kind="failed" title={attempt.error ? messageText('calculate_failed') : undefined}>
                {failure}
              </FormAlert>
            )}
            {inputs ? (
              <>
                <IntervalFields
                  auto={inputs}
                  times={times}
                  typed={typedTimes}
                  onTyped={setTypedTimes}
                  onTimes={changeTimes}
                  errorOf={errorOf}
                />
                <div className={css.bar} role="status">
                  {count > 0 ? (
                    <>
                      <span>
                        <Icon name="edited" size={14} /> {t('calculation.ownCount', { n: count })}
                      </span>
                      <Button size="compact-sm" variant="default" onClick={() => setOwn({})}>
                        {t('calculation.allBack')}
                      </Button>
                    </>
                  ) : (
                    <span>
                      <Icon name="sensor" size={14} /> {t('calculation.allSensors')}
                    </span>
                  )}
                </div>
                <CalculationFields
                  auto={inputs}
                  own={own}
                  stale={auto.isPlaceholderData}
                  type={type}
                  giveBack={giveBack}
                  errorOf={errorOf}
                />
              </>
            ) : auto.error ? (
              <Failed what={t('calculation.inputs')} error={auto.error} retry={() => void auto.refetch()} />
            ) : (
              <Skeleton height={520} aria-busy aria-label={t('calculation.inputs')} />
            )}
          </div>
        </PlainForm>
        {shown && (
          <section ref={result} tabIndex={-1} className={css.outcome} aria-label={t('calculation.result')}>
            <h3>{t('calculation.result')}</h3>
            {saved ? (
              <FormAlert
                kind={saved.run === null ? 'info' : 'done'}
                title={t(saved.run === null ? 'calculation.stood' : 'calculation.saved', {
                  time: dateTime(saved.at, zone, language),
                })}
              >
                <div className={css.saved}>
                  <span>{t(saved.run === null ? 'calculation.stoodNote' : 'calculation.savedNote')}</span>
                  {saved.run !== null && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<Icon name="refresh" size={14} />}
                      onClick={() => setBack(saved.run)}
                    >
                      {t('calculation.rollback')}
                    </Button>
                  )}
                </div>
              </FormAlert>
            ) : fresh ? (
              <FormAlert kind="info">{t('calculation.notStored')}</FormAlert>
            ) : (
              <p className={css.changed} role="status">
                <Icon name="warning" size={16} />
                {t('calculation.changed')}
              </p>
            )}
            <div data-old={!fresh || undefined} className={css.data}>
              <CalculationResult data={shown.data} />
            </div>
          </section>
        )}
      </Dialog>
      {saving && entered && shown && (
        <SaveCalculation
          body={entered.body}
          at={shown.data.at}
          count={count}
          onClose={() => setSaving(false)}
          onSaved={(run, data) => {
            setSaving(false)
            setShown({ data, stamp })
            setSaved({ run, at: data.at })
          }}
        />
      )}
      {back !== null && (
        <RollbackRun
          id={back}
          onClose={() => setBack(null)}
          onDone={() => {
            setBack(null)
            setSaved(null)
            setShown(null)
          }}
        />
      )}
    </>
  )
}

/** Focuses the first invalid field. */
function point(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.focus({ preventScroll: true })
  wrong?.scrollIntoView({ block: 'center' })
}
