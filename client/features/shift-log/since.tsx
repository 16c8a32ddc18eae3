import type { SheetSince } from '#contract/handover.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { SheetEvents } from './events.tsx'
import { figureDigits, figureName, figureUnit } from './sheet-words.ts'
import textCss from '../../ui/text.module.css'
import css from './paper.module.css'

/** Whether nothing was corrected since the signature. */
export const hasNoCorrections = ({ figures, added, changed, gone }: SheetSince) =>
  figures.length + added.length + changed.length + gone.length === 0

/** Corrections since the signature, shown beside the sheet, never in it. */
export function SheetCorrections({ since, zone }: { since: SheetSince; zone: string }) {
  const { t, language, texts } = useText()
  const { figures, added, changed, gone } = since
  if (hasNoCorrections(since)) return <p className={textCss.none}>{t('handover.sinceNone')}</p>
  const lists = [
    ['added', added],
    ['changed', changed.map((c) => c.now)],
    ['gone', gone],
  ] as const
  return (
    <>
      <p className={css.about}>{t('handover.sinceAbout')}</p>
      {figures.length > 0 && (
        <ul className={css.open}>
          {figures.map((f) => {
            const digits = figureName(f.key, texts) === f.key ? 2 : figureDigits(f.key)
            const valueText = (v: number | null) => `${number(v, digits)} ${figureUnit(f.unit, language)}`
            return (
              <li key={`${f.key} ${f.at}`}>
                {t('handover.sinceWas', {
                  key: figureName(f.key, texts),
                  at: t(
                    f.at === 'start' ? 'handover.start' : f.at === 'end' ? 'handover.end' : 'handover.span',
                  ),
                  signed: valueText(f.signed),
                  now: valueText(f.now),
                })}
              </li>
            )
          })}
        </ul>
      )}
      {lists.map(([key, events]) =>
        events.length === 0 ? null : (
          <div key={key}>
            <h4 className={css.sub}>{t(`handover.${key}`)}</h4>
            <SheetEvents events={events} zone={zone} language={language} dated />
          </div>
        ),
      )}
    </>
  )
}
