/** Dawn: a street of craftsman houses, the sun just over the ridge. */
import { cottage, craftsman } from '../houses.ts'
import { conifer, crown, grass, type Leaves, mailbox, picket, shrub, tree } from '../parts.ts'
import { ink, mix, Pen, type Point, paper, rose, smooth } from '../pen.ts'

export function hero1(): string {
  const pen = new Pen(2400, 1350, 11)
  const sun: Point = [1186, 742]
  const horizon = 800
  const early: Leaves = { dark: '#28504a', mid: '#456f5c', light: '#c2a678', trunk: '#4b3f3a' }
  const far: Leaves = { dark: '#6f8c86', mid: '#86a093', light: '#d9bfa0', trunk: '#6b6a66' }

  pen.cover(
    pen.linear([
      [0, '#8fb0b8'],
      [0.22, '#bcd0d0'],
      [0.42, '#f0d5bb'],
      [0.56, '#f6c9a3'],
      [1, '#f6c9a3'],
    ]),
  )
  pen.circle(
    sun[0],
    sun[1],
    900,
    pen.radial([
      [0, '#fff3d6', 0.95],
      [0.25, '#fde0b4', 0.5],
      [1, '#fde0b4', 0],
    ]),
  )
  pen.circle(sun[0], sun[1] - 44, 96, '#fffaf0')
  for (const [y, x, w, h, o] of [
    [170, 1250, 900, 10, 0.5],
    [214, 1520, 760, 8, 0.5],
    [120, 1760, 620, 9, 0.4],
    [300, 1380, 560, 7, 0.5],
    [388, 120, 620, 7, 0.35],
    [340, 380, 420, 6, 0.3],
    [470, 1240, 500, 6, 0.55],
  ] as const) {
    pen.path(
      `M${x} ${y}q${w * 0.25} ${-h * 2} ${w * 0.5} ${-h}t${w * 0.5} ${h}q${-w * 0.3} ${h * 1.6} ${-w * 0.55} ${h * 0.9}t${-w * 0.45} ${-h * 0.9}z`,
      '#fff1de',
      { opacity: o },
    )
  }
  // birds
  for (const [x, y, s] of [
    [1560, 250, 1],
    [1604, 232, 0.8],
    [1642, 262, 0.7],
    [1700, 224, 0.6],
  ] as const)
    pen.stroke(
      `M${x} ${y}q${9 * s} ${-12 * s} ${16 * s} 0q${8 * s} ${-11 * s} ${17 * s} ${-3 * s}`,
      '#4c5f63',
      2.6 * s,
      { 'stroke-linecap': 'round' },
    )

  // hills
  const hill = (y: number, amp: number, colour: string, phase: number) => {
    const p: Point[] = []
    for (let i = 0; i <= 16; i++)
      p.push([i * 150, y - Math.sin(i * 0.62 + phase) * amp - Math.sin(i * 1.37 + phase * 2) * amp * 0.4])
    pen.path(`${smooth(p, false)}L2400 1000L0 1000z`, colour)
  }
  hill(690, 44, '#c3bdb0', 0.4)
  hill(734, 34, '#a3ada1', 2.2)
  hill(772, 20, '#839a8d', 4)
  pen.rect(
    0,
    560,
    2400,
    300,
    pen.linear([
      [0, '#fbdcb4', 0],
      [0.75, '#fbdcb4', 0.55],
      [1, '#fbdcb4', 0],
    ]),
  )

  // far street
  pen.rect(
    0,
    horizon,
    2400,
    550,
    pen.linear([
      [0, '#a9ad84'],
      [0.3, '#7f9a72'],
      [1, '#4f7560'],
    ]),
  )
  for (let i = 0; i < 26; i++) {
    const x = i * 96 + pen.between(-30, 30)
    if (x > 1060 && x < 1310) continue
    pen.rnd() < 0.35
      ? conifer(pen, x, 812, pen.between(70, 130), far)
      : tree(pen, x, 814, pen.between(70, 120), far, x < 1186 ? 1 : -1)
  }
  const small: [number, number, number, string, string, boolean][] = [
    [36, 838, 0.56, '#d9c4ab', '#76706a', false],
    [262, 832, 0.5, '#b9c4bb', '#6a6d6b', true],
    [474, 828, 0.48, '#e0c6a6', '#8a6a5c', false],
    [690, 826, 0.44, '#c2b7a6', '#67706f', true],
    [880, 822, 0.4, '#d8bda2', '#75706a', false],
    [1262, 822, 0.38, '#cdbfa8', '#6f6c69', true],
  ]
  for (const [x, y, s, wall, roof, flip] of small) {
    pen.poly(
      [
        [x, y],
        [x + 300 * s, y],
        [x + 300 * s + (x + 300 * s - sun[0]) * 0.14, y + 34],
        [x + (x - sun[0]) * 0.14, y + 34],
      ],
      '#37584f',
      { opacity: 0.34 },
    )
    pen.at(x, y, s, () =>
      cottage(pen, wall, roof, '#f3e3cd', pen.rnd() < 0.7 ? '#ffd796' : null, '#8e4f38', flip),
    )
  }
  for (const [x, h] of [
    [12, 150],
    [232, 120],
    [432, 138],
    [650, 116],
    [852, 110],
    [1024, 96],
  ] as const)
    tree(pen, x, 846, h, { ...far, dark: '#577d72', mid: '#74937f' }, 1)

  // street: from lower left to the sun
  pen.poly(
    [
      [1120, 846],
      [1200, 846],
      [980, 1350],
      [-420, 1350],
    ],
    pen.linear([
      [0, '#e3c8ae'],
      [0.4, '#a9a7a0'],
      [1, '#77858a'],
    ]),
  )
  pen.poly(
    [
      [1120, 846],
      [1128, 846],
      [-300, 1350],
      [-420, 1350],
    ],
    '#d8c7b0',
  )
  pen.poly(
    [
      [1193, 846],
      [1204, 846],
      [1090, 1350],
      [960, 1350],
    ],
    '#e2d2bc',
  )
  pen.poly(
    [
      [1193, 846],
      [1195, 846],
      [976, 1350],
      [946, 1350],
    ],
    '#9aa09b',
  )
  for (let i = 0; i < 7; i++) {
    const t0 = (i / 7) ** 1.9
    const t1 = ((i + 0.45) / 7) ** 1.9
    const at = (t: number, k: number): Point => [1160 + (300 - 1160) * t + k * 10 * t, 850 + 500 * t]
    pen.poly([at(t0, -0.6), at(t0, 0.6), at(t1, 0.9), at(t1, -0.9)], '#f4e6cc', { opacity: 0.75 })
  }
  // the sun on the street
  pen.poly(
    [
      [1135, 850],
      [1192, 850],
      [900, 1350],
      [240, 1350],
    ],
    pen.linear([
      [0, '#fff0cf', 0.85],
      [0.5, '#fce1b6', 0.25],
      [1, '#fce1b6', 0],
    ]),
  )

  // long shadows
  const cast = (p: Point, k: number): Point => [
    sun[0] + (p[0] - sun[0]) * k,
    horizon - 20 + (p[1] - horizon + 20) * k,
  ]
  const shade = (points: [number, number, number][], o = 0.34) =>
    pen.poly(
      points.map(([x, y, k]) => cast([x, y], k)),
      '#23443f',
      { opacity: o },
    )
  shade([
    [1372, 996, 1],
    [1372, 996, 1.9],
    [1640, 996, 2.6],
    [1900, 996, 2.2],
    [2260, 996, 2.4],
    [2260, 996, 1],
  ])
  shade(
    [
      [1020, 858, 1],
      [1023, 858, 3.2],
      [1029, 858, 3.2],
      [1027, 858, 1],
    ],
    0.22,
  )

  // neighbour on the right, set back
  pen.at(2130, 950, 1.18, () => cottage(pen, '#a9b8ae', '#5f6a69', '#f0e2cd', '#ffd796', '#2d5a51'))
  conifer(pen, 2120, 962, 420, early, -1)
  tree(pen, 1420, 930, 330, { ...early, dark: '#3a6258', mid: '#587f68' }, -1)

  // the house
  const main = {
    wall: '#8aa39a',
    gable: '#6f8a80',
    roof: '#5c5350',
    trim: '#f4e6d2',
    door: '#b4532f',
    stone: '#a89583',
    glass: '#4e666d',
    lit: '#ffd08a',
  }
  pen.at(1340, 1004, 0.93, () => craftsman(pen, main))
  // morning rim on the side of the sun
  pen.stroke('M1283 702L1400 488M1300 742L1598 546', '#fff0cf', 4, {
    opacity: 0.85,
    'stroke-linecap': 'round',
  })
  pen.rect(
    1340,
    690,
    300,
    320,
    pen.linear(
      [
        [0, '#ffe1b0', 0.38],
        [1, '#ffe1b0', 0],
      ],
      0,
      0,
      1,
      0,
    ),
  )

  // planting
  for (const [x, w, h] of [
    [1330, 120, 54],
    [1925, 150, 58],
    [2050, 130, 70],
    [2150, 120, 50],
  ] as const)
    shrub(pen, x, 1012, w, h, early, -1, '#f2d0bb')
  for (const [x, w, h] of [
    [1425, 90, 34],
    [1510, 80, 30],
    [1720, 80, 34],
    [1800, 90, 36],
  ] as const)
    shrub(pen, x, 1014, w, h, early, -1, '#e7a98a')

  // path to the steps, front walk, kerb
  pen.poly(
    [
      [1568, 1006],
      [1628, 1006],
      [1694, 1172],
      [1568, 1172],
    ],
    '#d9c8ae',
  )
  for (let i = 1; i < 6; i++) pen.line(1568, 1006 + i * 28, 1628 + i * 11, 1006 + i * 28, '#a99a85', 2)
  pen.poly(
    [
      [1128, 1172],
      [2400, 1172],
      [2400, 1222],
      [1112, 1222],
    ],
    '#cdbfa9',
  )
  for (let x = 1190; x < 2400; x += 118) pen.line(x, 1172, x + (x - 1186) * 0.05, 1222, '#a39781', 2)
  pen.poly(
    [
      [1128, 1172],
      [2400, 1172],
      [2400, 1178],
      [1126, 1178],
    ],
    paper,
    { opacity: 0.45 },
  )
  grass(pen, 1150, 2400, 1024, 1166, 420, '#3d6b55', 10, 0.55)
  grass(pen, 1120, 2400, 1228, 1346, 420, '#35614f', 14, 0.6)
  grass(pen, 1150, 1560, 1030, 1160, 90, '#d7c184', 9, 0.6)
  grass(pen, 0, 560, 860, 1040, 200, '#6f8e69', 8, 0.45)

  // fence on the right, mailbox, newspaper, sprinkler of light
  picket(pen, 1876, 2420, 1166, 92, '#f1e4d0', 24)
  for (const x of [1876, 2150, 2390]) pen.path(`M${x - 9} 1170V1062l9 -10l9 10V1170z`, '#e3d3bb')
  mailbox(pen, 1800, 1272, 1.12)
  pen.at(1474, 1146, 1, () => {
    pen.ellipse(26, 3, 40, 6, ink, { opacity: 0.25 })
    pen.path('M-8 0q-6 -11 4 -14l58 -6q8 7 2 16l-56 9q-6 1 -8 -5z', '#f4ead8')
    pen.stroke('M-2 -8l56 -7M-1 -3l50 -6', '#8a8a80', 1.6)
    pen.rect(20, -19, 7, 20, mix(rose, '#b4532f', 0.6), { transform: 'rotate(-7 23 -9)' })
  })
  // big street tree, right edge, framing
  pen.path(
    'M2236 1290q20 -240 6 -520q-30 -130 -120 -210l14 -12q90 60 124 150q10 -110 60 -190l16 8q-44 120 -46 260q-4 260 34 514z',
    '#453c39',
  )
  pen.path('M2236 1290q20 -240 6 -520l14 8q10 260 -6 512z', '#e9bf95', { opacity: 0.5 })
  crown(
    pen,
    [
      [2080, 500, 110, 84],
      [2180, 410, 140, 104],
      [2330, 420, 160, 116],
      [2410, 520, 140, 104],
      [2250, 320, 140, 104],
      [2420, 270, 150, 120],
      [2130, 310, 90, 70],
      [2300, 200, 130, 96],
      [2400, 400, 120, 96],
    ],
    early,
    -1,
    13,
    600,
  )

  // the warm air
  pen.cover(
    pen.radial(
      [
        [0, '#ffdca8', 0.34],
        [0.5, '#ffdca8', 0.1],
        [1, '#1d2a2e', 0.16],
      ],
      0.49,
      0.55,
      0.8,
    ),
  )
  return pen.svg()
}
