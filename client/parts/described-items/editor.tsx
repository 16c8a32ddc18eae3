import { useState, type ReactNode } from 'react'
import type { MessageCode } from '#contract/messages.ts'
import type { ItemNoun } from '#contract/items.ts'
import { call } from '../../lib/client.ts'
import { useForm, type AnyForm } from '../../lib/form/index.ts'
import { itemCalls, itemSchema, type ItemInput, type ItemVersion } from '../../lib/items.ts'
import { notice } from '../../lib/notice.ts'
import { useAct, useInvalidate } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog } from '../../ui/form/index.ts'
import { ItemEffect } from './effect.tsx'
import { EffectiveFields, useEffective } from './effective.tsx'
import { FieldsOf } from './inputs.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './items.module.css'

/** Long fields without a form input: copied unchanged from the old version to the new one. */
const ASIDE: Partial<Record<ItemNoun, readonly string[]>> = { plant: ['basin'] }

function without(noun: ItemNoun, body: unknown): unknown {
  const aside = ASIDE[noun]
  if (!aside) return body
  return Object.fromEntries(Object.entries(body as object).filter(([key]) => !aside.includes(key)))
}

/** Merges a body with the fields of the previous one that the form leaves out. */
function withAside<B>(noun: ItemNoun, body: B, before: unknown): B {
  const aside = ASIDE[noun] ?? []
  const kept = Object.entries((before ?? {}) as object).filter(([key]) => aside.includes(key))
  return Object.assign(Object.fromEntries(kept), body)
}

interface Props<N extends ItemNoun> {
  noun: N
  /** The item to change; null adds a new one. */
  item: ItemVersion<N> | null
  /** Initial values of a new item. */
  start?: unknown
  /** Derives its id from the body, where the server does not assign one. */
  newId?: (body: ItemInput<N>) => string
  title: string
  readOnly?: boolean
  /** The fields of the body. */
  children: (form: AnyForm, readOnly: boolean) => ReactNode
  onClose: () => void
}

/**
 * Panel that adds or changes an item of the description: its fields, when the change takes effect, and why. If
 * another person changed it meanwhile, it says so and loads their version.
 */
export function ItemEditor<N extends ItemNoun>(props: Props<N>) {
  const { noun, start, newId, title, readOnly = false, children, onClose } = props
  const { t, messageText } = useText()
  const [item, setItem] = useState(props.item)
  const effective = useEffective(item)
  const form = useForm({
    schema: itemSchema(noun),
    values: item ? without(noun, item.body) : start,
    rules: () => ({ from: effective.wrong }),
    fields: ['from'],
  })
  const calls = itemCalls(noun)
  const failedNotice = NOTICES[noun]?.[item ? 'notChanged' : 'notAdded']
  const add = useAct(calls.add, { quiet: true })
  const change = useAct(calls.change, { quiet: true })
  const reread = useInvalidate()

  async function save(body: ItemInput<N>) {
    const { from, whole, reason } = effective.check()!
    if (item)
      await change.run({
        params: { id: item.id },
        body: {
          version: item.version,
          body: withAside(noun, body, item.body),
          ...(whole ? {} : { from }),
          reason,
        },
      })
    else await add.run({ body: { body, from, reason, ...(newId ? { id: newId(body) } : {}) } })
    const notices = NOTICES[noun]?.[item ? 'changed' : 'added']
    const name = itemName(body) ?? title
    notice('done', notices ? messageText(notices) : t(item ? 'items.saved' : 'items.added', { name }))
  }

  async function reload() {
    const now = (await call(calls.list, {})).find((v) => v.id === item?.id)
    if (!now) {
      notice('failed', t('items.gone'))
      void reread(['description'])
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
      failed={failedNotice && messageText(failedNotice)}
      ready={item === null || form.dirty}
      onSubmit={save}
      conflict={item ? { text: t('items.conflict'), reload } : undefined}
      onClose={onClose}
    >
      <fieldset disabled={readOnly} className={`${layoutCss.columnWide} ${css.fields}`}>
        <FieldsOf form={form} noun={noun}>
          {children(form, readOnly)}
        </FieldsOf>
      </fieldset>
      {!readOnly && <EffectiveFields effective={effective} span={item} error={form.errorOf('from')} />}
      {!readOnly && <Effect noun={noun} item={item} form={form} effective={effective} />}
    </FormDialog>
  )
}

/** Loads catalogue texts for the nouns that need them. */
const NOTICES: Partial<
  Record<ItemNoun, Partial<Record<'added' | 'changed' | 'notAdded' | 'notChanged', MessageCode>>>
> = {
  station: {
    added: 'add_station_success',
    changed: 'update_station_success',
    notAdded: 'add_station_failed',
    notChanged: 'update_station_failed',
  },
  parameters: { changed: 'update_parameters_success' },
}

/** Previews the effect of the draft, with the whole body as it would be saved. */
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
      body={body === null ? null : withAside(noun, body as object, item?.body)}
      when={effective.peek()}
    />
  )
}

/** Display name of an item. */
export function itemName(body: unknown): string | null {
  const name = (body as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' ? name : null
}
