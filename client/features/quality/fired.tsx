import { HOUR } from '#core/time/units.ts'
import { Button, Tooltip } from '@mantine/core'
import { Link } from 'react-router'
import { dateTime, duration, time } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { useCan } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import type { Filter } from './filter.ts'
import { Grade } from './grade.tsx'
import css from './quality.module.css'
import { useFired, type FiredSpan } from './queries.ts'
import { usePlaceName, Where } from './where.tsx'
import { measured } from './words.ts'

/** Spans in which checks fired, the newest first. */
export function FiredList({ filter, show }: { filter: Filter; show: (part: Partial<Filter>) => void }) {
  const { t } = useText()
  const fired = useFired(filter)
  return (
    <Loaded query={fired} what={t('qualityPage.tab.fired')} height={420}>
      {(data) => (
        <>
          {data.fired.length === 0 ? (
            <Empty icon="check" title={t('qualityPage.none')} hint={t('qualityPage.noneHint')} />
          ) : (
            <Table fired={data.fired} />
          )}
          <Paging
            page={data.page}
            pageSize={data.page_size}
            total={data.total}
            onPage={(page) => show({ page })}
          />
        </>
      )}
    </Loaded>
  )
}

function Table({ fired }: { fired: readonly FiredSpan[] }) {
  const { t } = useText()
  const maySee = useCan('dashboard.view')
  const label = t('qualityPage.tab.fired')
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={table.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('qualityPage.what')}</th>
            <th scope="col">{t('qualityPage.where')}</th>
            <th scope="col">{t('qualityPage.value')}</th>
            <th scope="col">{t('qualityPage.when')}</th>
            <th scope="col">{t('qualityPage.long')}</th>
            <th scope="col">{t('qualityPage.state')}</th>
            <th scope="col">{t('qualityPage.grade')}</th>
            {maySee && (
              <th scope="col">
                <span className="sr">{t('qualityPage.look')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {fired.map((f) => (
            <Row key={f.fired_id} f={f} maySee={maySee} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ f, maySee }: { f: FiredSpan; maySee: boolean }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const now = useNow(30_000)
  const placeName = usePlaceName()
  const sameDay = dateTime(f.from, zone, 'en').slice(0, 10) === dateTime(f.to, zone, 'en').slice(0, 10)
  const end = sameDay ? time(f.to, zone) : dateTime(f.to, zone, language)
  return (
    <tr data-cleared={f.cleared_at !== null || undefined} className={css.row}>
      <th scope="row">
        <Tooltip label={t(`qualityPage.kindAbout.${f.kind}`)} multiline w={280}>
          <span tabIndex={0} className={css.kind}>
            {t(`qualityPage.kind.${f.kind}`)}
          </span>
        </Tooltip>
      </th>
      <td data-label={t('qualityPage.where')}>
        <Where place={f} />
      </td>
      <td data-label={t('qualityPage.value')} className={css.number}>
        <div>
          <div>{measured(f.value, f.measure, language)}</div>
          {f.limit !== null && (
            <div className={table.small}>
              {t('qualityPage.limit', { limit: measured(f.limit, f.measure, language) })}
            </div>
          )}
        </div>
      </td>
      <td data-label={t('qualityPage.when')} className={css.when}>
        <div>
          <div>{dateTime(f.from, zone, language)}</div>
          <div className={table.small}>
            {f.open ? t('qualityPage.tillNow') : f.to > f.from ? `– ${end}` : ''}
          </div>
        </div>
      </td>
      <td data-label={t('qualityPage.long')}>
        <div>
          <div>{f.n === 1 ? '-' : duration((f.open ? Math.max(now, f.to) : f.to) - f.from, language)}</div>
          {f.n > 0 && <div className={table.small}>{t('qualityPage.readings', { n: f.n })}</div>}
        </div>
      </td>
      <td data-label={t('qualityPage.state')}>
        <State f={f} />
      </td>
      <td data-label={t('qualityPage.grade')}>
        <div>
          {f.replaced === 'whole' ? <Replaced f={f} /> : <Grade grade={f.grade} />}
          {f.replaced === 'part' && <Replaced f={f} />}
        </div>
      </td>
      {maySee && (
        <td className={table.acts}>
          {f.series && (
            <Button
              component={Link}
              to={dataAddress(f)}
              size="compact-sm"
              variant="default"
              aria-label={t('qualityPage.lookAt', { name: placeName(f) })}
            >
              {t('qualityPage.look')}
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

/** Where an operator answers for the readings, a check takes no effect on them. */
function Replaced({ f }: { f: FiredSpan }) {
  const { t } = useText()
  const key = f.replaced === 'whole' ? 'replaced' : 'replacedPart'
  return (
    <Tooltip label={t(`qualityPage.${key}Hint`)} multiline w={280}>
      <span tabIndex={0} className={css.replaced}>
        <Icon name="edited" size={14} />
        <span>
          {t(`qualityPage.${key}`)}
          {f.replaced === 'whole' && <span className={table.small}>{t('qualityPage.replacedBy')}</span>}
        </span>
      </span>
    </Tooltip>
  )
}

/** The page of the data around a span. */
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
        <span tabIndex={0} className={css.state}>
          {t('qualityPage.cleared', { at: dateTime(f.cleared_at, zone, language) })}
        </span>
      </Tooltip>
    )
  return (
    <span className={css.state} data-open={f.open || undefined}>
      {f.open && <Icon name="warning" size={14} />}
      {t(f.open ? 'qualityPage.open' : 'qualityPage.ended')}
    </span>
  )
}
