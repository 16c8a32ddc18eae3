import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { stepShiftOrder, type Duty, type ShiftEntry } from '#contract/shift-log.ts'
import { dateTime, duration, timeNear } from '../../lib/format.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icon/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './shift-log.module.css'

interface Props {
  duty: Duty
  zone: string
  mayWrite: boolean
  onChange: () => void
  /** Called when an order moved on; what: the step in words. */
  onStep: (what: string) => void
}

/** The operator on duty, since when, and the open orders. */
export function OnDuty({ duty, zone, mayWrite, onChange, onStep }: Props) {
  const { t } = useText()
  const { current, previous, sheet } = duty
  return (
    <div className={css.duty}>
      <div className={css.who}>
        <h2 className={css.label}>{t('shiftLog.duty.title')}</h2>
        {current ? (
          <>
            <strong className={css.name}>{current.party}</strong>
            <Since entry={current} zone={zone} />
            {(current.crew || previous) && (
              <div className={textCss.note}>
                {[
                  current.crew && t('shiftLog.duty.crew', { names: current.crew }),
                  previous && t('shiftLog.duty.before', { name: previous.party ?? '-' }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            )}
          </>
        ) : (
          <>
            <strong className={css.name} data-none>
              {t('shiftLog.duty.nobody')}
            </strong>
            {mayWrite && <div className={textCss.note}>{t('shiftLog.duty.nobodyHint')}</div>}
          </>
        )}
        <div className={css.acts}>
          {mayWrite && (
            <Button variant="default" leftSection={<Icon name="swap" size={16} />} onClick={onChange}>
              {t('shiftLog.duty.change')}
            </Button>
          )}
          <Button
            component={Link}
            className={css.sheets}
            to={sheet ? `/log/handover?sheet=${sheet.sheet_id}` : '/log/handover'}
            variant={sheet ? 'filled' : 'default'}
            leftSection={<Icon name={sheet ? 'edited' : 'book'} size={16} />}
          >
            {t(
              sheet
                ? sheet.role === 'incoming'
                  ? 'shiftLog.duty.toSign'
                  : 'shiftLog.duty.toFinish'
                : 'shiftLog.duty.sheets',
            )}
          </Button>
        </div>
      </div>
      {duty.open_orders.length > 0 && (
        <section className={css.orders} aria-label={t('shiftLog.orders.title')}>
          <h2 className={css.label}>
            {t('shiftLog.orders.title')} · {duty.open_orders.length}
          </h2>
          <ul>
            {duty.open_orders.map((o) => (
              <Order key={o.entry_id} order={o} zone={zone} mayWrite={mayWrite} onStep={onStep} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Since({ entry, zone }: { entry: ShiftEntry; zone: string }) {
  const { t, language } = useText()
  const now = useNow(30_000)
  return (
    <div className={css.since}>
      {[
        entry.shift,
        t('shiftLog.duty.since', { time: timeNear(entry.t, now, zone, language) }),
        t('shiftLog.duty.long', { time: duration(Math.max(0, now - entry.t), language) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </div>
  )
}

function Order({
  order,
  zone,
  mayWrite,
  onStep,
}: Pick<Props, 'zone' | 'mayWrite' | 'onStep'> & { order: ShiftEntry }) {
  const { t, language } = useText()
  const step = useAct(stepShiftOrder, { quiet: true })
  const now = useNow(MINUTE)
  const name = [order.number, order.party].filter(Boolean).join(' · ')
  const button = (which: 'acknowledge' | 'carry_out', label: string) => {
    const what = t('shiftLog.orders.stepOf', { act: label, order: name })
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={step.busy && step.input?.body.step === which}
        aria-label={what}
        onClick={() =>
          // The page reports success, since the line of a completed order disappears. The line reports failure.
          void step.run({ body: { entry_id: order.entry_id, version: order.version, step: which } }).then(
            () => onStep(what),
            () => undefined,
          )
        }
      >
        {label}
      </Button>
    )
  }
  return (
    <li className={css.order}>
      <div className={css.orderWords}>
        <div className={css.orderHead}>
          <Icon name="inbox" size={16} />
          <strong>{order.number ?? '-'}</strong>
          <span>{t('shiftLog.orders.from', { who: order.party ?? '-' })}</span>
          <span className={textCss.note} title={dateTime(order.t, zone, language)}>
            {timeNear(order.t, now, zone, language)}
          </span>
        </div>
        <div className={css.orderText}>{order.text}</div>
        {order.acknowledged_at !== null && (
          <div className={textCss.note}>
            {t('shiftLog.orders.acknowledged', {
              time: timeNear(order.acknowledged_at, now, zone, language),
            })}
          </div>
        )}
        {step.error && (
          <div className={css.refused} role="alert">
            <Icon name="warning" size={16} /> {reasonOf(step.error)}
          </div>
        )}
      </div>
      {mayWrite && (
        <div className={css.orderActs}>
          {order.acknowledged_at === null && button('acknowledge', t('shiftLog.orders.acknowledge'))}
          {button('carry_out', t('shiftLog.orders.carryOut'))}
        </div>
      )}
    </li>
  )
}
