import css from './account.module.css'

const contour = (x: number, y: number, w: number) =>
  `M${x} ${y} q ${w / 8} -7 ${w / 4} 0 t ${w / 4} 0 t ${w / 4} 0 t ${w / 4} 0`

/** Decorative section through a reservoir: water against a gravity dam, hills behind. */
export function Illustration() {
  return (
    <div className={css.illustration} aria-hidden>
      <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice">
        <g fill="none" stroke="var(--line-strong)" strokeWidth="1" opacity=".55">
          <path d="M-20 420 C 90 330 160 300 260 350 S 420 250 520 300 700 220 830 290" />
          <path d="M-20 470 C 110 390 190 370 290 410 S 450 320 560 360 720 300 830 350" />
          <path d="M-20 515 C 110 450 210 440 300 460 S 470 400 580 425 740 380 830 410" />
        </g>
        <path d="M0 520 H556 L 574 900 H0 Z" fill="var(--water)" opacity=".8" />
        <g fill="none" stroke="var(--level)" strokeLinecap="round">
          {[0, 1, 2, 3, 4, 5].map((i) => (
            <path
              key={i}
              d={contour(30 + i * 22, 560 + i * 52, 440 - i * 26)}
              strokeWidth={2 - i * 0.2}
              opacity={0.5 - i * 0.07}
            />
          ))}
        </g>
        <path d="M0 520 H556" stroke="var(--level)" strokeWidth="2.5" />
        <path
          d="M552 470 H590 L 592 548 L 716 900 H 570 Z"
          fill="var(--surface)"
          stroke="var(--line-strong)"
          strokeWidth="1.5"
        />
        <g stroke="var(--line)" strokeWidth="1.5">
          <path d="M560 600 H611M563 680 H639M566 760 H667M569 840 H695" />
        </g>
        <path d="M708 862 H800 V900 H716 Z" fill="var(--water)" opacity=".8" />
        <path d="M708 862 H800" stroke="var(--level)" strokeWidth="2" />
        <path
          d="M540 480 v150 M532 480 h16 M536 505 h8 M532 530 h16 M536 555 h8 M532 580 h16 M536 605 h8 M532 630 h16"
          fill="none"
          stroke="var(--muted)"
          strokeWidth="1.5"
          opacity=".7"
        />
      </svg>
    </div>
  )
}
