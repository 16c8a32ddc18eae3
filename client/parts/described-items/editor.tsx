import { useState, type ReactNode } from 'react'
import { ITEMS, type ItemNoun } from '#contract/items.ts'
import { call } from '../../lib/client.ts'
import { useForm, type AnyForm } from '../../lib/form/index.ts'
import { SCHEMAS, useChanges, useReread, type ItemBody, type ItemVersion } from '../../lib/items.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog } from '../../ui/form/index.ts'
import { ItemEffect } from './effect.tsx'
import { EffectiveFields, useEffective } from './effective.tsx'
import css from './items.module.css'

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

interface Props<N extends ItemNoun> {
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
  children: (form: AnyForm, readOnly: boolean) => ReactNode
  onClose: () => void
}

/**
 * The panel in which an item of the description is added or changed: its fields, when the change holds, and why. Who
 * was overtaken by somebody else is told, and loads what they made of it.
 */
export function ItemEditor<N extends ItemNoun>(props: Props<N>) {
  const { noun, start, newId, title, readOnly = false, children, onClose } = props
  const { t } = useText()
  const [item, setItem] = useState(props.item)
  const effective = useEffective(item)
  const form = useForm({
    schema: SCHEMAS[noun],
    values: item ? without(noun, item.body) : start,
    rules: () => ({ from: effective.wrong }),
    fields: ['from'],
  })
  const { add, change } = useChanges(noun)
  const reread = useReread()

  async function save(body: unknown) {
    const { from, whole, reason } = effective.check()!
    if (item)
      await change.mutateAsync({
        id: item.id,
        version: item.version,
        body: { ...only(noun, item.body), ...(body as object) },
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
    notice('done', t(item ? 'items.saved' : 'items.added', { name: nameOf(body) ?? title }))
  }

  async function reload() {
    const all = (await call(ITEMS[noun].list, {} as never)) as ItemVersion<N>[]
    const now = all.find((v) => v.id === item?.id)
    if (!now) {
      notice('failed', t('items.gone'))
      void reread()
      return onClose()
    }
    setItem(now)
    form.restart(without(noun, now.body))
  }

  return (
    <FormDialog
      form={form}
      panel
      title={title}
      act={t(item ? 'act.save' : 'act.add')}
      readOnly={readOnly}
      ready={item === null || form.dirty}
      onSubmit={save}
      conflict={item ? { text: t('items.conflict'), reload } : undefined}
      onClose={onClose}
      className={css.form}
    >
      <fieldset disabled={readOnly} className={css.fields}>
        {children(form, readOnly)}
      </fieldset>
      {!readOnly && <EffectiveFields effective={effective} span={item} error={form.errorOf('from')} />}
      {!readOnly && <Effect noun={noun} item={item} form={form} effective={effective} />}
    </FormDialog>
  )
}

/** Says what the draft would change, of the whole body as it would be saved. */
function Effect<N extends ItemNoun>(props: {
  noun: N
  item: ItemVersion<N> | null
  form: AnyForm
  effective: ReturnType<typeof useEffective>
}) {
  const { noun, item, form, effective } = props
  const body = form.peek()
  return (
    <ItemEffect
      noun={noun}
      item={item}
      body={body === null ? null : { ...only(noun, item?.body), ...(body as object) }}
      when={effective.peek()}
    />
  )
}

/** What people call an item. */
export function nameOf(body: unknown): string | null {
  const name = (body as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' ? name : null
}
