import { Button, TextInput, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useItems, type ItemVersion } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import { ItemHistory, ItemMenu, RetireItem, type ItemAct } from '../../parts/described-items/index.ts'
import { AddButton } from '../../ui/page/index.tsx'
import { CheckEditor, newCheck } from './editor.tsx'
import { Grade } from './grade.tsx'
import { Kind } from './kind.tsx'
import textCss from '../../ui/text.module.css'
import css from './quality.module.css'
import { useChecks, type CheckRow } from './queries.ts'
import { usePlaceName, Where } from './where.tsx'
import { limitWords } from './words.ts'

type Item = ItemVersion<'check'>
type Act =
  | { act: 'add'; start: unknown; title: string }
  | { act: Exclude<ItemAct, 'edit'> | 'edit'; item: Item }
  | null

/** The thresholds in force: the configured ones and the defaults. */
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
                <AddButton
                  label={t('qualityPage.add')}
                  size="sm"
                  onClick={() =>
                    setAct({ act: 'add', start: newCheck(null, ''), title: t('qualityPage.addTitle') })
                  }
                />
              )}
            </div>
            <p className={css.hint}>{t('qualityPage.checksHint')}</p>
            {list.length === 0 ? (
              <Empty icon="sensor" title={t('qualityPage.noneYet')} hint={t('qualityPage.noneYetHint')} />
            ) : (
              <CheckTable
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

interface Props {
  list: readonly CheckRow[]
  items: readonly Item[]
  mayUpdate: boolean
  onAct: (act: Act) => void
}

function CheckTable({ list, items, mayUpdate, onAct }: Props) {
  const { t } = useText()
  const placeName = usePlaceName()
  const nameOf = (c: CheckRow) => `${t(`qualityPage.kind.${c.kind}`)} · ${placeName(c)}`
  return (
    <DataTable
      label={t('qualityPage.tab.checks')}
      rows={list}
      rowKey={(c) => c.key}
      attributes={(c) => ({ className: c.enabled ? undefined : css.off })}
      columns={[
        {
          id: 'what',
          head: t('qualityPage.what'),
          rowHeader: true,
          value: (c) => t(`qualityPage.kind.${c.kind}`),
          cell: (c) => <Kind kind={c.kind} />,
        },
        {
          id: 'where',
          head: t('qualityPage.where'),
          value: (c) => (c.all_series.length > 1 ? c.all_series.join(' ') : placeName(c)),
          cell: (c) =>
            c.all_series.length > 1 ? (
              <div>
                {c.all_series.map((code) => (
                  <div key={code} className={textCss.small}>
                    {code}
                  </div>
                ))}
              </div>
            ) : (
              <Where place={c} />
            ),
        },
        {
          id: 'limits',
          head: t('qualityPage.limits'),
          cell: (c) => (c.enabled ? <Limits check={c} /> : t('qualityPage.off')),
        },
        { id: 'grade', head: t('qualityPage.grade'), cell: (c) => <Grade grade={c.grade} /> },
        {
          id: 'source',
          head: t('qualityPage.sourceLabel'),
          value: (c) => t(`qualityPage.source.${c.source}`),
          cell: (c) => (
            <Tooltip label={t(`qualityPage.sourceHint.${c.source}`)} multiline w={280}>
              <span tabIndex={0}>{t(`qualityPage.source.${c.source}`)}</span>
            </Tooltip>
          ),
        },
      ]}
      actions={{
        head: t('qualityPage.set'),
        cell: (c) => {
          const item = items.find((i) => i.id === c.check_id)
          if (item)
            return (
              <ItemMenu name={item.body.name} mayUpdate={mayUpdate} onAct={(act) => onAct({ act, item })} />
            )
          const name = nameOf(c)
          const title = t('qualityPage.setTitle', { name })
          return (
            mayUpdate &&
            c.source === 'default' && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={title}
                onClick={() => onAct({ act: 'add', start: newCheck(c, name), title })}
              >
                {t('qualityPage.set')}
              </Button>
            )
          )
        },
      }}
    />
  )
}

function Limits({ check: c }: { check: CheckRow }) {
  const { t, language, texts } = useText()
  const fields = texts.fieldOf.check.limits as Record<string, string>
  return (
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
  )
}
