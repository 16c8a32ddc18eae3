import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { listTables, type TableItem } from '#contract/tables.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, FormAlert } from '../../ui/form/index.ts'
import { boundsOf, dayProblem, daysOf } from './period.ts'
import { overlapsOf } from './overlaps.ts'
import { TableEffect } from './effect.tsx'
import { PeriodFields, type Use } from './period-fields.tsx'
import { useChange, type ChangeBody } from './queries.ts'
import { Replace } from './replace.tsx'
import css from './tables.module.css'

const FORM = 'table-period'

interface Draft extends Use {
  name: string
  reason: string
}

const draftOf = (item: TableItem, zone: string): Draft => ({
  name: item.name,
  ...daysOf(item, zone),
  loop: item.loop_by_year,
  active: item.active,
  reason: '',
})

/** Changes what a table is called and when it is read; its numbers stay. */
export function Change({ item: given, onClose }: { item: TableItem; onClose: () => void }) {
  const { t, say } = useText()
  const zone = useZone() ?? 'UTC'
  const [item, setItem] = useState(given)
  const [draft, setDraft] = useState(() => draftOf(given, zone))
  const [tried, setTried] = useState(false)
  const [others, setOthers] = useState<TableItem[]>([])
  const asking = others.length > 0
  const [busy, setBusy] = useState(false)
  const change = useChange()
  const form = useRef<HTMLFormElement>(null)
  const before = draftOf(item, zone)
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const error = change.error instanceof CallError ? change.error : null
  const conflict = error?.code === 'conflict'

  /** Only what was changed is sent: a period that begins within a day keeps its minute. */
  function bodyOf(replaces: string[]): ChangeBody {
    const [now, was] = [boundsOf(draft), boundsOf(before)]
    return {
      version: item.version,
      ...(draft.name.trim() === before.name ? {} : { name: draft.name.trim() }),
      ...(now.from === was.from ? {} : { from: now.from }),
      ...(now.to === was.to ? {} : { to: now.to }),
      ...(draft.loop === before.loop ? {} : { loop_by_year: draft.loop }),
      ...(draft.active === before.active ? {} : { active: draft.active }),
      reason: draft.reason.trim() || null,
      replaces,
    }
  }

  function send(replaces: string[]) {
    change.mutate(
      { id: item.id, body: bodyOf(replaces) },
      {
        onSuccess: (saved) => {
          notice('done', t('interpolate.changing.saved', { name: saved.name }))
          onClose()
        },
        onError: (e) => {
          if (e instanceof CallError && e.code === 'table_overlap') void ask()
        },
      },
    )
  }

  /** Names the tables that are in the way, as they are now. */
  async function ask() {
    try {
      const period = { ...boundsOf(draft), loop: draft.loop }
      setOthers(overlapsOf(await call(listTables, { query: { group: item.group } }), item, period, zone))
    } catch (e) {
      notice('failed', reasonOf(e))
    }
  }

  function submit(e: FormEvent) {
    e.preventDefault()
    setTried(true)
    if (draft.name.trim() === '' || dayProblem(draft, draft.loop)) return focusFirstError(form.current)
    send([])
  }

  async function reload() {
    setBusy(true)
    try {
      const now = (await call(listTables)).find((i) => i.id === item.id)
      if (!now) {
        notice('failed', t('interpolate.detail.gone'))
        return onClose()
      }
      setItem(now)
      setDraft(draftOf(now, zone))
      change.reset()
    } catch (e) {
      notice('failed', reasonOf(e))
    }
    setBusy(false)
  }

  const { version, name: _, reason: __, replaces: ___, ...period } = bodyOf([])
  const effect = dayProblem(draft, draft.loop)
    ? null
    : ({ noun: 'table_version', id: item.id, version, ...period } as const)

  return (
    <>
      <Dialog
        opened
        panel
        covered={asking}
        title={t('interpolate.changing.title')}
        onClose={onClose}
        unsaved={
          JSON.stringify(draft) === JSON.stringify(before)
            ? null
            : { question: t('act.unsaved'), leave: t('act.leave') }
        }
        actions={(leave) => (
          <>
            <Button variant="default" onClick={leave}>
              {t('act.cancel')}
            </Button>
            <Button type="submit" form={FORM} loading={change.isPending} disabled={conflict}>
              {t('act.save')}
            </Button>
          </>
        )}
      >
        <form id={FORM} ref={form} onSubmit={submit} noValidate className={css.form}>
          {conflict && (
            <Changed
              text={t('interpolate.changing.conflict')}
              reload={t('act.reload')}
              busy={busy}
              onReload={() => void reload()}
            />
          )}
          {change.error && !conflict && !asking && (
            <FormAlert kind="failed">{reasonOf(change.error)}</FormAlert>
          )}
          <p className={css.small}>{t('interpolate.changing.note')}</p>
          <TextInput
            label={t('interpolate.name')}
            maxLength={200}
            autoComplete="off"
            value={draft.name}
            error={tried && draft.name.trim() === '' ? say('required') : undefined}
            onChange={(e) => set({ name: e.currentTarget.value })}
            data-autofocus
          />
          <PeriodFields use={draft} set={set} />
          <TextInput
            label={t('interpolate.uploading.reason')}
            maxLength={500}
            autoComplete="off"
            value={draft.reason}
            onChange={(e) => set({ reason: e.currentTarget.value })}
          />
          <TableEffect change={effect} {...boundsOf(draft)} yearly={draft.loop} />
        </form>
      </Dialog>
      {asking && (
        <Replace
          by="change"
          others={others}
          busy={change.isPending}
          failure={null}
          onReplace={(versions) => {
            setOthers([])
            send(versions)
          }}
          onClose={() => setOthers([])}
        />
      )}
    </>
  )
}
