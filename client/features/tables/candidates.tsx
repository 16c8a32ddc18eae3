import { useText } from '../../lib/text/index.ts'
import { number } from '../../lib/format.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import type { TableUpload } from './queries.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './upload.module.css'

/** Decision about a table of the file; null: none yet. */
export type Decision = 'saved' | 'skipped' | null

const ICONS: Record<NonNullable<Decision>, IconName> = { saved: 'check', skipped: 'block' }

interface Props {
  file: TableUpload
  index: number
  done: readonly Decision[]
  onChoose: (index: number) => void
}

/**
 * Location of the table in the file; if there are several, which one is open and what was decided about the others.
 */
export function Candidates({ file, index, done, onChoose }: Props) {
  const { t } = useText()
  const { candidates, file_name: name } = file
  const placeOf = (i: number) => {
    const { sheet, range } = candidates[i]
    return sheet === null ? range : t('interpolate.uploading.place', { sheet, range })
  }
  const candidate = candidates[index]
  const facts = [
    placeOf(index),
    t('interpolate.uploading.rows', { n: number(candidate.rows, 0) }),
    t('interpolate.uploading.decimal', {
      sign: t(candidate.decimal === ',' ? 'interpolate.uploading.comma' : 'interpolate.uploading.point'),
    }),
  ]
  return (
    <div className={layoutCss.columnClose}>
      <p className={css.fileName}>
        <Icon name="grid" size={16} />
        {candidates.length === 1
          ? t('interpolate.uploading.foundOne', { name })
          : t('interpolate.uploading.found', { n: candidates.length, name })}
      </p>
      {candidates.length > 1 && (
        <ul className={css.list} aria-label={t('interpolate.uploading.candidates')}>
          {candidates.map((c, i) => {
            const decided = done[i]
            return (
              <li key={c.candidate}>
                <button
                  type="button"
                  aria-current={i === index || undefined}
                  disabled={decided === 'saved'}
                  onClick={() => onChoose(i)}
                >
                  <span className={css.code}>{c.group ?? '?'}</span>
                  <span className={css.where}>{placeOf(i)}</span>
                  <span className={css.mark}>
                    {decided && <Icon name={ICONS[decided]} size={14} />}
                    {decided
                      ? t(`interpolate.uploading.${decided}`)
                      : c.errors > 0
                        ? t('interpolate.uploading.hasErrors', { n: number(c.errors, 0) })
                        : t('interpolate.uploading.rows', { n: number(c.rows, 0) })}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p className={css.hint}>{facts.join(' · ')}</p>
    </div>
  )
}
