import { Button, Radio, TextInput } from '@mantine/core'
import { setReview, type EditsData } from '#contract/edits.ts'
import { LIMITS } from '#contract/validation.ts'
import { REVIEW_STATES, WHOLE_RECORD, type ReviewState } from '#core/edits/index.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Failure, Form, FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './edits.module.css'
import { useReviews, useSetReview } from './queries.ts'
import type { EditSpan } from './selection.ts'

interface Props {
  data: EditsData
  /** The selection; null: the whole displayed span. */
  span: EditSpan | null
  /** Whether the typed selection is invalid. */
  spanWrong: boolean
  zone: string
  mayEdit: boolean
  mayApprove: boolean
  onShow: (span: EditSpan) => void
}

/** Review state of the data: the state in force, who set it, and buttons to set another for the selection. */
export function ReviewPanel({ data, span, spanWrong, zone, mayEdit, mayApprove, onShow }: Props) {
  const { t, language } = useText()
  const shown = { from: data.from, to: data.to }
  const reviews = useReviews(data.series, shown)
  const time = (ms: number) => dateTime(ms, zone, language)
  return (
    <div className={`${layoutCss.fields} ${css.list}`}>
      {(mayEdit || mayApprove) && (
        <SetState
          data={data}
          span={span ?? shown}
          whole={span === null}
          spanWrong={spanWrong}
          zone={zone}
          mayApprove={mayApprove}
        />
      )}
      <h3>{t('edits.review.now')}</h3>
      <ul aria-label={t('edits.review.now')}>
        {data.reviews.map((r) => (
          <li key={r.from}>
            <strong>
              {r.state === 'approved' && <Icon name="lock" size={14} />} {t(`edits.state.${r.state}`)}
            </strong>
            <button
              type="button"
              className={css.link}
              title={t('edits.review.showChosen')}
              onClick={() => onShow({ from: r.from, to: r.to })}
            >
              {time(r.from)} – {time(r.to)}
            </button>
          </li>
        ))}
      </ul>
      <h3>{t('edits.review.given')}</h3>
      <Loaded query={reviews} what={t('edits.review.given')} height={80}>
        {(reviews) =>
          reviews.length === 0 ? (
            <p className={textCss.small}>{t('edits.review.none')}</p>
          ) : (
            <ul aria-label={t('edits.review.given')}>
              {reviews.map((r) => (
                <li key={r.review_id} data-undone={r.superseded_at !== null || undefined}>
                  <strong>{t(`edits.state.${r.state}`)}</strong>
                  <span>
                    {time(r.from)} – {time(r.to)}
                  </span>
                  {r.note && <p>{r.note}</p>}
                  <p className={textCss.small}>
                    {[
                      r.set_by_name ?? t('edits.program'),
                      time(r.set_at),
                      r.series === WHOLE_RECORD && t('edits.review.ofWhole'),
                      r.superseded_at !== null && t('edits.review.covered'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function SetState({
  data,
  span,
  whole,
  spanWrong,
  zone,
  mayApprove,
}: {
  data: EditsData
  span: EditSpan
  whole: boolean
  spanWrong: boolean
  zone: string
  mayApprove: boolean
}) {
  const { t, language } = useText()
  const time = (ms: number) => dateTime(ms, zone, language)
  const set = useSetReview()
  const form = useForm({
    schema: setReview.body!,
    values: { state: 'in_review' as ReviewState, scope: 'one', note: '' },
    body: ({ state, scope, note }) => ({
      series: scope === 'one' ? data.series : null,
      state,
      from: span.from,
      to: span.to,
      note: note.trim() === '' ? null : note.trim(),
    }),
    rules: () => ({ span: spanWrong && t('edits.range.correct') }),
  })
  const { state } = form.values
  const locked = data.reviews.some((r) => r.state === 'approved' && r.from <= span.to && r.to >= span.from)
  const forbidden = !mayApprove && (state === 'approved' || locked)
  return (
    <Form
      form={form}
      alert={false}
      className={`${layoutCss.fields} ${css.form}`}
      aria-label={t('edits.review.set')}
      onSubmit={(body) => set.run({ body })}
      onDone={() => {
        notice('done', t('edits.review.done', { state: t(`edits.state.${state}`) }))
        form.set('note', '')
      }}
    >
      <p className={textCss.small}>
        {t('edits.review.span', { from: time(span.from), to: time(span.to) })}
        {whole && (
          <>
            <br />
            {t('edits.review.ofShown')}
          </>
        )}
      </p>
      <Radio.Group {...form.choice('state')} label={t('edits.review.state')}>
        <div className={css.radios}>
          {REVIEW_STATES.map((s) => (
            <Radio
              key={s}
              value={s}
              disabled={s === 'approved' && !mayApprove}
              label={t(`edits.state.${s}`)}
              description={
                s === 'approved' && !mayApprove
                  ? t('edits.review.needs', { permission: t('edits.permission.approve') })
                  : t(`edits.stateHint.${s}`)
              }
            />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group {...form.choice('scope')} label={t('edits.review.scope')}>
        <div className={css.radios}>
          <Radio value="one" label={t('edits.review.one')} />
          <Radio value="whole" label={t('edits.review.whole')} />
        </div>
      </Radio.Group>
      <TextInput label={t('edits.review.note')} maxLength={LIMITS.reason.max} {...form.text('note')} />
      <Failure form={form} />
      {locked && !mayApprove && (
        <FormAlert kind="info">
          {t('edits.lockedNeeds', { permission: t('edits.permission.approve') })}
        </FormAlert>
      )}
      <div className={css.actions}>
        <Button type="submit" disabled={forbidden} loading={form.busy}>
          {t('edits.review.act', { state: t(`edits.state.${state}`) })}
        </Button>
      </div>
    </Form>
  )
}
