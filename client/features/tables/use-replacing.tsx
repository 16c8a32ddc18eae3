import { useState, type ReactNode } from 'react'
import { listTables } from '#contract/tables.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { reasonOf } from '../../lib/failures.ts'
import type { FormApi } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { ReplaceTables } from './replace.tsx'

interface Options<V, O> {
  form: FormApi<V, O>
  by: 'change' | 'again'
  item: TableItem
  /** Submits the form, replacing the named versions. */
  send: (body: O, replaces: string[]) => Promise<TableItem>
  /** Which tables of the group overlap. */
  overlaps: (tables: TableItem[]) => TableItem[]
  onSaved: (saved: TableItem) => void
}

/** Submits a form with a period of use; if other tables overlap, asks whether to replace them. */
export function useReplacing<V, O>({ form, by, item, send, overlaps, onSaved }: Options<V, O>) {
  const [question, setQuestion] = useState<{ body: O; others: TableItem[] } | null>(null)

  async function submit(body: O): Promise<TableItem> {
    try {
      return await send(body, [])
    } catch (error) {
      if (error instanceof CallError && error.code === 'table_overlap') await ask(body)
      throw error
    }
  }

  async function ask(body: O) {
    try {
      const others = overlaps(await call(listTables, { query: { group: item.group } }))
      if (others.length > 0) setQuestion({ body, others })
    } catch (error) {
      notice('failed', reasonOf(error))
    }
  }

  async function replace(body: O, versions: string[]) {
    setQuestion(null)
    const sent = await form.run(() => send(body, versions))
    if (sent) onSaved(sent.value)
  }

  const dialog: ReactNode = question && (
    <ReplaceTables
      by={by}
      others={question.others}
      busy={form.busy}
      onReplace={(versions) => void replace(question.body, versions)}
      onClose={() => setQuestion(null)}
    />
  )
  return {
    submit,
    dialog,
    /** Element for the form's dialog, which shows the question. */
    under: { covered: question !== null, explain: () => (question ? null : undefined) },
  }
}
