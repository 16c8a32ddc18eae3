import { Button, TextInput, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useItems, type ItemVersion } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { ItemHistory, ItemMenu, RetireItem, type ItemAct } from '../../parts/described-items/index.ts'
import { CheckEditor, startOf } from './editor.tsx'
import { Grade } from './grade.tsx'
import css from './quality.module.css'
import { useChecks, type CheckRow } from './queries.ts'
import { usePlaceName, Where } from './where.tsx'
import { limitWords } from './words.ts'

type Item = ItemVersion<'check'>
type Act =
  | { act: 'add'; start: unknown; title: string }
  | { act: Exclude<ItemAct, 'edit'> | 'edit'; item: Item }
  | null

/** Which thresholds hold now: those that were set, and the defaults beside them. */
export function ChecksList() {
  const { t, language } = useText()
  const checks = useChecks()
  const items = useItems('check')
  const mayUpdate = useCan('quality.update')
  const [act, setAct] = useState<Act>(null)
  const close = () => setAct(null)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase(language)
  const isWanted = (c: CheckRow) =>
    [t(`qualityPage.kind.${c.kind}`), c.name ?? '', c.station_name ?? '', ...c.all_series].some((x) =>
      x.toLocaleLowerCase(language).includes(wanted),
    )
  const waiting = { ...checks, data: items.data && checks.data, error: checks.error ?? items.error }
  return (
    <>
      <Loaded
        query={{ ...waiting, refetch: () => [checks.refetch(), items.refetch()] }}
        what={t('qualityPage.tab.checks')}
        height={420}
      >
        {(list) => (
          <>
            <div className={css.bar}>
              <TextInput
                type="search"
                className={css.station}
                aria-label={t('qualityPage.search')}
                placeholder={t('qualityPage.search')}
                leftSection={<Icon name="search" size={16} />}
                value={search}
                onChange={(e) => setSearch(e.currentTarget.value)}
              />
              {mayUpdate && (
                <Button
                  size="sm"
                  leftSection={<Icon name="plus" size={16} />}
                  onClick={() =>
                    setAct({ act: 'add', start: startOf(null, ''), title: t('qualityPage.addTitle') })
                  }
                >
                  {t('qualityPage.add')}
                </Button>
              )}
            </div>
            <p className={css.hint}>{t('qualityPage.checksHint')}</p>
            {list.length === 0 ? (
              <Empty icon="sensor" title={t('qualityPage.noneYet')} hint={t('qualityPage.noneYetHint')} />
            ) : (
              <Table
                list={list.filter(isWanted)}
                items={items.data ?? []}
                mayUpdate={mayUpdate}
                onAct={setAct}
              />
            )}
          </>
        )}
      </Loaded>
      {act?.act === 'add' && <CheckEditor item={null} start={act.start} title={act.title} onClose={close} />}
      {act?.act === 'edit' && (
        <CheckEditor
          item={act.item}
          title={t('qualityPage.editTitle', { name: act.item.body.name })}
          readOnly={!mayUpdate}
          onClose={close}
        />
      )}
      {act?.act === 'history' && (
        <ItemHistory noun="check" id={act.item.id} name={act.item.body.name} onClose={close} />
      )}
      {act?.act === 'retire' && <RetireItem noun="check" item={act.item} onClose={close} />}
    </>
  )
}

interface Given {
  list: readonly CheckRow[]
  items: readonly Item[]
  mayUpdate: boolean
  onAct: (act: Act) => void
}

function Table({ list, items, mayUpdate, onAct }: Given) {
  const { t } = useText()
  const label = t('qualityPage.tab.checks')
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={table.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('qualityPage.what')}</th>
            <th scope="col">{t('qualityPage.where')}</th>
            <th scope="col">{t('qualityPage.limits')}</th>
            <th scope="col">{t('qualityPage.grade')}</th>
            <th scope="col">{t('qualityPage.sourceLabel')}</th>
            <th scope="col">
              <span className="sr">{t('qualityPage.set')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((c) => (
            <Row
              key={c.key}
              c={c}
              item={items.find((i) => i.id === c.check_id) ?? null}
              mayUpdate={mayUpdate}
              onAct={onAct}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row(props: { c: CheckRow; item: Item | null; mayUpdate: boolean; onAct: Given['onAct'] }) {
  const { c, item, mayUpdate, onAct } = props
  const { t, language, texts } = useText()
  const placeName = usePlaceName()
  const name = `${t(`qualityPage.kind.${c.kind}`)} · ${placeName(c)}`
  const fields = texts.fieldOf.check.limits as Record<string, string>
  return (
    <tr className={c.enabled ? undefined : css.off}>
      <th scope="row">
        <Tooltip label={t(`qualityPage.kindAbout.${c.kind}`)} multiline w={280}>
          <span tabIndex={0} className={css.kind}>
            {t(`qualityPage.kind.${c.kind}`)}
          </span>
        </Tooltip>
      </th>
      <td data-label={t('qualityPage.where')}>
        {c.all_series.length > 1 ? (
          <div>
            {c.all_series.map((code) => (
              <div key={code} className={table.small}>
                {code}
              </div>
            ))}
          </div>
        ) : (
          <Where place={c} />
        )}
      </td>
      <td data-label={t('qualityPage.limits')}>
        {c.enabled ? (
          <dl className={css.limits}>
            {Object.entries(c.limits).map(([key, v]) => (
              <div key={key}>
                <dt>{fields[key] ?? key}</dt>
                <dd>{limitWords(key, v, c.unit, c.kind, language)}</dd>
              </div>
            ))}
            {c.season && (
              <div>
                <dt>{texts.fieldOf.check.season.self}</dt>
                <dd>{t('qualityPage.seasonIn', c.season)}</dd>
              </div>
            )}
          </dl>
        ) : (
          t('qualityPage.off')
        )}
      </td>
      <td data-label={t('qualityPage.grade')}>
        <Grade grade={c.grade} />
      </td>
      <td data-label={t('qualityPage.sourceLabel')}>
        <Tooltip label={t(`qualityPage.sourceHint.${c.source}`)} multiline w={280}>
          <span tabIndex={0}>{t(`qualityPage.source.${c.source}`)}</span>
        </Tooltip>
      </td>
      <td className={table.acts}>
        {item ? (
          <ItemMenu name={item.body.name} mayUpdate={mayUpdate} onAct={(act) => onAct({ act, item })} />
        ) : (
          mayUpdate &&
          c.source === 'default' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('qualityPage.setTitle', { name })}
              onClick={() =>
                onAct({
                  act: 'add',
                  start: startOf(c, name),
                  title: t('qualityPage.setTitle', { name }),
                })
              }
            >
              {t('qualityPage.set')}
            </Button>
          )
        )}
      </td>
    </tr>
  )
}
