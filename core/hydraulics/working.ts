/** Notes of the formulas for an explanation: each with its coefficients and numbers. */
import { noteLine, term, type Term } from '#core/notes.ts'
import { G } from './constants.ts'

const FLOW = 'm3/s'
const m = (v: number): Term => term(v, 'm')
const pure = (v: number): Term => term(v)
const g = term(G, 'm/s2')

/** Head above a sill or crest. */
export const noteHead = (z: number, sill: number, h: number): void =>
  noteLine('head', 'H', h, 'm', 'Z - Z_s', { Z: m(z), Z_s: m(sill) })

/** Depth of the tailwater above a sill or crest, m. */
export const noteTailHead = (tail: number, sill: number, h: number): void =>
  noteLine('tail_head', 'H_t', h, 'm', 'Z_t - Z_s', { Z_t: m(tail), Z_s: m(sill) })

/**
 * Flow over a weir, m3/s, with the parts of its coefficient: energy head, correction of an ogee crest by its design
 * head, contraction by piers and abutments, submergence (Villemonte).
 */
export function noteWeirFlow(
  w: {
    m: number
    eps: number
    sigma: number
    b: number
    head: number
    h: number
    v: number
    tail: number
    /** Coefficient before the ogee's correction, and design head; NaN without one. */
    m0: number
    designHead: number
    contraction: { bays: number; xiA: number; xiP: number } | null
  },
  q: number,
): void {
  if (w.v !== 0)
    noteLine('energy_head', 'H_0', w.head, 'm', 'H + v ^ 2 / (2 * g)', { H: m(w.h), v: term(w.v, 'm/s'), g })
  const head = w.v !== 0 ? 'H_0' : 'H'
  if (w.designHead === w.designHead)
    noteLine('ogee', 'm', w.m, '', `m_d * max(0.2, min(1.3, ${head} / H_d)) ^ 0.12`, {
      m_d: pure(w.m0),
      [head]: m(w.head),
      H_d: m(w.designHead),
    })
  if (w.contraction)
    noteLine(
      'contraction',
      'eps',
      w.eps,
      '',
      `max(0, 1 - 0.2 * (xi_a + (n - 1) * xi_p) * ${head} / (n * b))`,
      {
        xi_a: pure(w.contraction.xiA),
        xi_p: pure(w.contraction.xiP),
        n: pure(w.contraction.bays),
        [head]: m(w.head),
        b: m(w.b),
      },
    )
  if (w.tail > 0) {
    const free = w.tail < w.h
    const expression = free ? '(1 - (H_t / H) ^ 1.5) ^ 0.385' : '0'
    noteLine('submergence', 'sigma', w.sigma, '', expression, free ? { H_t: m(w.tail), H: m(w.h) } : {})
  }
  noteLine('weir', 'Q_w', q, FLOW, `m * eps * sigma * b * sqrt(2 * g) * ${head} * sqrt(${head})`, {
    m: pure(w.m),
    eps: pure(w.eps),
    sigma: pure(w.sigma),
    b: m(w.b),
    g,
    [head]: m(w.head),
  })
}

/** No flow: the sill is clear of the water, or the gate is shut. */
export const noteNothing = (id: 'dry' | 'closed' | 'drowned' | 'stopped'): void =>
  noteLine(id, 'Q', 0, FLOW, '0', {})

interface Under {
  c: number
  cSub: number
  a: number
  b: number
  h: number
  tail: number
}

/** Free flow below a gate, m3/s: `c` over the opening, by the head above the sill. */
export const noteFree = ({ c, a, b, h }: Under, q: number): void =>
  noteLine('orifice', 'Q_o', q, FLOW, 'C * b * a * sqrt(2 * g) * sqrt(H)', {
    C: pure(c),
    b: m(b),
    a: m(a),
    g,
    H: m(h),
  })

/** Flow below a gate between free and submerged, m3/s: by 3 (H - H_t). */
export const noteBetweenRegimes = ({ c, a, b, h, tail }: Under, q: number): void =>
  noteLine('orifice_between', 'Q_t', q, FLOW, 'C * b * a * sqrt(2 * g) * sqrt(3 * (H - H_t))', {
    C: pure(c),
    b: m(b),
    a: m(a),
    g,
    H: m(h),
    H_t: m(tail),
  })

/** Submerged flow below a gate, m3/s: `cSub` over the opening, by the difference of the levels. */
export const noteSubmerged = ({ cSub, a, b, h, tail }: Under, q: number): void =>
  noteLine('orifice_submerged', 'Q_s', q, FLOW, 'C_s * b * a * sqrt(2 * g) * sqrt(H - H_t)', {
    C_s: pure(cSub),
    b: m(b),
    a: m(a),
    g,
    H: m(h),
    H_t: m(tail),
  })

/** Where the switch between two regimes is smoothed. */
export const noteBlend = (w: number, between: number, submerged: number, q: number): void =>
  noteLine('blend', 'Q_o', q, FLOW, '(1 - w) * Q_t + w * Q_s', {
    w: pure(w),
    Q_t: term(between, FLOW),
    Q_s: term(submerged, FLOW),
  })

/** Flow below a radial gate, m3/s, by powers of trunnion height, opening and head, each with its exponent. */
export const noteRadial = (
  k: { c: number; te: number; be: number; he: number; trunnion: number },
  a: number,
  b: number,
  h: number,
  /** Free, or 3 (H - H_t) in the transition. */
  tail: number | null,
  q: number,
): void =>
  noteLine(
    tail === null ? 'radial' : 'radial_between',
    tail === null ? 'Q_o' : 'Q_t',
    q,
    FLOW,
    `C * sqrt(2 * g) * W * T ^ TE * a ^ BE * ${tail === null ? 'H' : '(3 * (H - H_t))'} ^ HE`,
    {
      C: pure(k.c),
      g,
      W: m(b),
      T: m(k.trunnion),
      TE: pure(k.te),
      a: m(a),
      BE: pure(k.be),
      H: m(h),
      ...(tail === null ? {} : { H_t: m(tail) }),
      HE: pure(k.he),
    },
  )

