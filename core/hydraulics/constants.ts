/** m/s2 */
export const G = 9.81
/** kW per (m3/s * m): rho g / 1000. */
export const KW = 9.81
