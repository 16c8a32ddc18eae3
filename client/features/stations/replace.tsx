import { Radio, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { replaceStation, type StationRow } from '#contract/stations.ts'
import { serverNow } from '../../lib/clock.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { useForm } from '../../lib/form/index.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import { PortInput, SourceSelect } from '../../parts/devices/index.ts'
import { itemsCss, TimeField } from '../../parts/described-items/index.ts'
import { useReplaceStation, useStationPorts, useStations, useStationSources } from './queries.ts'
import textCss from '../../ui/text.module.css'
import css from './stations.module.css'

const LEVEL = 2

/** Values of the replacement; a station that measures something else keeps nothing. */
const replacementOf = (old: StationRow) => ({
  by: 'series' as 'series' | 'station',
  new_station: {
    series: null as string | null,
    station_id: null as string | null,
    sensor_port: old.sensor_port,
    sensor_name: '',
  },
})

interface Props {
  station: StationRow
  stations: readonly StationRow[]
  /** Lets the user choose the station, starting with this one. */
  choose?: boolean
  onClose: () => void
}

/**
 * Replaces a station: old station, old port, new station. From a time on another device measures here, and the record
 * continues.
 */
export function ReplaceStation({ station, stations, choose = false, onClose }: Props) {
  const { t, messageText, language } = useText()
  const zone = useZone() ?? 'UTC'
  const list = useStations()
  const sources = useStationSources()
  const ports = useStationPorts().data ?? []
  const replace = useReplaceStation()
  const [old, setOld] = useState(station)
  const others = stations.filter(
    (s) => s.station_id !== old.station_id && s.station_type_id === old.station_type_id,
  )
  const form = useForm({
    schema: replaceStation.body!,
    values: {
      ...replacementOf(old),
      from: typedTime(serverNow(), zone, language),
      gain: 1,
      offset: 0,
      reason: '',
    },
    body: ({ by, new_station: { series, station_id, sensor_port, sensor_name }, from, ...rest }) => ({
      station_id: old.station_id,
      version: old.version,
      old_port: old.sensor_port,
      from: parseLocalTime(from, zone) ?? '',
      new_station:
        by === 'station'
          ? { station_id }
          : {
              series,
              sensor_port: sensor_port.trim(),
              ...(sensor_name.trim() === '' ? {} : { sensor_name: sensor_name.trim() }),
            },
      ...rest,
    }),
    rules: ({ by, new_station: { series, station_id }, from, gain, reason }) => ({
      'new_station.series': by === 'series' && series === null && t('stations.pickSeries'),
      'new_station.station_id': by === 'station' && station_id === null && t('stations.pickStation'),
      from: parseLocalTime(from, zone) === null && t('items.atWrong', { example: TIME_PATTERN[language] }),
      gain: parseDecimal(gain.typed) === 0 && t('sensors.gainZero'),
      reason: reason.trim() === '' && t('stations.reasonNeeded'),
    }),
  })
  const { by, new_station: next, reason } = form.values

  async function reload() {
    const now = (await list.refetch()).data?.find((s) => s.station_id === old.station_id)
    if (!now) {
      notice('failed', t('items.gone'))
      return onClose()
    }
    setOld(now)
    form.clear()
  }

  function chooseOld(id: string) {
    const chosen = stations.find((s) => s.station_id === id)
    if (!chosen) return
    setOld(chosen)
    const begun = replacementOf(chosen)
    form.set('by', begun.by)
    form.set('new_station', begun.new_station)
    form.clear()
  }

  return (
    <FormDialog
      form={form}
      panel
      title={choose ? t('panels.name.replace') : t('stations.replaceTitle', { name: old.name })}
      act={t('stations.replaceAct')}
      onSubmit={(body) => replace.run({ body })}
      done={messageText('replace_station_success')}
      conflict={{ text: t('items.conflict'), reload }}
      unsaved={next.series !== null || next.station_id !== null || reason !== ''}
      onClose={onClose}
    >
      <p className={itemsCss.text}>{t('stations.replaceAbout')}</p>
      <div className={itemsCss.row}>
        {choose ? (
          <Choice
            label={t('stations.oldStation')}
            data={stations.map((s) => ({ value: s.station_id, label: s.name }))}
            value={old.station_id}
            onChange={chooseOld}
          />
        ) : (
          <TextInput label={t('stations.oldStation')} value={old.name} readOnly />
        )}
        <TextInput label={t('stations.oldPort')} value={old.sensor_port || '-'} readOnly />
      </div>
      <fieldset className={itemsCss.group}>
        <legend>{t('stations.newStation')}</legend>
        <Radio
          name="by"
          label={t('stations.newIsSeries')}
          checked={by === 'series'}
          onChange={() => form.set('by', 'series')}
        />
        <Radio
          name="by"
          label={t('stations.newIsStation')}
          description={t(others.length === 0 ? 'stations.noOther' : 'stations.newIsStationHint')}
          disabled={others.length === 0}
          checked={by === 'station'}
          onChange={() => form.set('by', 'station')}
        />
        {by === 'station' ? (
          <Choice
            label={t('stations.newStation')}
            placeholder={t('stations.pickStation')}
            data={others.map((s) => ({ value: s.station_id, label: `${s.name} · ${s.sensor_port}` }))}
            value={next.station_id}
            onChange={(id) => form.set('new_station.station_id', id)}
            error={form.errorOf('new_station.station_id')}
          />
        ) : sources.data ? (
          <>
            <SourceSelect
              label={t('stations.series')}
              sources={sources.data.filter((s) => s.series !== old.series && s.unit === old.unit)}
              value={next.series}
              onChange={(code) => form.set('new_station.series', code)}
              usedBy={(s) => s.stations.map((x) => x.name)}
              error={form.errorOf('new_station.series')}
            />
            <PortInput
              label={t('stations.newPort')}
              ports={ports}
              value={next.sensor_port}
              onChange={(port) => form.set('new_station.sensor_port', port)}
              error={form.errorOf('new_station.sensor_port')}
            />
            <TextInput
              {...form.text('new_station.sensor_name')}
              label={`${t('stations.newSensor')} (${t('items.optional')})`}
              maxLength={200}
            />
          </>
        ) : (
          <Skeleton height={58} aria-busy aria-label={t('stations.series')} />
        )}
      </fieldset>
      <div className={css.when}>
        <TimeField {...form.text('from')} />
      </div>
      <fieldset className={itemsCss.group}>
        <legend>{t('stations.calibration')}</legend>
        <span className={textCss.small}>{t('stations.calibrationHint')}</span>
        <div className={itemsCss.row}>
          <TextInput {...form.decimal('gain')} label={t('stations.gain')} inputMode="decimal" />
          <TextInput
            {...form.decimal('offset')}
            label={t(old.station_type_id === LEVEL ? 'stations.offset' : 'stations.offsetPlain')}
            inputMode="decimal"
          />
        </div>
      </fieldset>
      <ReasonField {...form.text('reason')} label={t('stations.reason')} required />
    </FormDialog>
  )
}
