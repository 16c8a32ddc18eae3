import { Link } from 'react-router'
import { SIGMA_LIMIT } from '#core/balance/index.ts'
import { HOLD_SILENT } from '#core/calculation/parameters.ts'
import { DEFAULT_SETTINGS, ENERGY_STEP, LATE_SHOWN, METER_EVERY } from '#core/description/index.ts'
import { useItems, type ItemVersion } from '../../lib/items.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Empty, Loaded } from '../../ui/state.tsx'
import { Facts, FactTable } from './facts.tsx'
import {
  CalculationFields,
  CameraFields,
  FlowsFields,
  LevelsFields,
  DisplayFields,
  EnergyFields,
  LossesFields,
  MapFields,
  ProjectFields,
} from './fields.tsx'
import { monthDayWords } from './month-day.ts'
import { Noise } from './noise.tsx'
import { SettingsSection } from './section.tsx'
import textCss from '../../ui/text.module.css'
import css from './settings-forms.module.css'
import type { TabKey } from './tabs.ts'
import { WeatherProvider } from './weather.tsx'

type Parameters = ItemVersion<'parameters'>
type Plant = ItemVersion<'plant'>

/** Content of a tab. */
export function SettingsTab({ tab }: { tab: TabKey }) {
  switch (tab) {
    case 'calculation':
    case 'losses':
    case 'flows':
    case 'energy':
      return <OfParameters tab={tab} />
    case 'levels':
      return <OfPlant>{(item) => <Levels item={item} />}</OfPlant>
    case 'look':
      return <DisplaySettingsPanel />
    case 'weather':
      return <WeatherProvider />
    case 'project':
      return (
        <>
          <OfPlant>{(item) => <Project item={item} />}</OfPlant>
          <Camera />
          <MapTiles />
        </>
      )
  }
}

function OfParameters({ tab }: { tab: 'calculation' | 'losses' | 'flows' | 'energy' }) {
  const { t } = useText()
  const items = useItems('parameters')
  return (
    <Loaded query={items} what={t(`settingsPage.tab.${tab}`)} height={360}>
      {([item]) =>
        !item ? (
          <Empty icon="info" title={t('settingsPage.noParameters')} />
        ) : tab === 'calculation' ? (
          <Calculation item={item} />
        ) : tab === 'losses' ? (
          <Losses item={item} />
        ) : tab === 'energy' ? (
          <Energy item={item} />
        ) : (
          <Flows item={item} />
        )
      }
    </Loaded>
  )
}

function OfPlant({ children }: { children: (item: Plant) => React.ReactNode }) {
  const { t } = useText()
  const items = useItems('plant')
  return (
    <Loaded query={items} what={t('nounOf.plant')} height={360}>
      {([item]) => (item ? children(item) : <Empty icon="info" title={t('settingsPage.noPlant')} />)}
    </Loaded>
  )
}

function Calculation({ item }: { item: Parameters }) {
  const { t } = useText()
  const b = item.body
  return (
    <SettingsSection
      noun="parameters"
      item={item}
      title={t('settingsPage.tab.calculation')}
      hint={t('settingsPage.calculationHint')}
      fields={(form) => <CalculationFields form={form} />}
    >
      <Facts
        noun="parameters"
        facts={[
          { path: 'interval', value: b.interval },
          { path: 'window', value: b.window },
          { path: 'inflowMethod', value: b.inflowMethod },
          ...(b.inflowMethod <= 3 ? windowFacts(b) : []),
          ...(b.inflowMethod === 4 ? [{ path: 'inflowSeries', value: b.inflowSeries }] : []),
          { path: 'movingPoints', value: b.movingPoints },
          { path: 'smoothing', value: b.smoothing },
          { path: 'operation', value: b.operation },
          { path: 'levelRate', value: b.levelRate },
          { path: 'holdSilent', value: b.holdSilent ?? HOLD_SILENT },
          { path: 'allowSuspect', value: b.allowSuspect },
        ]}
      />
      <Noise seconds={b.window} method={b.inflowMethod} />
    </SettingsSection>
  )
}

/** What happens to T2 - T1 in fast water. */
const windowFacts = ({ holdWindow = false, sigmaLimit }: Parameters['body']) => [
  { path: 'holdWindow', value: holdWindow },
  ...(holdWindow ? [] : [{ path: 'sigmaLimit', value: sigmaLimit ?? SIGMA_LIMIT }]),
]

