import { Button, Checkbox, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { toLocalDate } from '#core/time/index.ts'
import { listTables, type TableItem } from '#contract/tables.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import type { Days } from '../../lib/days.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, FormAlert } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { Compare } from './compare.tsx'
import { TableEffect } from './effect.tsx'
import { overlapsOf } from './overlaps.ts'
import { boundsOf, dayProblem, daysOf } from './period.ts'
import { Bounds } from './period-fields.tsx'
import { useAgain, useVersions } from './queries.ts'
import { Replace } from './replace.tsx'
import css from './tables.module.css'

interface Props {
  /** The version that comes back. */
  item: TableItem
  onClose: () => void
}

/** Brings a former version of a table back in force, after showing what that changes. */
export function UseAgain({ item, onClose }: Props) {
  const { t } = useText()
  const versions = useVersions(item.id)
  return versions.data ? (
    <Form
      item={item}
      versions={versions.data}
      reload={async () => (await versions.refetch()).data}
      onClose={onClose}
    />
  ) : (
    <Dialog
      opened
      panel
      width={640}
      title={t('interpolate.again.act')}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave}>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={versions} what={t('interpolate.act.versions')} height={280}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const holding = (versions: readonly TableItem[]) => versions.filter((v) => v.superseded_at === null)

interface Draft extends Days {
  loop: boolean
  reason: string
}

function Form({
  item,
  versions,
  reload,
  onClose,
}: Props & { versions: TableItem[]; reload: () => Promise<TableItem[] | undefined> }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const when = useWhen()
  const recorded = when(new Date(item.recorded_at).toISOString())
  // What is on the screen counts, not what the server has by the time of the answer.
  const [held, setHeld] = useState(() => holding(versions))
  const [start] = useState<Draft>(() =>
    item.loop_by_year
      ? { ...daysOf(item, zone), loop: true, reason: '' }
      : { from: toLocalDate(serverNow(), zone), to: null, loop: false, reason: '' },
  )
  const [draft, setDraft] = useState(start)
  const [others, setOthers] = useState<TableItem[]>([])
  const [busy, setBusy] = useState(false)
  const again = useAgain()
  const form = useRef<HTMLFormElement>(null)
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const asking = others.length > 0
  const conflict = again.error instanceof CallError && again.error.code === 'conflict'
  const now = held.find((v) => v.in_force) ?? held[0]
  const wrong = dayProblem(draft, draft.loop)

  function send(replaces: string[]) {
    again.mutate(
      {
        id: item.id,
        body: {
          version: item.version,
          seen: held.map((v) => v.version),
          ...boundsOf(draft),
          loop_by_year: draft.loop,
          replaces,
          reason: draft.reason.trim() || null,
        },
      },
      {
        onSuccess: () => {
          notice('done', t('interpolate.again.done', { when: recorded }))
          onClose()
        },
        onError: (e) => {
          if (e instanceof CallError && e.code === 'table_overlap') void ask()
        },
      },
    )
  }

  /** Names the other tables in the way, as they are now; versions of this one are seen to give way. */
  async function ask() {
    try {
      const list = (await call(listTables, { query: { group: item.group } })).filter((i) => i.id !== item.id)
      setOthers(overlapsOf(list, item, { ...boundsOf(draft), loop: draft.loop }, zone))
    } catch (e) {
      notice('failed', reasonOf(e))
    }
  }

  function submit(e: FormEvent) {
    e.preventDefault()
    if (wrong) return focusFirstError(form.current)
    send([])
  }

  async function look() {
    setBusy(true)
    const fresh = await reload()
    setBusy(false)
    if (!fresh) return
    setHeld(holding(fresh))
    again.reset()
  }

  return (
    <>
      <Dialog
        opened
        panel
        width={640}
        covered={asking}
        title={t('interpolate.again.title', { when: recorded })}
        onClose={onClose}
        unsaved={
          JSON.stringify(draft) === JSON.stringify(start)
            ? null
            : { question: t('act.unsaved'), leave: t('act.leave') }
        }
        actions={(leave) => (
          <>
            <Button variant="default" onClick={leave}>
              {t('act.cancel')}
            </Button>
            <Button type="submit" form={FORM} loading={again.isPending} disabled={conflict}>
              {t('interpolate.again.use')}
            </Button>
          </>
        )}
      >
        <form id={FORM} ref={form} onSubmit={submit} noValidate className={css.form}>
          {conflict && (
            <Changed
              text={t('interpolate.again.conflict')}
              reload={t('act.reload')}
              busy={busy}
              onReload={() => void look()}
            />
          )}
          {again.error && !conflict && !asking && (
            <FormAlert kind="failed">{reasonOf(again.error)}</FormAlert>
          )}
          <p className={css.small}>{t('interpolate.again.about')}</p>
          <Bounds use={draft} set={set} />
          <Checkbox
            label={t('interpolate.uploading.loop')}
            checked={draft.loop}
            onChange={(e) => set({ loop: e.currentTarget.checked })}
          />
          <TextInput
            label={t('interpolate.uploading.reason')}
            maxLength={500}
            autoComplete="off"
            value={draft.reason}
            onChange={(e) => set({ reason: e.currentTarget.value })}
          />
          <TableEffect
            change={
              wrong
                ? null
                : {
                    noun: 'table_again',
                    id: item.id,
                    version: item.version,
                    ...boundsOf(draft),
                    loop_by_year: draft.loop,
                  }
            }
            {...boundsOf(draft)}
            yearly={draft.loop}
          />
          {now && (
            <section aria-label={t('interpolate.again.rows')}>
              <h3>{t('interpolate.again.rows')}</h3>
              <Compare id={item.id} a={now.version} b={item.version} />
            </section>
          )}
        </form>
      </Dialog>
      {asking && (
        <Replace
          by="again"
          others={others}
          busy={again.isPending}
          failure={null}
          onReplace={(names) => {
            setOthers([])
            send(names)
          }}
          onClose={() => setOthers([])}
        />
      )}
    </>
  )
}
const FORM = 'table-again'
