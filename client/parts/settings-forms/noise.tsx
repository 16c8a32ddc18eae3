import { MINUTE } from '#core/time/units.ts'
import { useQuery } from '@tanstack/react-query'
import { noise } from '#core/balance/index.ts'
import { getInflowNoise } from '#contract/settings.ts'
import { call } from '../../lib/client.ts'
import { duration, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './settings-forms.module.css'

/** An inflow that scatters by more than this share of its mean is hard to read. */
const READABLE = 0.05

/** What the scatter of the inflow would be with a window, beside the field where it is chosen. */
export function Noise({ seconds }: { seconds: number | null }) {
  const { t, language } = useText()
  const hydro = useProfile().hydro_code
  const given = useQuery({
    queryKey: [hydro, 'inflow-noise'],
    queryFn: ({ signal }) => call(getInflowNoise, { signal }),
    meta: { quiet: true },
  }).data
  if (!given) return <p className={css.noise} aria-busy="true" />
  if (given.area === null) return <p className={css.noise}>{t('settingsPage.noiseUnknown')}</p>
  if (seconds === null || seconds <= 0) return <p className={css.noise}>{t('settingsPage.noiseNoWindow')}</p>
  const sigma = noise(given.area, given.sigma_level, seconds)
  const mean = given.mean_inflow
  const share = mean !== null && mean > 0 ? sigma / mean : null
  const enough =
    mean !== null && mean > 0 ? (noise(given.area, given.sigma_level, 1) / (READABLE * mean)) * 1000 : null
  const high = share !== null && share > READABLE
  return (
    <div className={css.noise} role="status" data-high={high || undefined}>
      <strong>
        {high && <Icon name="warning" size={14} />} {t('settingsPage.noise', { sigma: number(sigma, 1) })}
        {share !== null && ` · ${t('settingsPage.noiseShare', { share: number(100 * share, 1) })}`}
      </strong>
      <span>
        {t(given.sigma_level_measured ? 'settingsPage.noiseFrom' : 'settingsPage.noiseFromCustom', {
          area: number(given.area / 1e6, 2),
          sigma: number(given.sigma_level * 1000, 1),
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
