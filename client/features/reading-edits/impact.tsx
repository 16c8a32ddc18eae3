import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { DifferenceView } from '../../parts/preview-difference/index.ts'
import textCss from '../../ui/text.module.css'
import css from './edits.module.css'
import type { Answer } from './effect.tsx'

/** What a previewed edit changes in the results. */
export function Impact({ answer }: { answer: Answer }) {
  const { t } = useText()
  return (
    <section className={css.impact} aria-label={t('edits.impact')}>
      <h2>{t('edits.impact')}</h2>
      {answer.approved && !answer.calculation?.approved && (
        <div className={css.unapproved}>
          <FormAlert kind="info">{t('edits.impactHeld')}</FormAlert>
        </div>
      )}
      {answer.calculation ? (
        <DifferenceView data={answer.calculation} />
      ) : (
        <p className={textCss.small}>{t('edits.impactNone')}</p>
      )}
    </section>
  )
}
