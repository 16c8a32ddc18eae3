import { Button, Menu } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { STANDARD, type Actions } from '../../parts/time-chart/actions.ts'
import { ChartTools, LinkItem, MarksItem } from '../../parts/time-chart/chart-tools.tsx'
import { FreeRange, RangeTimes } from '../../parts/time-chart/times.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { CalculateButton } from '../calculation/index.ts'
import { Panels } from './panels/menu.tsx'
import css from './chart.module.css'
import { KnownChoice } from '../../parts/time-chart/known-choice.tsx'

interface Props {
  actions: Actions
  change: (part: Partial<Actions>) => void
  zone: string
  fullScale: boolean
  setFullScale: (full: boolean) => void
}

export function Toolbar({ actions, change, zone, fullScale, setFullScale }: Props) {
  const { t } = useText()
  return (
    <div className={css.toolbar}>
      <RangeTimes actions={actions} change={change} />
      <FreeRange actions={actions} change={change} zone={zone} />
      <KnownChoice zone={zone} choose={(known) => change({ known })} />
      {actions.timeRange.start !== null && actions.known === null && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Icon name="live" size={16} />}
          onClick={() => change({ timeRange: STANDARD.timeRange })}
        >
          {t('dashboard.live')}
        </Button>
      )}
      <div className={css.end}>
        {actions.known === null && <CalculateButton />}
        <ChartTools actions={actions} change={change} zone={zone} />
        <Panels />
        <Button
          size="compact-sm"
          variant="default"
          title={t('chart.levelAxisHint')}
          aria-label={`${t('chart.levelAxis')}: ${t(fullScale ? 'chart.toLimits' : 'chart.byData')}`}
          leftSection={<Icon name="water" size={16} />}
          onClick={() => setFullScale(!fullScale)}
        >
          {t(fullScale ? 'chart.toLimits' : 'chart.byData')}
        </Button>
        <View actions={actions} change={change} />
      </div>
    </div>
  )
}

function View({ actions, change }: Pick<Props, 'actions' | 'change'>) {
  const { t, texts } = useText()
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={250}>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<Icon name="down" size={12} />}>
          {t('dashboard.view')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('chart.top')}</Menu.Label>
        <Menu.RadioGroup
          value={String(actions.topChart)}
          onChange={(v) => change({ topChart: Number(v) as Actions['topChart'] })}
        >
          {texts.chart.tops.map((name, i) => (
            <Menu.RadioItem key={name} value={String(i)}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('dashboard.rain')}</Menu.Label>
        <Menu.RadioGroup
          value={String(actions.rainType)}
          onChange={(v) => change({ rainType: v === '1' ? 1 : 0 })}
        >
          <Menu.RadioItem value="0">{t('dashboard.gauge')}</Menu.RadioItem>
          <Menu.RadioItem value="1">{t('dashboard.radar')}</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <MarksItem actions={actions} change={change} />
        <Menu.CheckboxItem checked={actions.subAxis === 1} onChange={(on) => change({ subAxis: on ? 1 : 0 })}>
          {t('chart.subAxis')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <LinkItem actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}
