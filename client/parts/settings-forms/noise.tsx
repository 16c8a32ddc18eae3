import { MINUTE } from '#core/time/units.ts'
import { inflowError } from '#core/balance/index.ts'
import { getInflowNoise } from '#contract/settings.ts'
import { duration, number } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './settings-forms.module.css'

/** An inflow with a relative scatter above this is hard to read. */
const READABLE = 0.05

/** Standard error of the inflow for a window, beside the field that sets it. */
export function Noise({ seconds, method }: { seconds: number | null; method: number | null }) {
  const { t, language } = useText()
  const measured = useRead(getInflowNoise, {}, { quiet: true }).data
  if (!measured) return <p className={css.noise} aria-busy="true" />
  if (measured.area === null) return <p className={css.noise}>{t('settingsPage.noiseUnknown')}</p>
  if (seconds === null || seconds <= 0) return <p className={css.noise}>{t('settingsPage.noiseNoWindow')}</p>
  const error = (over: number) =>
    inflowError(method === 2 ? 2 : 3, measured.area! * measured.sigma_level, over)
  const sigma = error(seconds)
  const mean = measured.mean_inflow
  const share = mean !== null && mean > 0 ? sigma / mean : null
  const enough = mean !== null && mean > 0 ? (error(1) / (READABLE * mean)) * 1000 : null
  const high = share !== null && share > READABLE
  return (
    <div className={css.noise} role="status" data-high={high || undefined}>
      <strong>
        {high && <Icon name="warning" size={14} />} {t('settingsPage.noise', { sigma: number(sigma, 1) })}
        {share !== null && ` · ${t('settingsPage.noiseShare', { share: number(100 * share, 1) })}`}
      </strong>
      <span>
        {t(measured.sigma_level_measured ? 'settingsPage.noiseFrom' : 'settingsPage.noiseFromCustom', {
          area: number(measured.area / 1e6, 2),
          sigma: number(measured.sigma_level * 1000, 1),
        })}
      </span>
      {high && enough !== null && (
        <span>
          {t('settingsPage.noiseLonger', { window: duration(Math.ceil(enough / MINUTE) * MINUTE, language) })}
        </span>
      )}
    </div>
  )
}
