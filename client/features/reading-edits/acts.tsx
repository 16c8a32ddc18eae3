import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { EditRow, EditsData } from '#contract/edits.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Empty } from '../../ui/state.tsx'
import { detailOf } from './act-words.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './edits.module.css'
import type { EditSpan } from './selection.ts'
import { UndoEdit } from './undo.tsx'

interface Props {
  data: EditsData
  zone: string
  mayEdit: boolean
  onShow: (span: EditSpan) => void
}

/** Edits of the displayed span, newest first; each can be undone. */
export function EditList({ data, zone, mayEdit, onShow }: Props) {
  const { t, texts, language } = useText()
  const [all, setAll] = useState(false)
  const [undoing, setUndoing] = useState<EditRow | null>(null)
  const undone = data.acts.filter((a) => a.undone_at !== null).length
  const shown = data.acts.filter((a) => all || a.undone_at === null).reverse()
  const time = (ms: number) => dateTime(ms, zone, language)
  const titleOf = (a: EditRow) =>
    [texts.edits.kind[a.kind], detailOf(a, data.unit, texts, language)].filter(Boolean).join(' ')
  return (
    <div className={`${layoutCss.fields} ${css.list}`}>
      {shown.length === 0 ? (
        <Empty icon="edited" title={t('edits.acts.none')} hint={t('edits.acts.noneHint')} />
      ) : (
        <ul aria-label={t('edits.tab.acts')}>
          {shown.map((a) => (
            <li key={a.act_id} data-undone={a.undone_at !== null || undefined}>
              <strong>{titleOf(a)}</strong>
              <button
                type="button"
                className={css.link}
                title={t('edits.acts.show')}
                onClick={() => onShow({ from: a.from, to: a.to })}
              >
                {time(a.from)} – {time(a.to)}
              </button>
              <p>{a.reason}</p>
              <p className={textCss.small}>
                {t('edits.acts.made', { name: a.made_by_name ?? t('edits.program'), time: time(a.made_at) })}
              </p>
              {a.undone_at !== null ? (
                <p className={textCss.small}>
                  {t('edits.acts.undone', {
                    name: a.undone_by_name ?? t('edits.program'),
                    time: time(a.undone_at),
                  })}
                  {a.undo_reason && ` · ${a.undo_reason}`}
                </p>
              ) : (
                mayEdit && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('edits.acts.undo')}: ${titleOf(a)}`}
                    onClick={() => setUndoing(a)}
                  >
                    {t('edits.acts.undo')}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      {undone > 0 && (
        <Checkbox
          size="sm"
          checked={all}
          onChange={(e) => setAll(e.currentTarget.checked)}
          label={t('edits.acts.showUndone', { n: undone })}
        />
      )}
      {undoing && (
        <UndoEdit
          act={undoing}
          unit={data.unit}
          zone={zone}
          title={titleOf(undoing)}
          span={`${time(undoing.from)} – ${time(undoing.to)}`}
          onClose={() => setUndoing(null)}
        />
      )}
    </div>
  )
}
