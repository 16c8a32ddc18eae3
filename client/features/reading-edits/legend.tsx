import { useText } from '../../lib/text/index.ts'
import { SIGNS } from '../../ui/chart/index.ts'
import type { EditsData } from '#contract/edits.ts'
import css from './edits.module.css'

const RING = 'M5 2A3 3 0 1 1 5 8A3 3 0 1 1 5 2Z'

/** Legend of the chart, with how to select a span. */
export function EditsLegend({ kind }: Pick<EditsData, 'kind'>) {
  const { t, texts } = useText()
  const signs: [string, string][] = [
    [RING, texts.quality.edited],
    ...Object.entries(SIGNS).map(([g, path]): [string, string] => [path, texts.quality.grades[Number(g)]]),
  ]
  return (
    <div className={css.legend} data-kind={kind}>
      <ul aria-label={t('edits.signs')}>
        {signs.map(([path, word]) => (
          <li key={word}>
            <svg width="10" height="10" aria-hidden="true">
              <path d={path} fill="none" stroke="currentColor" strokeWidth={1.25} />
            </svg>
            {word}
          </li>
        ))}
      </ul>
      <p className={css.mouse}>{t('edits.howChart')}</p>
      <p className={css.touch}>{t('edits.howTouch')}</p>
    </div>
  )
}
