import { Button } from '@mantine/core'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ITEMS, type ItemNoun } from '#contract/items.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import { SCHEMAS, useChanges, useReread, type ItemBody, type ItemVersion } from '../../lib/items.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useDraft, type DraftForm } from '../../lib/use-draft.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, Told } from '../../ui/form/index.ts'
import { ItemEffect } from './effect.tsx'
import { EffectiveFields, useEffective } from './effective.tsx'
import css from './items.module.css'

const FORM = 'item-form'

/** What no form shows and is long: it goes from the old version into the new one untouched. */
const ASIDE: Partial<Record<ItemNoun, readonly string[]>> = { plant: ['basin'] }

function without(noun: ItemNoun, body: unknown): unknown {
  const aside = ASIDE[noun]
  if (!aside) return body
  return Object.fromEntries(Object.entries(body as object).filter(([key]) => !aside.includes(key)))
}

function only(noun: ItemNoun, body: unknown): object {
  const aside = ASIDE[noun] ?? []
  return Object.fromEntries(Object.entries((body ?? {}) as object).filter(([key]) => aside.includes(key)))
}

interface Given<N extends ItemNoun> {
  noun: N
  /** What is changed; null adds a new one. */
  item: ItemVersion<N> | null
  /** What a new one begins with. */
  start?: unknown
  /** Its id, where it is told and not made up. */
  newId?: (body: ItemBody<N>) => string
  title: string
  readOnly?: boolean
  /** The fields of the body. */
  children: (form: DraftForm, readOnly: boolean) => ReactNode
  onClose: () => void
}

/**
 * The panel in which an item of the description is added or changed: its fields, when the change holds, and why. Who
 * was overtaken by somebody else is told, and loads what they made of it.
 */
export function ItemEditor<N extends ItemNoun>(props: Given<N>) {
  const { noun, start, newId, title, readOnly = false, children, onClose } = props
  const { t } = useText()
  const [item, setItem] = useState(props.item)
  const form = useDraft(SCHEMAS[noun], item ? without(noun, item.body) : start)
  const effective = useEffective(item)
  const { add, change } = useChanges(noun)
  const reread = useReread()
  const [conflict, setConflict] = useState(false)
  const [loading, setLoading] = useState(false)
  const [refusedTime, setRefusedTime] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  const busy = add.isPending || change.isPending || loading

  async function submit(e: FormEvent) {
    e.preventDefault()
    setRefusedTime(undefined)
    const body = form.check()
    const when = effective.check()
    if (!body || !when) return form.point(element.current)
    const name = nameOf(body) ?? title
    const { from, whole, reason } = when
    try {
      if (item)
        await change.mutateAsync({
          id: item.id,
          version: item.version,
          body: { ...only(noun, item.body), ...body },
          ...(whole ? {} : { from }),
          reason,
        } as never)
      else
        await add.mutateAsync({
          body,
          from,
          reason,
          ...(newId ? { id: newId(body as never) } : {}),
        } as never)
      notice('done', t(item ? 'items.saved' : 'items.added', { name }))
      onClose()
    } catch (error) {
      if (item && error instanceof CallError && error.code === 'conflict') return setConflict(true)
      form.refuse(error, element.current)
      if (error instanceof CallError)
        setRefusedTime(error.errors.find((x) => /^(body\.)?from$/.test(x.path))?.message)
    }
  }

  async function load() {
    if (!item) return
    setLoading(true)
    try {
      const all = (await call(ITEMS[noun].list, {} as never)) as ItemVersion<N>[]
      const now = all.find((v) => v.id === item.id)
      if (!now) {
        notice('failed', t('items.gone'))
        void reread()
        return onClose()
      }
      setItem(now)
      form.restart(without(noun, now.body))
      setConflict(false)
    } catch (error) {
      notice('failed', reasonOf(error))
    }
    setLoading(false)
  }

  return (
    <Dialog
      opened
      panel
      title={title}
      onClose={onClose}
      unsaved={form.dirty && !readOnly ? { question: t('act.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t(readOnly ? 'act.close' : 'act.cancel')}
          </Button>
          {!readOnly && (
            <Button
              type="submit"
              form={FORM}
              loading={busy}
              disabled={conflict || (item !== null && !form.dirty)}
            >
              {t(item ? 'act.save' : 'act.add')}
            </Button>
          )}
        </>
      )}
    >
      <form id={FORM} ref={element} onSubmit={(e) => void submit(e)} noValidate className={css.form}>
        {conflict && (
          <Changed
            text={t('items.conflict')}
            reload={t('act.reload')}
            busy={busy}
            onReload={() => void load()}
          />
        )}
        {form.failure && <Told kind="failed">{form.failure}</Told>}
        <fieldset disabled={readOnly} className={css.fields}>
          {children(form, readOnly)}
        </fieldset>
        {!readOnly && <EffectiveFields effective={effective} span={item} error={refusedTime} />}
        {!readOnly && <Effect noun={noun} item={item} form={form} effective={effective} />}
      </form>
    </Dialog>
  )
}

/** Says what the draft would change, of the whole body as it would be saved. */
function Effect<N extends ItemNoun>(props: {
  noun: N
  item: ItemVersion<N> | null
  form: DraftForm
  effective: ReturnType<typeof useEffective>
}) {
  const { noun, item, form, effective } = props
  const body = form.peek()
  return (
    <ItemEffect
      noun={noun}
      item={item}
      body={body && { ...only(noun, item?.body), ...body }}
      when={effective.peek()}
    />
  )
}

/** What people call an item. */
export function nameOf(body: unknown): string | null {
  const name = (body as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' ? name : null
}