function Losses({ item }: { item: Parameters }) {
  const { t } = useText()
  const b = item.body
  const byLevel = b.seepageByLevel ?? []
  return (
    <SettingsSection
      noun="parameters"
      item={item}
      title={t('settingsPage.tab.losses')}
      hint={t('settingsPage.lossesHint')}
      fields={(form) => <LossesFields form={form} />}
    >
      <Facts
        noun="parameters"
        facts={[
          ...(byLevel.length === 0 ? [{ path: 'seepage', value: b.seepage }] : []),
          { path: 'seepageReturns', value: b.seepageReturns },
        ]}
      />
      <section className={css.grid}>
        <h3>{t('settingsPage.evaporation')}</h3>
        {b.evaporation.length === 0 ? (
          <p className={css.small}>{t('settingsPage.evaporationNone')}</p>
        ) : (
          <dl className={css.year}>
            {b.evaporation.map((v, i) => (
              <div key={i}>
                <dt>{t('settingsPage.month', { n: i + 1 })}</dt>
                <dd>
                  {number(v, 1)} <span className={textCss.small}>{t('settingsPage.mmPerDay')}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      {byLevel.length > 0 && (
        <FactTable
          label={t('settingsPage.seepageByLevel')}
          head={[`${t('settingsPage.level')} (m)`, `${t('settingsPage.flow')} (m³/s)`]}
          rows={byLevel.map(([z, q]) => [number(z, 2), number(q, 3)])}
          empty=""
        />
      )}
    </SettingsSection>
  )
}

function Flows({ item }: { item: Parameters }) {
  const { t, texts, language } = useText()
  const b = item.body
  return (
    <SettingsSection
      noun="parameters"
      item={item}
      title={t('settingsPage.tab.flows')}
      hint={t('settingsPage.flowsHint')}
      fields={() => <FlowsFields />}
    >
      <FactTable
        label={texts.fieldOf.parameters.minimumFlows.self}
        head={[
          texts.fieldOf.parameters.minimumFlows.from,
          texts.fieldOf.parameters.minimumFlows.to,
          texts.fieldOf.parameters.minimumFlows.reach,
          `${texts.fieldOf.parameters.minimumFlows.flow} (m³/s)`,
        ]}
        rows={(b.minimumFlows ?? []).map((f) => [
          monthDayWords(f.from, language),
          monthDayWords(f.to, language),
          texts.valueOf[f.reach],
          number(f.flow, 2),
        ])}
        empty={t('settingsPage.flowsNone')}
      />
      <Facts
        noun="parameters"
        facts={[
          { path: 'minimumFlowTolerance', value: b.minimumFlowTolerance ?? 0.03 },
          { path: 'envFlow', value: b.envFlow },
          { path: 'envSeries', value: b.envSeries },
        ]}
      />
    </SettingsSection>
  )
}

function Energy({ item }: { item: Parameters }) {
  const { t } = useText()
  const b = item.body
  const metered = Boolean(b.meterSeries || b.ownUseSeries || b.netSeries)
  return (
    <SettingsSection
      noun="parameters"
      item={item}
      title={t('settingsPage.tab.energy')}
      hint={t('settingsPage.energyHint')}
      fields={() => <EnergyFields />}
    >
      <Facts
        noun="parameters"
        facts={[
          { path: 'energyStep', value: b.energyStep ?? ENERGY_STEP },
          { path: 'meterSeries', value: b.meterSeries },
          { path: 'ownUseSeries', value: b.ownUseSeries },
          { path: 'netSeries', value: b.netSeries },
          ...(metered ? [{ path: 'meterEvery', value: b.meterEvery ?? METER_EVERY }] : []),
          { path: 'ownUse', value: b.ownUse },
        ]}
      />
    </SettingsSection>
  )
}

function Levels({ item }: { item: Plant }) {
  const { t, texts, language } = useText()
  const { levels, seasonLimits = [] } = item.body
  return (
    <SettingsSection
      noun="plant"
      item={item}
      title={t('settingsPage.tab.levels')}
      hint={t('settingsPage.levelsHint')}
      fields={() => <LevelsFields />}
    >
      <Facts
        noun="plant"
        facts={(
          ['crest', 'maxPossible', 'checkFlood', 'designedFlood', 'normal', 'dead', 'minPossible'] as const
        ).map((level) => ({
          path: `levels.${level}`,
          words: levels[level] == null ? undefined : `${number(levels[level], 2)} m`,
        }))}
        ladder
      />
      <FactTable
        label={texts.fieldOf.plant.seasonLimits.self}
        head={[
          texts.fieldOf.plant.seasonLimits.from,
          texts.fieldOf.plant.seasonLimits.to,
          `${texts.fieldOf.plant.seasonLimits.level} (m)`,
        ]}
        rows={seasonLimits.map((l) => [
          monthDayWords(l.from, language),
          monthDayWords(l.to, language),
          number(l.level, 2),
        ])}
        empty={t('settingsPage.seasonNone')}
      />
    </SettingsSection>
  )
}

function DisplaySettingsPanel() {
  const { t, texts } = useText()
  const bound = (z: number | null) => (z === null ? t('settingsPage.possible') : `${number(z, 2)} m`)
  const items = useItems('settings')
  return (
    <Loaded query={items} what={t('settingsPage.tab.look')} height={360}>
      {([item]) => {
        const b = item?.body ?? DEFAULT_SETTINGS
        return (
          <SettingsSection
            noun="settings"
            item={item ?? null}
            start={DEFAULT_SETTINGS}
            title={t('settingsPage.tab.look')}
            hint={t('settingsPage.lookHint')}
            fields={() => <DisplayFields />}
          >
            <Facts
              noun="settings"
              facts={[
                { path: 'levelAxis', value: b.levelAxis ?? 'limits' },
                { path: 'waterLevelMin', words: bound(b.waterLevelMin) },
                { path: 'waterLevelMax', words: bound(b.waterLevelMax) },
                { path: 'lateShown', words: `${number(b.lateShown ?? LATE_SHOWN, 0)} h` },
                { path: 'dischargeOutChart', value: b.dischargeOutChart },
                {
                  path: 'thresholds',
                  value: b.thresholds,
                  words: b.thresholds.length === 0 ? texts.valueOf.none : undefined,
                },
                {
                  path: 'hiddenLines',
                  value: b.hiddenLines,
                  words: b.hiddenLines.length === 0 ? texts.valueOf.none : undefined,
                },
              ]}
            />
            <p className={css.small}>{t('settingsPage.axisHint')}</p>
          </SettingsSection>
        )
      }}
    </Loaded>
  )
}

function Project({ item }: { item: Plant }) {
  const { t } = useText()
  const b = item.body
  return (
    <SettingsSection
      noun="plant"
      item={item}
      title={t('settingsPage.tab.project')}
      hint={t('settingsPage.dayHint')}
      fields={(form) => <ProjectFields form={form} />}
    >
      <Facts
        noun="plant"
        facts={[
          { path: 'name', value: b.name },
          { path: 'zone', value: b.zone },
          { path: 'dayStart', value: b.dayStart },
          { path: 'rainDayStart', value: b.rainDayStart },
        ]}
      />
      <p className={css.small}>
        <Link to="/settings/information?tab=basin">{t('settingsPage.toMap')}</Link>
      </p>
    </SettingsSection>
  )
}

function Camera() {
  const { t } = useText()
  const items = useItems('settings')
  return (
    <Loaded query={items} what={t('settingsPage.camera')} height={120}>
      {([item]) => (
        <SettingsSection
          noun="settings"
          item={item ?? null}
          start={DEFAULT_SETTINGS}
          title={t('settingsPage.camera')}
          hint={t('settingsPage.cameraHint')}
          fields={() => <CameraFields />}
        >
          <Facts noun="settings" facts={[{ path: 'cameraPath', value: item?.body.cameraPath ?? null }]} />
        </SettingsSection>
      )}
    </Loaded>
  )
}

function MapTiles() {
  const { t } = useText()
  const items = useItems('settings')
  return (
    <Loaded query={items} what={t('stationMap.tiles')} height={120}>
      {([item]) => (
        <SettingsSection
          noun="settings"
          item={item ?? null}
          start={DEFAULT_SETTINGS}
          title={t('stationMap.tiles')}
          hint={t('stationMap.tilesHint')}
          fields={() => <MapFields />}
        >
          <Facts
            noun="settings"
            facts={[
              { path: 'mapTiles', value: item?.body.mapTiles ?? null },
              { path: 'mapCredit', value: item?.body.mapCredit ?? null },
            ]}
          />
        </SettingsSection>
      )}
    </Loaded>
  )
}
