import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { StationRow } from '#contract/stations.ts'
import { number } from '../../lib/format.ts'
import { useMapFrame } from '../../lib/map-frame.ts'
import { useItems, useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { byLabel } from '../../ui/choice/by-label.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { KIND_OF_STATION, PlaceMap } from '../../ui/map/index.ts'
import { Failed } from '../../ui/state.tsx'
import { ALARM_LEVELS, PortInput, SourceSelect, unitWords } from '../../parts/devices/index.ts'
import {
  ItemEditor,
  itemsCss,
  NumberChoice,
  NumberField,
  WordChoice,
} from '../../parts/described-items/index.ts'
import { weightsWith } from './list.ts'
import { usePlant, useProvinces, useStationPorts, useStationSources } from './queries.ts'
import { stationMarks } from './place.ts'
import { useReached } from './state.tsx'
import textCss from '../../ui/text.module.css'
import css from './stations.module.css'

const RAIN = 1
const LEVEL = 2

interface Props {
  form: AnyForm
  /** null: a new station. */
  id: string | null
  /** The other stations, whose weights and locations are shown too. */
  stations: readonly StationRow[]
}

/** Initial values of a copy: everything but the identity. */
const startOf = (province: string) => ({
  type: RAIN,
  province,
  address: '',
  basin: '',
  sensorPort: '',
  thiessen: null,
  every: 300,
})

/** Adds a station (id null), or changes one. */
export function StationEditor({ id, stations, onClose }: Omit<Props, 'form'> & { onClose: () => void }) {
  const { t } = useText()
  const items = useItems('station')
  const item = id === null ? null : (items.data?.find((v) => v.id === id) ?? undefined)
  if (item === undefined)
    return items.error && !items.data ? (
      <Failed what={t('stations.title')} error={items.error} retry={() => void items.refetch()} />
    ) : null
  return (
    <ItemEditor
      noun="station"
      item={item}
      start={startOf(stations[0]?.province ?? '')}
      title={item ? t('stations.editTitle', { name: item.body.name }) : t('stations.addTitle')}
      onClose={onClose}
    >
      {(form) => <Fields form={form} id={id} stations={stations} />}
    </ItemEditor>
  )
}

function Fields({ form, id, stations }: Props) {
  const { t, language } = useText()
  const options = useOptions().data
  const sources = useStationSources()
  const ports = useStationPorts().data
  const type = form.number('type') ?? RAIN
  const code = (form.get('series') as string | undefined) ?? null
  const source = sources.data?.find((s) => s.series === code)
  const fits = (types: readonly number[]) => types.length === 0 || types.includes(type)
  const sent = sources.data?.filter((s) => s.source === 'ingest' || s.series === code) ?? []
  const usedBy = (s: { stations: { station_id: string; name: string }[] }) =>
    s.stations.filter((x) => x.station_id !== id).map((x) => x.name)
  return (
    <>
      <NumberChoice
        path="type"
        label={t('stations.type')}
        data={options?.station_types}
        onPick={(picked) => {
          // Fields that only other types have are removed.
          if (picked !== RAIN) {
            form.set('thiessen', null)
            form.set('radarSeries', undefined)
          }
          if (picked !== LEVEL) form.set('alarms', undefined)
        }}
      />
      <div className={itemsCss.row}>
        <TextInput {...form.text('name')} label={t('stations.name')} maxLength={200} data-autofocus />
        <TextInput
          {...form.text('code')}
          label={t('stations.code')}
          description={t('stations.codeHint')}
          maxLength={60}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      {sources.data ? (
        <SourceSelect
          sources={[...sent].sort((a, b) => Number(fits(b.station_types)) - Number(fits(a.station_types)))}
          value={code}
          onChange={(next) => form.set('series', next ?? '')}
          label={t('stations.series')}
          usedBy={usedBy}
          error={
            form.errorOf('series') ??
            (source && !fits(source.station_types)
              ? t('stations.notFitting', { unit: unitWords(source.unit, language) })
              : undefined)
          }
        />
      ) : (
        <Skeleton height={58} aria-busy aria-label={t('stations.series')} />
      )}
      <div className={itemsCss.row}>
        <PortInput
          ports={ports ?? []}
          value={String(form.get('sensorPort') ?? '')}
          onChange={(port) => form.set('sensorPort', port)}
          label={t('stations.port')}
          error={form.errorOf('sensorPort')}
        />
        <NumberField path="every" label={t('stations.every')} />
      </div>
      <Where form={form} id={id} stations={stations} type={type} />
      {type === RAIN && <Rain form={form} id={id} stations={stations} radar={sent} />}
      {type === LEVEL && <Alarms form={form} />}
    </>
  )
}

function Where({ form, id, stations, type }: Props & { type: number }) {
  const { t } = useText()
  const provinces = useProvinces()
  const options = useOptions().data
  const reached = useReached()
  const plant = usePlant().data
  const base = useMapFrame().data?.layers
  const [latitude, longitude] = [form.number('latitude'), form.number('longitude')]
  const now = String(form.get('province') ?? '')
  const present = provinces.data?.filter((p) => p.valid).map((p) => p.name) ?? []
  const former = (provinces.data ?? [])
    .filter((p) => !p.valid && !present.includes(p.name))
    .map((p) => p.name)
  const known = [...present, ...former].includes(now)
  return (
    <fieldset className={itemsCss.group}>
      <legend>{t('stations.place')}</legend>
      <div className={itemsCss.row}>
        <Select
          name="province"
          label={t('stations.province')}
          searchable
          placeholder={t('items.seriesPick')}
          nothingFoundMessage={t('items.seriesNone')}
          maxDropdownHeight={260}
          comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
          data={[
            ...(known || now === '' ? [] : [now]),
            { group: t('stations.presentProvinces'), items: present },
            { group: t('stations.formerProvinces'), items: former },
          ]}
          value={now === '' ? null : now}
          onChange={(name) => form.set('province', name ?? '')}
          error={form.errorOf('province')}
          filter={byLabel}
        />
        <WordChoice
          path="basin"
          label={t('stations.basin')}
          data={[
            { value: '', label: t('stations.noBasin') },
            ...(options?.catchments ?? []).map((c) => ({ value: c.catchment_code, label: c.catchment_name })),
          ]}
        />
      </div>
      <TextInput
        {...form.text('address')}
        label={`${t('stations.address')} (${t('items.optional')})`}
        maxLength={300}
      />
      <PlaceMap
        value={latitude === null || longitude === null ? null : { latitude, longitude }}
        onChange={(place) => {
          form.setNumber('latitude', place.latitude)
          form.setNumber('longitude', place.longitude)
        }}
        kind={KIND_OF_STATION[type]}
        name={String(form.get('name') ?? '')}
        bounds={plant?.mapBounds ?? null}
        base={base}
        basin={plant?.basin ?? null}
        others={stationMarks(stations, plant, id, reached)}
        errors={{ latitude: form.errorOf('latitude'), longitude: form.errorOf('longitude') }}
        height={240}
      />
    </fieldset>
  )
}

function Rain(props: Props & { radar: Parameters<typeof SourceSelect>[0]['sources'] }) {
  const { form, id, stations, radar } = props
  const { t } = useText()
  const basin = usePlant().data?.basin
  const [latitude, longitude] = [form.number('latitude'), form.number('longitude')]
  const thiessen = form.number('thiessen')
  const weights = useMemo(
    () => weightsWith(stations, basin, { id, latitude, longitude, thiessen }),
    [stations, basin, id, latitude, longitude, thiessen],
  )
  return (
    <>
      <div className={css.weight}>
        <NumberField
          path="thiessen"
          label={t('stations.thiessen')}
          description={
            weights.computed === null
              ? t('stations.thiessenHint')
              : t('stations.thiessenComputed', { weight: number(weights.computed, 3) })
          }
          optional
          empty={null}
        />
        <p className={css.sum} data-wrong={!weights.good || undefined} aria-live="polite">
          <Icon name={weights.good ? 'check' : 'warning'} size={14} />
          {t(weights.good ? 'stations.sumThen' : 'stations.sumThenWrong', { sum: number(weights.sum, 3) })}
        </p>
      </div>
      <SourceSelect
        sources={radar.filter((s) => s.station_types.includes(RAIN))}
        value={(form.get('radarSeries') as string | undefined) ?? null}
        onChange={(next) => form.set('radarSeries', next ?? undefined)}
        label={`${t('stations.radar')} (${t('items.optional')})`}
        usedBy={(s) => s.stations.filter((x) => x.station_id !== id).map((x) => x.name)}
        error={form.errorOf('radarSeries')}
        clearable
      />
    </>
  )
}

function Alarms({ form }: { form: AnyForm }) {
  const { t } = useText()
  const wrong = form.errorOf('alarms')
  const entered = form.get('alarms') !== undefined && form.get('alarms') !== null
  return (
    <fieldset className={itemsCss.group} aria-describedby={wrong ? 'alarms-wrong' : undefined}>
      <legend>{t('stations.alarms')}</legend>
      <span className={textCss.small}>{t('stations.alarmsHint')}</span>
      {entered ? (
        <div className={css.three}>
          {ALARM_LEVELS.map((level, i) => (
            <NumberField
              key={level}
              path={`alarms.${i}`}
              label={t('stations.alarm', { level })}
              empty={null}
            />
          ))}
        </div>
      ) : (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => form.set('alarms', [null, null, null])}>
            {t('act.add')}
          </Button>
        </div>
      )}
      {wrong && (
        <p id="alarms-wrong" className={textCss.problem} role="alert" data-wrong tabIndex={-1}>
          {wrong}
        </p>
      )}
    </fieldset>
  )
}
