import { HOUR } from '#core/time/units.ts'
import { Button, Tooltip } from '@mantine/core'
import { Link } from 'react-router'
import { dateTime, duration, time } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import type { QualityFilter } from './filter.ts'
import { Grade } from './grade.tsx'
import { Kind } from './kind.tsx'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './quality.module.css'
import { useFired, type FiredSpan } from './queries.ts'
import { usePlaceName, Where } from './where.tsx'
import { checkDecimals, valueWithUnit } from './words.ts'

interface Props {
  filter: QualityFilter
  onPage: (page: number) => void
}

/** Spans in which checks fired, newest first. */
const decimals = ({ value, limit }: FiredSpan) =>
  Math.max(...[value, limit].filter((v) => v !== null).map(checkDecimals), 0)

export function FiredList({ filter, onPage }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const now = useNow(30_000)
  const placeName = usePlaceName()
  const maySee = useCan('dashboard.view')
  const { data, ...fired } = useFired(filter)
  const day = (at: number) => dateTime(at, zone, 'en').slice(0, 10)
  const end = (f: FiredSpan) =>
    day(f.from) === day(f.to) ? time(f.to, zone) : dateTime(f.to, zone, language)
  return (
    <DataTable
      label={t('qualityPage.tab.fired')}
      query={fired}
      rows={data?.fired}
      rowKey={(f) => f.fired_id}
      height={420}
      empty={<Empty icon="check" title={t('qualityPage.none')} hint={t('qualityPage.noneHint')} />}
      paging={
        data && {
          page: data.page,
          pageSize: data.page_size,
          total: data.total,
          onPage,
        }
      }
      attributes={(f) => ({ className: css.row, 'data-cleared': f.cleared_at !== null || undefined })}
      columns={[
        {
          id: 'what',
          head: t('qualityPage.what'),
          rowHeader: true,
          value: (f) => t(`qualityPage.kind.${f.kind}`),
          cell: (f) => <Kind kind={f.kind} />,
        },
        { id: 'where', head: t('qualityPage.where'), value: placeName, cell: (f) => <Where place={f} /> },
        {
          id: 'value',
          head: t('qualityPage.value'),
          className: `${textCss.nowrap} ${css.number}`,
          value: (f) => f.value,
          cell: (f) => (
            <div>
              <div>{valueWithUnit(f.value, f.measure, language, decimals(f))}</div>
              {f.limit !== null && (
                <div className={textCss.small}>
                  {t('qualityPage.limit', {
                    limit: valueWithUnit(f.limit, f.measure, language, decimals(f)),
                  })}
                </div>
              )}
            </div>
          ),
        },
        {
          id: 'when',
          head: t('qualityPage.when'),
          className: `${textCss.nowrap} ${css.when}`,
          value: (f) => dateTime(f.from, zone, language),
          cell: (f) => (
            <div>
              <div>{dateTime(f.from, zone, language)}</div>
              <div className={textCss.small}>
                {f.open ? t('qualityPage.tillNow') : f.to > f.from ? `– ${end(f)}` : ''}
              </div>
            </div>
          ),
        },
        {
          id: 'long',
          head: t('qualityPage.long'),
          value: (f) => f.to - f.from,
          cell: (f) => (
            <div>
              <div>
                {f.n === 1 ? '-' : duration((f.open ? Math.max(now, f.to) : f.to) - f.from, language)}
              </div>
              {f.n > 0 && <div className={textCss.small}>{t('qualityPage.readings', { n: f.n })}</div>}
            </div>
          ),
        },
        { id: 'state', head: t('qualityPage.state'), cell: (f) => <State f={f} /> },
        {
          id: 'grade',
          head: t('qualityPage.grade'),
          cell: (f) => (
            <div>
              {f.replaced === 'whole' ? <Replaced f={f} /> : <Grade grade={f.grade} />}
              {f.replaced === 'part' && <Replaced f={f} />}
            </div>
          ),
        },
      ]}
      actions={
        maySee && {
          head: t('qualityPage.look'),
          cell: (f) =>
            f.series && (
              <Button
                component={Link}
                to={dataAddress(f)}
                size="compact-sm"
                variant="default"
                aria-label={t('qualityPage.lookAt', { name: placeName(f) })}
              >
                {t('qualityPage.look')}
              </Button>
            ),
        }
      }
    />
  )
}

/** Notes that readings replaced by an operator are not affected by checks. */
function Replaced({ f }: { f: FiredSpan }) {
  const { t } = useText()
  const key = f.replaced === 'whole' ? 'replaced' : 'replacedPart'
  return (
    <Tooltip label={t(`qualityPage.${key}Hint`)} multiline w={280}>
      <span tabIndex={0} className={css.replaced}>
        <Icon name="edited" size={14} />
        <span>
          {t(`qualityPage.${key}`)}
          {f.replaced === 'whole' && <span className={textCss.small}>{t('qualityPage.replacedBy')}</span>}
        </span>
      </span>
    </Tooltip>
  )
}

/** Link to the data around a span. */
function dataAddress(f: FiredSpan): string {
  const room = Math.max(HOUR, Math.round((f.to - f.from) / 2))
  const query = new URLSearchParams({
    series: f.series!,
    from: String(f.from - room),
    to: String(f.to + room),
  })
  return `/quality/data?${query}`
}

function State({ f }: { f: FiredSpan }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  if (f.cleared_at !== null)
    return (
      <Tooltip label={t('qualityPage.clearedHint')} multiline w={280}>
        <span tabIndex={0} className={`${layoutCss.inline} ${css.state}`}>
          {t('qualityPage.cleared', { at: dateTime(f.cleared_at, zone, language) })}
        </span>
      </Tooltip>
    )
  return (
    <span className={`${layoutCss.inline} ${css.state}`} data-open={f.open || undefined}>
      {f.open && <Icon name="warning" size={14} />}
      {t(f.open ? 'qualityPage.open' : 'qualityPage.ended')}
    </span>
  )
}