/** Between weir and orifice, m3/s: weighted by how far the head is above the opening. */
export const noteTransition = (h: number, a: number, weir: number, orifice: number, q: number): void => {
  noteLine('share', 'w', (h - a) / (0.25 * a), '', '(H - a) / (0.25 * a)', { H: m(h), a: m(a) })
  noteLine('transition', 'Q', q, FLOW, '(1 - w) * Q_w + w * Q_o', {
    w: pure((h - a) / (0.25 * a)),
    Q_w: term(weir, FLOW),
    Q_o: term(orifice, FLOW),
  })
}

/** Flow through a sluice, m3/s: by the head above the middle of the opening, or above a tailwater that covers it. */
export function noteSluice(
  a: number,
  b: number,
  h: number,
  tail: number,
  mu: number,
  head: number,
  q: number,
): void {
  if (tail > a / 2) noteLine('head_drop', 'H_0', head, 'm', 'H - H_t', { H: m(h), H_t: m(tail) })
  else noteLine('head_centre', 'H_0', head, 'm', 'H - a / 2', { H: m(h), a: m(a) })
  noteLine('sluice', 'Q', q, FLOW, 'mu * b * a * sqrt(2 * g * H_0)', {
    mu: pure(mu),
    b: m(b),
    a: m(a),
    g,
    H_0: m(head),
  })
}

/** Flow through a pipe, m3/s: the smaller one of inlet and outlet control. */
export function noteCulvert(
  pipe: { diameter: number; length: number; n: number; ke: number; slope: number },
  inlet: number,
  outlet: number,
  q: number,
): void {
  const terms = {
    D: m(pipe.diameter),
    L: m(pipe.length),
    n: pure(pipe.n),
    K_e: pure(pipe.ke),
    S: term(pipe.slope, 'm/m'),
  }
  noteLine('inlet_control', 'Q_i', inlet, FLOW, '', terms)
  noteLine('outlet_control', 'Q_e', outlet, FLOW, '', terms)
  noteLine('culvert', 'Q', q, FLOW, 'min(Q_i, Q_e)', { Q_i: term(inlet, FLOW), Q_e: term(outlet, FLOW) })
}

/** Flow through the open segment of a pipe, m3/s: by its area (m2) and the head above its centre, or above a higher tailwater. */
export const noteSegment = (mu: number, area: number, head: number, q: number): void =>
  noteLine('segment', 'Q', q, FLOW, 'mu * A * sqrt(2 * g * H_0)', {
    mu: pure(mu),
    A: term(area, 'm2'),
    g,
    H_0: m(head),
  })

/** Head above the tailwater of a reaction unit, above the nozzle of an impulse unit. */
export const noteGross = (z: number, low: number, reaction: boolean, gross: number): void =>
  noteLine('gross_head', 'H', gross, 'm', reaction ? 'Z - Z_t' : 'Z - Z_c', {
    Z: m(z),
    [reaction ? 'Z_t' : 'Z_c']: m(low),
  })

/** Net head of a generating unit, m: gross head without the loss of the waterway. */
export const noteNet = (gross: number, loss: number, net: number): void =>
  noteLine('net_head', 'H_n', net, 'm', 'H - h1', { H: m(gross), h1: m(loss) })

/** Solved: the discharge at which the unit delivers its power. Above its capacity, its largest discharge. */
export function noteTurbine(
  p: number,
  q: number,
  gross: number,
  others: number,
  out: { head: number; eta: number; code: string | null },
  machine: { qmax: number; generatorEfficiency: number },
): void {
  if (others !== 0) noteLine('waterway', 'Q_w', q + others, FLOW, '', { Q_others: term(others, FLOW) })
  noteNet(gross, gross - out.head, out.head)
  if (out.code === 'POWER_ABOVE_CAPACITY') {
    noteLine('capacity', 'Q', q, FLOW, 'Q_max', { Q_max: term(machine.qmax, FLOW), P: term(p, 'kW') })
    return
  }
  noteLine('turbine', 'Q', q, FLOW, 'P / (9.81 * H_n * eta * eta_g)', {
    P: term(p, 'kW'),
    H_n: m(out.head),
    eta: pure(out.eta),
    eta_g: pure(machine.generatorEfficiency),
    Q_max: term(machine.qmax, FLOW),
  })
}

/** The share of one unit in the table's value for all that run. */
export const noteShare = (all: number, p: number, sum: number, q: number): void =>
  noteLine('share_of_power', 'Q', q, FLOW, 'Q_n * (P / P_n)', {
    Q_n: term(all, FLOW),
    P: term(p, 'kW'),
    P_n: term(sum, 'kW'),
  })

/** A discharge without a formula, m3/s: measured, stopped (0), or the last known one. */
export const noteInput = (id: 'measured' | 'stopped' | 'last', q: number): void =>
  noteLine(id, 'Q', q, FLOW, 'Q_g', { Q_g: term(q, FLOW) })

/** Total of spill and generating units, m3/s. */
export const noteTotal = (spill: number, units: number, total: number): void =>
  noteLine('total', 'q', total, FLOW, 'Q_spill + Q_units', {
    Q_spill: term(spill, FLOW),
    Q_units: term(units, FLOW),
  })
