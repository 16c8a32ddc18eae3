/** Values over an ascending key: a storage curve, a rating, one of a family of them. */
export interface Curve {
  id: string
  /** Label at its end, and above its reading. */
  name: string
  /** A CSS colour. */
  color: string
  key: ArrayLike<number>
  value: ArrayLike<number>
  /** Uses the second value axis. */
  second?: boolean
  /** Each value is in force until the next key, instead of being joined to it. */
  steps?: boolean
  /** Short label, used where the curve ends before the others. */
  tag?: string
  /** Omits the label at its end: its name is only in the strip. */
  plain?: boolean
}

export interface CurveAxis {
  name: string
  unit: string
  decimals: number
}

/** A meaningful key, such as a level of the reservoir. */
export interface CurveLine {
  at: number
  label: string
}

/** A node with a remark. */
export interface CurveMark {
  key: number
  value: number
  /** now: the present state, a dot without alarm. */
  tone: 'warn' | 'alarm' | 'now'
  label: string
}
