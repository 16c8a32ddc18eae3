/** Values against a key that rises: a storage curve, a rating, one of a family of them. */
export interface Curve {
  id: string
  /** Written beside its end, and over its reading. */
  name: string
  /** A CSS colour. */
  color: string
  key: ArrayLike<number>
  value: ArrayLike<number>
  /** On the second axis of values. */
  second?: boolean
  /** Each value is in force until the next key, instead of being joined to it. */
  steps?: boolean
  /** Short for its name, where it ends before the others. */
  tag?: string
  /** Not written beside its end: its name is in the strip only. */
  plain?: boolean
}

export interface CurveAxis {
  name: string
  unit: string
  decimals: number
}

/** A key that means something, such as a level of the reservoir. */
export interface CurveLine {
  at: number
  label: string
}

/** A node that something is to be said about. */
export interface CurveMark {
  key: number
  value: number
  /** now: where it is at present, a dot and no alarm. */
  tone: 'warn' | 'alarm' | 'now'
  label: string
}
