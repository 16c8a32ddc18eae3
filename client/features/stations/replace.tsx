import { Button, Radio, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import type { StationRow } from '#contract/stations.ts'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { reasonOf } from '../../lib/failures.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Changed, FormAlert } from '../../ui/form/index.ts'
import { PortInput, SourceSelect } from '../../parts/devices/index.ts'
import { itemsCss, TimeField } from '../../parts/described-items/index.ts'
import { usePorts, useReplace, useSources, useStations } from './queries.ts'
import css from './stations.module.css'

const FORM = 'replace-station'
const LEVEL = 2

/** Old station, old port, new station: from a time on another device measures here, and the record goes on as one. */
export function Replace(props: {
  station: StationRow
  stations: readonly StationRow[]
  /** Which station it is about is chosen here too, that one at first. */
  choose?: boolean
  onClose: () => void
}) {
  const { choose = false, onClose } = props
  const { t, say, language } = useText()
  const zone = useZone() ?? 'UTC'
  const list = useStations()
  const sources = useSources()
  const ports = usePorts().data ?? []
  const replace = useReplace()
  const form = useRef<HTMLFormElement>(null)
  const [old, setOld] = useState(props.station)
  const others = props.stations.filter(
    (s) => s.station_id !== old.station_id && s.station_type_id === old.station_type_id,
  )
  const [by, setBy] = useState<'series' | 'station'>('series')
  const [series, setSeries] = useState<string | null>(null)
  const [other, setOther] = useState<string | null>(null)
  const [port, setPort] = useState(old.sensor_port)
  const [name, setName] = useState('')
  const [time, setTime] = useState(() => typedTime(serverNow(), zone, language))
  const [gain, setGain] = useState('1')
  const [offset, setOffset] = useState('0')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [conflict, setConflict] = useState(false)

  const numberOf = (text: string) => {
    const value = parseDecimal(text)
    return typeof value === 'number' ? { value } : { wrong: say(value, { text }) }
  }
  const own = {
    'new_station.series': by === 'series' && series === null ? t('stations.pickSeries') : undefined,
    'new_station.station_id': by === 'station' && other === null ? t('stations.pickStation') : undefined,
    from:
      parseLocalTime(time, zone) === null
        ? t('items.atWrong', { example: TIME_PATTERN[language] })
        : undefined,
    gain: numberOf(gain).wrong ?? (numberOf(gain).value === 0 ? t('sensors.gainZero') : undefined),
    offset: numberOf(offset).wrong,
    reason: reason.trim() === '' ? t('stations.reasonNeeded') : undefined,
  }
  const refused = replace.error instanceof CallError ? replace.error.errors : []
  const wrong = (field: string) =>
    (tried ? (own as Record<string, string | undefined>)[field] : undefined) ??
    refused.find((e) => e.path === field)?.message
  const shown = [...Object.keys(own), 'new_station.sensor_port']
  const unplaced = refused.filter((e) => !shown.some((f) => e.path === f))

  async function submit(e: FormEvent) {
    e.preventDefault()
    setTried(true)
    setConflict(false)
    if (Object.values(own).some(Boolean))
      return requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      )
    try {
      await replace.mutateAsync({
        station_id: old.station_id,
        version: old.version,
        old_port: old.sensor_port,
        from: parseLocalTime(time, zone)!,
        new_station:
          by === 'station'
            ? { station_id: other! }
            : {
                series: series!,
                sensor_port: port.trim(),
                ...(name.trim() === '' ? {} : { sensor_name: name.trim() }),
              },
        gain: numberOf(gain).value!,
        offset: numberOf(offset).value!,
        reason: reason.trim(),
      })
      notice('done', say('replace_station_success'))
      onClose()
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') setConflict(true)
    }
  }

  async function load() {
    const now = (await list.refetch()).data?.find((s) => s.station_id === old.station_id)
    if (!now) {
      notice('failed', t('items.gone'))
      return onClose()
    }
    setOld(now)
    setConflict(false)
    replace.reset()
  }

  /** Another station measures something else: what was chosen for the one before does not fit. */
  function about(id: string) {
    const next = props.stations.find((s) => s.station_id === id)
    if (!next) return
    setOld(next)
    setPort(next.sensor_port)
    setSeries(null)
    setOther(null)
    setBy('series')
    setConflict(false)
    replace.reset()
  }

  const dirty = series !== null || other !== null || reason !== ''
  return (
    <Dialog
      opened
      panel
      title={choose ? t('panels.name.replace') : t('stations.replaceTitle', { name: old.name })}
      onClose={onClose}
      unsaved={dirty ? { question: t('act.unsaved'), leave: t('act.leave') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={replace.isPending} disabled={conflict}>
            {t('stations.replaceAct')}
          </Button>
        </>
      )}
    >
      <form id={FORM} ref={form} noValidate className={itemsCss.form} onSubmit={(e) => void submit(e)}>
        {conflict && (
          <Changed
            text={t('items.conflict')}
            reload={t('act.reload')}
            busy={list.isFetching}
            onReload={() => void load()}
          />
        )}
        {!conflict && replace.error && (refused.length === 0 || unplaced.length > 0) && (
          <FormAlert kind="failed">
            {unplaced.length > 0 ? unplaced.map((e) => e.message).join('. ') : reasonOf(replace.error)}
          </FormAlert>
        )}
        <p className={itemsCss.text}>{t('stations.replaceAbout')}</p>
        <div className={itemsCss.row}>
          {choose ? (
            <Choice
              label={t('stations.oldStation')}
              data={props.stations.map((s) => ({ value: s.station_id, label: s.name }))}
              value={old.station_id}
              onChange={about}
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
            onChange={() => setBy('series')}
          />
          <Radio
            name="by"
            label={t('stations.newIsStation')}
            description={t(others.length === 0 ? 'stations.noOther' : 'stations.newIsStationHint')}
            disabled={others.length === 0}
            checked={by === 'station'}
            onChange={() => setBy('station')}
          />
          {by === 'station' ? (
            <Choice
              label={t('stations.newStation')}
              placeholder={t('stations.pickStation')}
              data={others.map((s) => ({ value: s.station_id, label: `${s.name} · ${s.sensor_port}` }))}
              value={other}
              onChange={setOther}
              error={wrong('new_station.station_id')}
            />
          ) : sources.data ? (
            <>
              <SourceSelect
                label={t('stations.series')}
                sources={sources.data.filter((s) => s.series !== old.series && s.unit === old.unit)}
                value={series}
                onChange={setSeries}
                usedBy={(s) => s.stations.map((x) => x.name)}
                error={wrong('new_station.series')}
              />
              <PortInput
                label={t('stations.newPort')}
                ports={ports}
                value={port}
                onChange={setPort}
                error={wrong('new_station.sensor_port')}
              />
              <TextInput
                label={`${t('stations.newSensor')} (${t('items.optional')})`}
                value={name}
                maxLength={200}
                autoComplete="off"
                onChange={(e) => setName(e.currentTarget.value)}
              />
            </>
          ) : (
            <Skeleton height={58} aria-busy aria-label={t('stations.series')} />
          )}
        </fieldset>
        <div className={css.when}>
          <TimeField value={time} onChange={setTime} error={wrong('from')} />
        </div>
        <fieldset className={itemsCss.group}>
          <legend>{t('stations.calibration')}</legend>
          <span className={itemsCss.small}>{t('stations.calibrationHint')}</span>
          <div className={itemsCss.row}>
            <TextInput
              label={t('stations.gain')}
              value={gain}
              inputMode="decimal"
              autoComplete="off"
              onChange={(e) => setGain(e.currentTarget.value)}
              error={wrong('gain')}
            />
            <TextInput
              label={t(old.station_type_id === LEVEL ? 'stations.offset' : 'stations.offsetPlain')}
              value={offset}
              inputMode="decimal"
              autoComplete="off"
              onChange={(e) => setOffset(e.currentTarget.value)}
              error={wrong('offset')}
            />
          </div>
        </fieldset>
        <Textarea
          label={t('stations.reason')}
          value={reason}
          maxLength={500}
          autosize
          minRows={1}
          onChange={(e) => setReason(e.currentTarget.value)}
          error={wrong('reason')}
        />
      </form>
    </Dialog>
  )
}
