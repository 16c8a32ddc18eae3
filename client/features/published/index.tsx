import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PUBLISHED_CODES } from '#core/published/index.ts'
import { DAY, MINUTE, toLocal, toLocalDate } from '#core/time/index.ts'
import {
  comparePublished,
  listPublished,
  type PublishedComparison,
  type PublishedRecord,
} from '#contract/published.ts'
import { seriesName } from '#contract/series-names.ts'
import { days, oneOf } from '../../lib/address-fields.ts'
import { dayFrom, type Days } from '../../lib/days.ts'
import { date, number, upToSix } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../lib/app-state.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Forbidden, Loaded } from '../../ui/state.tsx'
import { PublishedChart } from './chart.tsx'
import textCss from '../../ui/text.module.css'
import css from './published.module.css'
import { ScoreTable, WorstDays } from './tables.tsx'

const FIELDS = { record: oneOf(PUBLISHED_CODES), days: days() }
/** The initial span: the last year of the record. */
const USUAL = 365 * DAY

/**
 * Compares a record that the plant has published with the computed one: how well they agree, and where they do not.
 */
export default function Published() {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const maySee = useCan('quality.view')
  const mayImport = useCan('settings.update')
  const address = useAddress(FIELDS)
  const records = useRead(listPublished, {}, { enabled: maySee })
  useTitle('route.published')
  if (!maySee) return <Forbidden />
  const { record, days: chosen } = address.filter
  const shown = records.data?.find((r) => r.series === record) ?? records.data?.[0]
  return (
    <Page
      title={t('route.published')}
      hint={t('published.about')}
      filter={
        shown && (
          <FilterBar
            {...address}
            filter={{ ...address.filter, record: shown.series }}
            filtered={chosen.from !== null}
            fields={[
              {
                kind: 'choice',
                name: 'record',
                label: t('published.record'),
                options: records.data!.map((r) => ({
                  value: r.series,
                  label: seriesName({ code: r.series, name: r.series }, language),
                })),
              },
              {
                kind: 'days',
                name: 'days',
                label: t('published.span'),
                any: t('published.lastYear'),
                width: 250,
                wide: true,
              },
            ]}
          />
        )
      }
    >
      <Loaded query={records} what={t('route.published')} height={420}>
        {() =>
          shown ? (
            <Comparison record={shown} span={spanOf(shown, chosen, zone)} />
          ) : (
            <Empty roomy icon="curve" title={t('published.none')} hint={t('published.noneHint')}>
              {mayImport && (
                <Button component={Link} to="/settings/import" variant="default">
                  {t('published.import')}
                </Button>
              )}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Local times of the compared span: the chosen days, else the last year of the record. */
function spanOf(record: PublishedRecord, { from, to }: Days, zone: string): { from: string; to: string } {
  const last = toLocal(Math.floor(record.to / MINUTE) * MINUTE, zone)
  const first = toLocalDate(Math.max(record.from - 1, record.to - USUAL), zone)
  return {
    from: `${from ?? first} 00:00:00`,
    to: to === null ? last : `${dayFrom(to, 1)} 00:00:00`,
  }
}

function Comparison({ record, span }: { record: PublishedRecord; span: { from: string; to: string } }) {
  const { t } = useText()
  const found = useRead(
    comparePublished,
    { body: { series: record.series, ...span } },
    { placeholderData: keepPreviousData, staleTime: 5 * MINUTE },
  )
  return (
    <Loaded query={found} what={t('route.published')} height={520}>
      {(data) =>
        data.whole === null ? (
          <Empty
            roomy
            icon="search"
            title={t('published.apart')}
            hint={t('published.apartHint', { n: number(data.alone, 0) })}
          />
        ) : (
          <div className={css.page}>
            <UnitChanges data={data} />
            {data.alone > 0 && (
              <p className={textCss.hint}>{t('published.alone', { n: number(data.alone, 0) })}</p>
            )}
            <PublishedChart record={record} from={data.from} to={data.to} />
            <ScoreTable data={data} />
            <WorstDays data={data} />
          </div>
        )
      }
    </Loaded>
  )
}

/** Months of the record in another unit than the rest. */
function UnitChanges({ data }: { data: PublishedComparison }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  if (data.units.length === 0) return null
  return (
    <FormAlert kind="info">
      {data.units.map(({ start, end, factor, units }) => (
        <span key={start} className={css.change}>
          {t('published.unitChanged', {
            from: date(start, zone, language),
            to: date(end - 1, zone, language),
            factor: upToSix(factor),
          })}
          {units !== null && ` ${t('published.unitLooks', units)}`}
        </span>
      ))}
    </FormAlert>
  )
}
