import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { DAY, HOUR, toLocal } from '#core/time/index.ts'
import { cancelRun } from '#contract/calculation.ts'
import { dateTime, duration, number } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Confirm, Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { Figures, groupsOf } from '../../parts/preview-difference/index.ts'
import { EnteredValues } from './entered-values.tsx'
import { isUnderWay, useRun, useRuns, type RunDetail } from './queries.ts'
import { CalculationResult } from './result.tsx'
import { RollbackRun } from './rollback.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './runs.module.css'
import { RunStateCell } from './state.tsx'
import { useSpanText } from './words.ts'

/** The longest span that the dashboard shows. */
const MOST_SHOWN = 10 * DAY

interface Props {
  id: string
  onClose: () => void
  onOpen: (id: string) => void
}

/** Details of a run: request, progress, changes, and its rollback. */
export function RunDialog({ id, onClose, onOpen }: Props) {
  const { t } = useText()
  const run = useRun(id)
  const mayAct = useCan('dashboard.save-revert')
  const [asking, setAsking] = useState<'cancel' | 'rollback' | null>(null)
  const data = run.data
  return (
    <>
      <Dialog
        opened
        panel
        width={640}
        covered={asking !== null}
        title={data ? t(`runs.kind.${data.kind}`) : t('runs.detail')}
        onClose={onClose}
        actions={(leave) => (
          <>
            {data && mayAct && data.kind === 'recalculate' && isUnderWay(data) && (
              <Button variant="default" disabled={data.cancelling} onClick={() => setAsking('cancel')}>
                {t(data.cancelling ? 'runs.cancelling' : 'runs.cancel')}
              </Button>
            )}
            {data && mayAct && data.can_roll_back && (
              <Button
                variant="default"
                leftSection={<Icon name="swap" size={16} />}
                onClick={() => setAsking('rollback')}
              >
                {t('calculation.rollback')}
              </Button>
            )}
            <Button onClick={leave}>{t('act.close')}</Button>
          </>
        )}
      >
        <Loaded query={run} what={t('runs.detail')} height={480}>
          {(data) => <RunContent run={data} onOpen={onOpen} />}
        </Loaded>
      </Dialog>
      {asking === 'rollback' && (
        <RollbackRun
          id={id}
          onClose={() => setAsking(null)}
          onDone={(made) => {
            setAsking(null)
            // A rollback that takes time is followed on the page of the run.
            if (isUnderWay(made)) onOpen(made.run_id)
          }}
        />
      )}
      {asking === 'cancel' && <Cancel id={id} onClose={() => setAsking(null)} />}
    </>
  )
}

function Cancel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useText()
  const cancel = useAct(cancelRun, { quiet: true, wait: false })
  return (
    <Confirm
      title={t('runs.cancelWhat')}
      act={t('runs.cancel')}
      onClose={onClose}
      onAct={() => cancel.run({ params: { id } })}
    >
      <p>{t('runs.cancelHint')}</p>
    </Confirm>
  )
}

function RunContent({ run, onOpen }: { run: RunDetail; onOpen: (id: string) => void }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const span = useSpanText()
  const others = useRuns({ all: false, limit: 50 }).data ?? []
  const time = (ms: number) => dateTime(ms, zone, language)
  const words = texts.runs
  const groups = groupsOf(run.differences, language)
  const ended = !isUnderWay(run)
  return (
    <div className={css.detail}>
      <RunStateCell run={run} runs={others} />
      {isUnderWay(run) && <p className={textCss.small}>{words.mayLeave}</p>}
      {run.problem !== null && (
        <FormAlert kind="failed" title={words.failedWhat}>
          {run.problem}
        </FormAlert>
      )}
      {run.rolled_back && (
        <FormAlert kind="info">
          {t(run.rolled_back.state === 'done' ? 'runs.rolledBack' : 'runs.rollingBack', {
            who: run.rolled_back.actor_name ?? words.system,
            when: time(run.rolled_back.at),
          })}
        </FormAlert>
      )}
      <dl className={css.facts}>
        <dt>{words.span}</dt>
        <dd>{span(run)}</dd>
        <dt>{words.who}</dt>
        <dd>{run.actor_name ?? words.system}</dd>
        <dt>{words.when}</dt>
        <dd>
          {time(run.started_at)}
          {run.finished_at !== null && run.finished_at - run.started_at >= 1000 && (
            <span className={textCss.small}>
              {' · '}
              {t('runs.took', { length: duration(run.finished_at - run.started_at, language) })}
            </span>
          )}
        </dd>
        <dt>{words.reason}</dt>
        <dd>{run.reason ?? <span className={textCss.small}>{words.noReason}</span>}</dd>
        <dt>{words.instants}</dt>
        <dd>{number(run.done, 0)}</dd>
        <dt>{words.entries}</dt>
        <dd>{number(run.entries, 0)}</dd>
        <dt>{words.code}</dt>
        <dd>{run.code_version}</dd>
        {run.of !== null && (
          <>
            <dt>{words.ofRun}</dt>
            <dd>
              <button type="button" className={css.link} onClick={() => onOpen(run.of!)}>
                {run.of}
              </button>
            </dd>
          </>
        )}
      </dl>
      {ended && isOfPeople(run) && run.rolled_back === null && !run.can_roll_back && (
        <Note icon="info" text={words.nothingBack} />
      )}
      {(run.left ?? 0) > 0 && <Note text={t('runs.left', { n: number(run.left, 0) })} />}
      {run.standing > 0 && <Note text={t('runs.standing', { n: number(run.standing, 0) })} />}
      {run.pending > 0 && <Note text={t('runs.pending', { n: number(run.pending, 0) })} />}
      <p className={css.links}>
        <Link to={dashboardOf(run, zone)}>{words.show}</Link>
      </p>
      {run.kind === 'recalculate' && ended && (
        <section aria-label={words.changes}>
          <h3>{words.changes}</h3>
          {groups.length === 0 ? (
            <p className={textCss.small}>{words.nothing}</p>
          ) : (
            <Figures groups={groups} zone={zone} language={language} />
          )}
        </section>
      )}
      {run.kind === 'save' && (
        <section aria-label={words.given}>
          <h3>{words.given}</h3>
          <EnteredValues entered={run.given} result={run.result} />
        </section>
      )}
      {run.result && (
        <section aria-label={words.result}>
          <h3>{words.result}</h3>
          <CalculationResult data={run.result} />
        </section>
      )}
    </div>
  )
}

const isOfPeople = ({ kind }: RunDetail) => kind === 'save' || kind === 'recalculate'

function Note({ text, icon = 'lock' }: { text: string; icon?: IconName }) {
  return (
    <p className={layoutCss.signLine}>
      <Icon name={icon} size={14} />
      {text}
    </p>
  )
}

/** Link to the dashboard over the span, widened where it is short. */
function dashboardOf({ from, to }: { from: number; to: number }, zone: string): string {
  const around = to - from < HOUR ? 6 * HOUR : 0
  const local = (t: number) => toLocal(Math.round(t / 1000) * 1000, zone).replace(' ', 'T')
  return `/dashboard?time=24&from=${local(Math.max(from - around, to - MOST_SHOWN))}&to=${local(to + around)}`
}
