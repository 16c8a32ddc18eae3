import { DAY, fromLocal, toLocal } from '#core/time/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { BUSY, runImport, type ImportTask } from '#contract/imports.ts'
import { STATE } from '#contract/subjects.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useInvalidate } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Changed, FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { ImportColumns } from './columns.tsx'
import textCss from '../../ui/text.module.css'
import css from './imports.module.css'
import { useDiscardImport, useImportTask, useImportAct } from './queries.ts'
import type { ExtremesAnswer } from './questions.tsx'
import { Report, extremeColumns, newReadings } from './report.tsx'
import { ImportStateMark } from './state.tsx'
import { UndoImport } from './undo.tsx'
import { sizeOf } from './words.ts'

/** One import, from its file to its result. */
export function ImportPage({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useText()
  const task = useImportTask(id)
  const invalidate = useInvalidate()
  const state = task.data?.state
  const before = useRef(state)
  useEffect(() => {
    const was = before.current
    before.current = state
    if (was === 'running' || was === 'undoing') void invalidate([...STATE, 'runs'])
  }, [state, invalidate])
  return (
    <div className={css.page}>
      <Button
        className={css.back}
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="left" size={16} />}
        onClick={onBack}
      >
        {t('imports.back')}
      </Button>
      <Loaded query={task} what={t('imports.one')} height={420}>
        {(data) => <ImportSteps task={data} onBack={onBack} reload={() => void task.refetch()} />}
      </Loaded>
    </div>
  )
}

function ImportSteps({ task, onBack, reload }: { task: ImportTask; onBack: () => void; reload: () => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const may = useCan('settings.update')
  const run = useImportAct(runImport)
  const discard = useDiscardImport(task.id)
  const [extremes, setExtremes] = useState<ExtremesAnswer | null>(null)
  const start = () =>
    void run.run({
      params: { id: task.id },
      body: { version: task.version, ...(extremes === null ? {} : { extremes }) },
    })
  const [editing, setEditing] = useState(false)
  const [undoing, setUndoing] = useState(false)
  const { state } = task
  const open = state === 'uploaded' || state === 'refused' || (state === 'checked' && editing)
  const busy = BUSY.includes(state)
  const replace = task.mapping?.replace ?? false
  const nothing = task.report !== null && newReadings(task.report, replace) === 0
  const unanswered = task.report !== null && extremes === null && extremeColumns(task.report).length > 0
  const late = run.error instanceof CallError && run.error.status === 409

  return (
    <>
      <header className={css.head}>
        <div className={css.about}>
          <h1 className={css.title}>{task.file_name}</h1>
          <p className={css.hint}>
            <ImportStateMark state={state} />
            {task.size !== null && <span>{sizeOf(task.size)}</span>}
            <span>
              {task.actor_name ?? task.actor}, {dateTime(Date.parse(task.created_at), zone, language)}
            </span>
          </p>
        </div>
        {may && ['uploaded', 'checked', 'refused'].includes(state) && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Icon name="trash" size={16} />}
            loading={discard.busy}
            onClick={() => void discard.run({ params: { id: task.id } }).then(onBack)}
          >
            {t('imports.discard')}
          </Button>
        )}
      </header>
      {late ? (
        <Changed text={t('imports.conflict')} reload={t('act.reload')} busy={false} onReload={reload} />
      ) : (
        run.error && <FormAlert kind="failed">{reasonOf(run.error)}</FormAlert>
      )}
      {task.problems.length > 0 && (
        <FormAlert kind="failed" title={t(state === 'failed' ? 'imports.stopped' : 'imports.refused')}>
          <ul className={css.problems}>
            {task.problems.map((p) => (
              <li key={p}>{p}</li>
            ))}
          </ul>
        </FormAlert>
      )}
      {busy && <TaskProgress task={task} />}
      {open && may && task.layout && (
        <ImportColumns
          key={`${task.version}`}
          task={task}
          onReload={reload}
          onChecked={() => setEditing(false)}
        />
      )}
      {task.report && !open && !busy && (
        <>
          <Report
            report={task.report}
            dry={state === 'checked'}
            replace={replace}
            answer={extremes}
            onAnswer={state === 'checked' && may ? setExtremes : undefined}
          />
          {state === 'checked' && may && (
            <div className={css.foot}>
              <Button variant="default" onClick={() => setEditing(true)}>
                {t('imports.change')}
              </Button>
              <span className={css.grow} />
              {(nothing || unanswered) && (
                <span className={textCss.small} id="import-why">
                  {t(nothing ? 'imports.nothing' : 'imports.extremes.first')}
                </span>
              )}
              <Button
                loading={run.busy}
                disabled={nothing || unanswered}
                aria-describedby={nothing || unanswered ? 'import-why' : undefined}
                leftSection={<Icon name="save" size={16} />}
                onClick={start}
              >
                {t('imports.run')}
              </Button>
            </div>
          )}
        </>
      )}
      {state === 'failed' && may && (
        <div className={css.foot}>
          <span className={css.grow} />
          <Button loading={run.busy} onClick={start}>
            {t('imports.runAgain')}
          </Button>
        </div>
      )}
      {state === 'undone' && (
        <FormAlert kind="done">{t('imports.undone', { n: number(task.taken_back, 0) })}</FormAlert>
      )}
      {state === 'done' && (
        <div className={css.foot}>
          {may && (
            <Button variant="default" onClick={() => setUndoing(true)}>
              {t('imports.undo')}
            </Button>
          )}
          <span className={css.grow} />
          <Button
            component={Link}
            to={dashboardOf(task, zone)}
            leftSection={<Icon name="dashboard" size={16} />}
          >
            {t('imports.toDashboard')}
          </Button>
        </div>
      )}
      {undoing && <UndoImport item={task} onClose={() => setUndoing(false)} />}
    </>
  )
}

/** Progress of the current step, with the note that nobody has to wait on this page. */
function TaskProgress({ task }: { task: ImportTask }) {
  const { t } = useText()
  const { progress } = task
  const share = progress?.share ?? null
  return (
    <section className={css.working} aria-live="polite">
      <strong>{t(`imports.working.${task.state as 'running'}`)}</strong>
      <progress value={share ?? undefined} max={1} aria-label={t('imports.progress')} />
      <span className={textCss.small}>
        {progress &&
          t('imports.soFar', {
            rows: number(progress.rows, 0),
            readings: number(progress.readings, 0),
          })}{' '}
        {t('imports.mayLeave')}
      </span>
    </section>
  )
}

/** Link to the dashboard over the imported span, where that lies before the default span. */
function dashboardOf(task: Pick<ImportTask, 'from' | 'to'>, zone: string): string {
  const instant = (text: string | null) => (text === null ? null : fromLocal(text, zone)) ?? NaN
  const [from, to] = [instant(task.from), instant(task.to)]
  if (!(from < to) || to > serverNow() - DAY) return '/dashboard'
  const local = (t: number) => toLocal(t, zone).replace(' ', 'T')
  return `/dashboard?time=24&from=${local(Math.max(from, to - 10 * DAY))}&to=${local(to)}`
}
