import type { Widen } from '../widen.ts'
import type { publishedVi } from '../vi/published.ts'

export const publishedEn: Widen<typeof publishedVi> = {
  published: {
    about: 'What the plant has published beside what is computed here. Published values are never an input.',
    record: 'Published record',
    span: 'Span',
    lastYear: 'The last year',
    none: 'No published record yet',
    noneHint:
      'Import published inflow, outflow or storage from a file, into the series published.inflow, published.release or published.storage.',
    import: 'Import history',
    apart: 'No times in common',
    apartHint: 'Published values in this span: {{n}}. Nothing was computed at their times.',
    alone: 'Published values without a computed value at the same time: {{n}}.',
    unitChanged:
      'From {{from}} to {{to}} the published values seem to be in another unit: they agree when multiplied by {{factor}}.',
    unitLooks: 'This is the factor from {{from}} to {{to}}.',
    chart: 'Published and computed',
    scores: 'Agreement',
    whole: 'Whole span',
    floods: 'Floods',
    months: 'Months',
    n: 'Values',
    bias: 'Bias, {{unit}}',
    volumePublished: 'Published volume, {{unit}}',
    volumeComputed: 'Computed volume, {{unit}}',
    peakPublished: 'Published peak, {{unit}}',
    peakComputed: 'Computed peak, {{unit}}',
    slope: 'Slope',
    slopeTitle: 'Computed against published, through the origin: 1 where they agree',
    days: 'Days that differ most',
    day: 'Day',
    published: 'Published, {{unit}}',
    computed: 'Computed, {{unit}}',
    by: 'Difference, {{unit}}',
  },
}
