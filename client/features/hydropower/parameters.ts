/** Parameters of each outlet type's formula (domain 2.2 to 2.6), and their defaults. */
type ParameterName =
  | 'width'
  | 'sill'
  | 'm'
  | 'c'
  | 'cSub'
  | 'maxOpening'
  | 'bays'
  | 'xiAbutment'
  | 'xiPier'
  | 'designHead'
  | 'approachVelocity'
  | 'trunnion'
  | 'te'
  | 'be'
  | 'he'
  | 'height'
  | 'mu'
  | 'diameter'
  | 'length'
  | 'n'
  | 'ke'
  | 'slope'
  | 'inletInvert'
  | 'outletInvert'

export interface Parameter {
  name: ParameterName
  /** Required by the formula. */
  needed?: boolean
  /** Default where it is empty. */
  byDefault?: number
}

interface Set {
  size: readonly Parameter[]
  coefficients: readonly Parameter[]
  further: readonly Parameter[]
  /** Whether it can pass smoothly to submerged flow, and whether it has an inlet form. */
  smooth?: boolean
  inlet?: boolean
}

const contraction: readonly Parameter[] = [
  { name: 'bays', byDefault: 1 },
  { name: 'xiAbutment', byDefault: 0 },
  { name: 'xiPier', byDefault: 0 },
  { name: 'designHead' },
  { name: 'approachVelocity', byDefault: 0 },
]
const opening: readonly Parameter[] = [
  { name: 'width', needed: true },
  { name: 'sill', needed: true },
]

const PARAMETERS: Record<number, Set> = {
  1: { size: opening, coefficients: [{ name: 'm', byDefault: 0.49 }], further: contraction },
  2: {
    size: [...opening, { name: 'maxOpening' }, { name: 'trunnion' }],
    coefficients: [
      { name: 'c', byDefault: 0.7 },
      { name: 'cSub', byDefault: 0.8 },
      { name: 'te', byDefault: 0 },
      { name: 'be', byDefault: 1 },
      { name: 'he', byDefault: 0.5 },
      { name: 'm', byDefault: 0.42 },
    ],
    further: contraction,
    smooth: true,
  },
  3: {
    size: [...opening, { name: 'maxOpening' }],
    coefficients: [
      { name: 'c', byDefault: 0.6 },
      { name: 'cSub', byDefault: 0.8 },
      { name: 'm', byDefault: 0.42 },
    ],
    further: contraction,
    smooth: true,
  },
  4: {
    size: [...opening, { name: 'height' }],
    coefficients: [
      { name: 'mu', byDefault: 0.65 },
      { name: 'c', byDefault: 0.6 },
      { name: 'cSub', byDefault: 0.8 },
      { name: 'm', byDefault: 0.42 },
    ],
    further: contraction,
    smooth: true,
  },
  5: {
    size: [
      { name: 'diameter', needed: true },
      { name: 'length', needed: true },
      { name: 'inletInvert', needed: true },
      { name: 'outletInvert' },
    ],
    coefficients: [
      { name: 'n', byDefault: 0.013 },
      { name: 'ke' },
      { name: 'slope' },
      { name: 'mu', byDefault: 0.65 },
    ],
    further: [],
    inlet: true,
  },
}

/** Parameters of a type; those of the flat gate if it is unknown. */
export const parametersOf = (type: number): Set => PARAMETERS[type] ?? PARAMETERS[3]

/** The draft's parameters that the type knows: hidden ones of another type must not be saved. */
export function keptParameters(type: number, had: Record<string, unknown>): Record<string, unknown> {
  const { size, coefficients, further, smooth, inlet } = parametersOf(type)
  const names = new Set<string>([...size, ...coefficients, ...further].map((p) => p.name))
  if (smooth) names.add('smoothSubmergence')
  if (inlet) names.add('inlet')
  // The height of a sluice may have been entered as its largest opening.
  if (type === 4) names.add('maxOpening')
  return Object.fromEntries(Object.entries(had).filter(([name]) => names.has(name)))
}

/** Parameters without which a type's formula cannot be used. */
export function missingOf(type: number, has: (name: ParameterName) => boolean): ParameterName[] {
  const missing = parametersOf(type)
    .size.filter((p) => p.needed && !has(p.name))
    .map((p) => p.name)
  // The sill of a culvert stands in for its inlet.
  return type === 5 && has('sill') ? missing.filter((n) => n !== 'inletInvert') : missing
}

/** Ids of gates are referenced by tables and sensors of the whole plant, so they are random. */
export function leafId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `leaf_${Array.from(bytes, (b) => (b % 36).toString(36)).join('')}`
}
