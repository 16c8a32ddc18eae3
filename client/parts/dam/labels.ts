import { t } from '../../lib/text/index.ts'

/** Labels that every section of a dam shares. */
export const damLabels = () => ({
  tail: t('damSection.tail'),
  dead: t('level.dead'),
  normal: t('level.normal'),
  flood: t('level.flood'),
  check: t('level.check'),
  crest: t('level.crest'),
  gates: t('damSection.gates'),
  outlets: t('damSection.outlets'),
  units: t('damSection.units'),
  open: t('damSection.open'),
  running: t('damSection.running'),
  missing: t('damSection.missing'),
})
