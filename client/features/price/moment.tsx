import { Button } from '@mantine/core'
import { useState } from 'react'
import { fromLocal, toLocal } from '#core/time/index.ts'
import type { Output } from '#contract/endpoint.ts'
import { priceAtInstants } from '#contract/revenue.ts'
import { view, word } from '../../lib/address-fields.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime, NOTHING, upToSix } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { LocalTime, PlainForm } from '../../ui/form/index.ts'
import layoutCss from '../../ui/layout.module.css'
import { Loaded } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
import { seasonsOf, useCalendars } from './names.ts'
import css from './price.module.css'

type PriceAt = Output<typeof priceAtInstants>[number]

const FIELDS = { at: view(word(30)) }

/** The price of a kWh at any minute by the tariff that is in force then, and why. */
export function MomentTab() {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const { filter, show } = useAddress(FIELDS)
  const [opened] = useState(() => toLocal(serverNow(), zone).slice(0, 16))
  const at = (filter.at && parseLocalTime(filter.at, zone)) || opened
  const [typed, setTyped] = useState(() => typedTime(fromLocal(at, zone)!, zone, language))
  const [wrong, setWrong] = useState(false)
  const price = useRead(priceAtInstants, { body: { t: at } }, { staleTime: 0, quiet: true })

  function take() {
    const next = parseLocalTime(typed, zone)
    setWrong(next === null)
    if (next !== null) show({ at: next })
  }
  return (
    <div className={`${css.tool} ${layoutCss.columnWide}`}>
      <PlainForm role="search" className={layoutCss.fieldAndButton} onSubmit={take}>
        <LocalTime
          label={t('price.moment.at')}
          setNow={t('price.moment.now')}
          value={typed}
          zone={zone}
          error={wrong ? t('items.atWrong', { example: TIME_PATTERN[language] }) : undefined}
          onChange={setTyped}
        />
        <Button type="submit">{t('price.moment.find')}</Button>
      </PlainForm>
      <Loaded query={price} what={t('price.tab.moment')} height={220}>
        {([found]) => <Found found={found} zone={zone} />}
      </Loaded>
    </div>
  )
}

function Found({ found, zone }: { found: PriceAt; zone: string }) {
  const { t, texts, language } = useText()
  const { list } = useCalendars()
  const calendar = list.find((c) => c.id === found.calendar?.id)?.calendar
  const season = seasonsOf(calendar).find((s) => s.code === found.season)?.name ?? found.season
  const rows: [string, string | null | undefined][] = [
    [t('price.moment.class'), found.name],
    [texts.nounOf.tariff, found.tariff?.name],
    [t('fieldOf.tariff.calendar'), calendar?.name ?? found.calendar?.name],
    [t('price.moment.day'), found.day && texts.valueOf[found.day]],
    [t('price.week.season'), season],
    [
      t('price.moment.band'),
      found.band &&
        t('price.moment.bandRow', { from: found.band.from, to: found.band.to, n: found.band.row }),
    ],
    [t('price.moment.capacity'), found.capacity === null ? null : `${upToSix(found.capacity)} VND/kWh`],
    [t('price.moment.surplus'), found.surplus === null ? null : `${upToSix(found.surplus)} VND/kWh`],
  ]
  return (
    <section aria-live="polite" aria-label={t('price.result')} className={layoutCss.column}>
      <p className={css.figure}>
        <strong>{found.price === null ? NOTHING : upToSix(found.price)}</strong> VND/kWh
        <span>{dateTime(found.t, zone, language)}</span>
      </p>
      <p className={textCss.none}>{found.reason}</p>
      {found.estimate && <p className={textCss.none}>{t('price.estimate')}</p>}
      <dl className={css.facts}>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
