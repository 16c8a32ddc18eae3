import { Button, Menu, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { addView, VIEW_LIMITS, type ChartView, type SavedView } from '#contract/views.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { FormDialog } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { sameView } from './address.ts'
import css from './charts.module.css'
import { useViewActs, useViews } from './queries.ts'

interface Props {
  view: ChartView
  /** The saved view that the page started from. */
  saved: string | null
  show: (next: { view?: ChartView; saved: string | null }) => void
}

type Open = 'add' | 'edit' | 'remove' | null

/** Saved views: open, save, rename, share, delete. Names the open one and notes unsaved changes. */
export function Saved({ view, saved, show }: Props) {
  const { t } = useText()
  const views = useViews()
  const acts = useViewActs()
  const [open, setOpen] = useState<Open>(null)
  const all = views.data ?? []
  const now = all.find((v) => v.view_id === saved) ?? null
  const changed = now !== null && !sameView(now.content, view)

  async function save() {
    if (!now) return
    try {
      await acts.update.run({ body: { view_id: now.view_id, version: now.version, content: view } })
      notice('done', t('views.saved'))
    } catch (error) {
      notice(
        'failed',
        error instanceof CallError && error.code === 'conflict' ? t('views.conflict') : reasonOf(error),
      )
    }
  }

  const item = (v: SavedView) => (
    <Menu.Item
      key={v.view_id}
      aria-current={v.view_id === saved ? 'true' : undefined}
      leftSection={<span className={css.tick}>{v.view_id === saved && <Icon name="check" size={14} />}</span>}
      onClick={() => show({ view: v.content, saved: v.view_id })}
    >
      <span className={css.viewName}>
        {v.name}
        {(!v.own || v.shared) && (
          <small>
            {v.own
              ? t('views.isShared')
              : v.owner_name === null
                ? t('views.ofNobody')
                : t('views.of', { name: v.owner_name })}
          </small>
        )}
      </span>
    </Menu.Item>
  )
  const [own, shared] = [all.filter((v) => v.own), all.filter((v) => !v.own)]
  const empty = view.panes.length === 0
  return (
    <>
      {now && changed && (
        <span className={css.changed}>
          <Icon name="edited" size={14} />
          {t('views.changed')}
        </span>
      )}
      {now && changed && now.own && (
        <Button size="compact-sm" loading={acts.update.busy} onClick={() => void save()}>
          {t('views.save')}
        </Button>
      )}
      <Menu position="bottom-end" width={320} withinPortal>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant={now ? 'light' : 'default'}
            leftSection={<Icon name="screen" size={16} />}
            rightSection={<Icon name="down" size={12} />}
            className={css.viewButton}
          >
            {now ? `${t('views.open')}: ${now.name}` : t('views.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={css.viewMenu}>
          {views.error && !views.data ? (
            <div className={css.menuNote} role="alert">
              {t('views.failed')}
              <Button size="compact-xs" variant="default" onClick={() => void views.refetch()}>
                {t('error.retry')}
              </Button>
            </div>
          ) : (
            all.length === 0 && (
              <div className={css.menuNote}>
                <strong>{t('views.empty')}</strong>
                {t('views.emptyHint')}
              </div>
            )
          )}
          {own.length > 0 && <Menu.Label>{t('views.mine')}</Menu.Label>}
          {own.map(item)}
          {shared.length > 0 && <Menu.Label>{t('views.shared')}</Menu.Label>}
          {shared.map(item)}
          {all.length > 0 && <Menu.Divider />}
          {now && changed && (
            <Menu.Item onClick={() => show({ view: now.content, saved: now.view_id })}>
              {t('views.back')}
            </Menu.Item>
          )}
          <Menu.Item disabled={empty} onClick={() => setOpen('add')}>
            {t('views.saveAs')}
          </Menu.Item>
          {now?.own && <Menu.Item onClick={() => setOpen('edit')}>{t('views.edit')}</Menu.Item>}
          {now && (now.own || now.owner_name === null) && (
            <Menu.Item onClick={() => setOpen('remove')}>{t('views.remove')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saved !== null && views.data && !now && (
        <span className={css.changed} role="status">
          <Icon name="missing" size={14} />
          {t('views.goneTitle')}
        </span>
      )}
      {open === 'add' && (
        <Naming
          title={t('views.saveAsTitle')}
          initial={{ name: '', shared: false }}
          onClose={() => setOpen(null)}
          run={async (named) => {
            const added = await acts.add.run({ body: { ...named, content: view } })
            show({ saved: added.view_id })
          }}
        />
      )}
      {open === 'edit' && now && (
        <Naming
          title={t('views.editTitle')}
          initial={{ name: now.name, shared: now.shared }}
          onClose={() => setOpen(null)}
          run={async (named) => {
            await acts.update.run({ body: { ...named, view_id: now.view_id, version: now.version } })
          }}
        />
      )}
      {open === 'remove' && now && (
        <Confirm
          title={t('views.removeTitle')}
          act={t('views.removeAct')}
          onAct={() => acts.remove.run({ body: { view_id: now.view_id, version: now.version } })}
          done={t('views.removed')}
          onDone={() => show({ saved: null })}
          onClose={() => setOpen(null)}
        >
          <p>{t('views.removeText', { name: now.name })}</p>
          {now.shared && <p>{t('views.removeShared')}</p>}
        </Confirm>
      )}
    </>
  )
}

const schema = z.object({ name: addView.body!.shape.name, shared: z.boolean() })

function Naming({
  title,
  initial,
  run,
  onClose,
}: {
  title: string
  initial: { name: string; shared: boolean }
  run: (named: { name: string; shared: boolean }) => Promise<void>
  onClose: () => void
}) {
  const { t } = useText()
  const form = useForm({ schema, values: initial })
  return (
    <FormDialog
      form={form}
      title={title}
      onSubmit={run}
      done={t('views.saved')}
      explain={(error) =>
        error instanceof CallError && error.code === 'conflict' ? t('views.conflict') : undefined
      }
      onClose={onClose}
    >
      <TextInput {...form.text('name')} data-autofocus label={t('views.name')} maxLength={VIEW_LIMITS.name} />
      <Switch {...form.checked('shared')} label={t('views.share')} description={t('views.shareHint')} />
    </FormDialog>
  )
}
