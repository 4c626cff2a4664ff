/** Night: a low ranch house on the high desert, porch light on. */
import { door, grass, type Leaves, mailbox, pane, shrub, siding, stones, tree } from '../parts.ts'
import { clay, ink, mix, num, Pen, type Point, paper, smooth } from '../pen.ts'

export function hero4(): string {
  const pen = new Pen(2400, 1350, 44)
  pen.cover(
    pen.linear([
      [0, '#0e1828'],
      [0.3, '#1b2a42'],
      [0.52, '#33486a'],
      [0.64, '#6b7b8c'],
      [0.7, '#a3958e'],
      [1, '#a3958e'],
    ]),
  )
  // milky way
  pen.group({ transform: 'rotate(-28 1100 300)' }, () => {
    pen.ellipse(
      1100,
      300,
      1500,
      150,
      pen.radial([
        [0, '#9dbbe0', 0.26],
        [0.6, '#7d9cc8', 0.1],
        [1, '#7d9cc8', 0],
      ]),
    )
    pen.ellipse(
      1300,
      320,
      900,
      60,
      pen.radial([
        [0, '#cfdcf0', 0.16],
        [1, '#cfdcf0', 0],
      ]),
    )
    let d = ''
    for (let i = 0; i < 240; i++)
      d += `M${num(1100 + (pen.rnd() + pen.rnd() - 1) * 1300)} ${num(300 + (pen.rnd() + pen.rnd() + pen.rnd() - 1.5) * 110)}h1.6v1.6h-1.6z`
    pen.path(d, paper, { opacity: 0.55 })
  })
  for (let i = 0; i < 230; i++) {
    const y = pen.rnd() ** 1.3 * 760
    pen.circle(pen.between(0, 2400), y, pen.between(0.8, 2.1), pen.rnd() < 0.15 ? '#ffe0b5' : paper, {
      opacity: pen.between(0.3, 0.95) * (1 - y / 1000),
    })
  }
  for (const [x, y, s] of [
    [420, 190, 7],
    [930, 330, 6],
    [1540, 130, 8],
    [2060, 300, 6],
    [190, 470, 5],
    [1270, 240, 5],
  ] as const) {
    pen.path(
      `M${x} ${y - s * 2}q${s * 0.2} ${s * 1.8} ${s * 2} ${s * 2}q${-s * 1.8} ${s * 0.2} ${-s * 2} ${s * 2}q${-s * 0.2} ${-s * 1.8} ${-s * 2} ${-s * 2}q${s * 1.8} ${-s * 0.2} ${s * 2} ${-s * 2}z`,
      '#fff6e4',
    )
  }
  // moon
  pen.circle(
    1830,
    236,
    240,
    pen.radial([
      [0, '#c3d6f0', 0.34],
      [0.4, '#a9c2e6', 0.1],
      [1, '#a9c2e6', 0],
    ]),
  )
  pen.circle(1830, 236, 60, '#f8eed6')
  for (const [x, y, r] of [
    [1812, 222, 12],
    [1850, 252, 16],
    [1838, 208, 7],
    [1806, 258, 6],
  ] as const)
    pen.circle(x, y, r, '#e6d8ba', { opacity: 0.8 })

  // mesas
  pen.path(
    'M0 880V770L130 760L150 690H420L446 742L560 760L640 772L664 706H760L782 778L1040 800L1320 792L1350 744H1560L1590 790L1880 800L1940 752H2260L2290 790L2400 796V900H0z',
    '#57637a',
  )
  pen.path('M150 690H420L446 742L420 735L380 726L330 742L280 722L214 740L134 752z', '#7d8193', {
    opacity: 0.6,
  })
  pen.path(
    'M664 706H760L774 752L736 740L690 752L652 744zM1350 744H1560L1580 776L1500 766L1420 778L1338 768z',
    '#7d8193',
    { opacity: 0.5 },
  )
  const ridge: Point[] = []
  for (let i = 0; i <= 16; i++)
    ridge.push([i * 150, 836 - Math.sin(i * 1.3) * 13 - Math.sin(i * 0.5 + 1) * 16])
  pen.path(`${smooth(ridge, false)}L2400 960L0 960z`, '#3c4b60')

  // plain
  pen.rect(
    0,
    860,
    2400,
    490,
    pen.linear([
      [0, '#4b5a63'],
      [0.25, '#3b4c50'],
      [1, '#1c2b2f'],
    ]),
  )
  let band = ''
  for (let i = 0; i < 60; i++) {
    const t = pen.rnd()
    band += `M${num(pen.between(-60, 1500))} ${num(872 + t * 260)}h${num(60 + t * 200)}`
  }
  pen.stroke(band, '#667274', 2.4, { opacity: 0.35, 'stroke-linecap': 'round' })
  const night: Leaves = { dark: '#1d3436', mid: '#2c4a47', light: '#5d7a6a', trunk: '#2b2a2c' }
  const sage: Leaves = { dark: '#2a4043', mid: '#42595a', light: '#627a76', trunk: '#2b2a2c' }
  for (let i = 0; i < 46; i++) {
    const t = pen.rnd() ** 1.5
    const x = pen.between(0, 1500)
    const s = 20 + t * 90
    if (t > 0.35 && x > 1000) continue
    shrub(pen, x, 884 + t * 240, s * 1.3, s * 0.42, sage, 1)
  }

  // wind pump
  pen.at(1130, 900, 0.9, () => {
    pen.stroke(
      'M-34 0L-6 -232M34 0L6 -232M-34 0L22 -96M34 0L-22 -96M-22 -96H22M-22 -96L14 -166M22 -96L-14 -166M-14 -166H14',
      '#1b2733',
      4,
    )
    for (let i = 0; i < 12; i++)
      pen.group({ transform: `rotate(${i * 30} 0 -246)` }, () =>
        pen.path('M-3 -256L-11 -304H11L3 -256z', '#26364a'),
      )
    pen.circle(0, -246, 8, '#1b2733')
    pen.path('M8 -248L66 -262V-230L8 -244z', '#26364a')
    pen.rect(-64, -26, 40, 26, '#26364a')
  })
  // rail fence running left
  const post = '#26343a'
  for (let i = 0; i < 15; i++) {
    const t = i / 14
    const x = 1240 - t * 1330
    const h = 40 + t * 66
    const y = 960 + t * t * 96 + t * 40
    pen.rect(x - 3 - t * 4, y - h, 6 + t * 8, h, post)
    pen.rect(x - 3 - t * 4, y - h, 2 + t * 2, h, '#62737a', { opacity: 0.7 })
  }
  const fenceAt = (t: number, k: number) =>
    `${num(1240 - t * 1330)} ${num(960 + t * t * 96 + t * 40 - (40 + t * 66) * k)}`
  for (const k of [0.84, 0.5]) {
    let d = `M${fenceAt(0, k)}`
    for (let i = 1; i <= 14; i++) d += `L${fenceAt(i / 14, k)}`
    pen.stroke(d, post, 8)
    pen.stroke(d, '#62737a', 2, { opacity: 0.6, transform: 'translate(0 -3)' })
  }

  // saguaros
  const saguaro = (x: number, base: number, s: number) =>
    pen.at(x, base, s, () => {
      const d =
        'M-16 0V-210a16 18 0 0 1 32 0V-96h14q14 0 14 -16v-40a11 12 0 0 1 22 0v46q0 34 -36 34h-14V0zM-16 -70h-10q-34 0 -34 -34v-30a11 12 0 0 1 22 0v26q0 14 12 14h10z'
      pen.path(d, '#23413f')
      pen.stroke('M8 -4V-206M60 -150v44q0 22 -26 24M0 -4V-212', '#4b6d64', 2.4, { opacity: 0.8 })
      pen.stroke('M-8 -4V-206M-49 -132v30', '#162c2d', 2.4)
    })
  saguaro(2352, 985, 1.5)
  saguaro(930, 930, 0.5)
  saguaro(330, 968, 0.72)

  // the house: long, low, three roofs
  const g = 1040
  const wall = '#b08c73'
  const board = siding(pen, '#8c6d5c', 13)
  const roof = '#3d4044'
  // light on the ground first
  pen.ellipse(
    1820,
    g + 46,
    620,
    110,
    pen.radial([
      [0, '#ffc978', 0.5],
      [0.6, '#ffb65c', 0.16],
      [1, '#ffb65c', 0],
    ]),
  )
  tree(pen, 1420, g - 10, 330, night, 1, 0.4)
  tree(pen, 2180, g - 10, 300, night, -1, 0.42)
  // chimney
  stones(pen, 1862, g - 352, 92, 200, '#8d7b6f', 26)
  pen.rect(1854, g - 362, 108, 14, '#a5968a')
  pen.path(`M1908 ${g - 366}q-26 -40 4 -70t0 -80q40 50 16 86t-6 64z`, '#aeb6c0', { opacity: 0.22 })
  // body
  pen.rect(1440, g - 186, 840, 186, board)
  pen.rect(1960, g - 186, 320, 186, wall)
  stones(pen, 1440, g - 62, 840, 62, '#8d7b6f', 28)
  pen.poly(
    [
      [1390, g - 182],
      [1474, g - 286],
      [2246, g - 286],
      [2330, g - 182],
    ],
    roof,
  )
  let seams = ''
  for (let i = 0; i <= 24; i++)
    seams += `M${num(1474 + i * 32.2)} ${g - 286}L${num(1390 + i * 39.2)} ${g - 182}`
  pen.stroke(seams, '#53575c', 2)
  pen.rect(1474, g - 292, 772, 7, '#6d7378')
  pen.rect(1386, g - 186, 948, 13, '#d8c3a8')
  pen.rect(1440, g - 173, 840, 18, ink, { opacity: 0.35 })
  // front gable wing on the right
  pen.poly(
    [
      [2010, g - 182],
      [2130, g - 282],
      [2250, g - 182],
    ],
    siding(pen, '#9a7a66', 12),
  )
  pen.poly(
    [
      [1980, g - 168],
      [2130, g - 296],
      [2280, g - 168],
      [2258, g - 168],
      [2130, g - 276],
      [2002, g - 168],
    ],
    '#d8c3a8',
  )
  pen.rect(2010, g - 182, 240, 182, wall)
  stones(pen, 2006, g - 62, 248, 62, '#9a897c', 28)
  pane(pen, 2050, g - 152, 160, 82, {
    trim: '#efdcc0',
    glass: '#ffd48a',
    glow: true,
    cols: 3,
    rows: 1,
    frame: 6,
    curtain: '#fbe6bd',
    shade: 0.1,
  })
  // windows
  pane(pen, 1480, g - 148, 110, 74, {
    trim: '#efdcc0',
    glass: '#33465c',
    cols: 2,
    rows: 1,
    frame: 6,
    curtain: '#5d6672',
    shade: 0.3,
  })
  pane(pen, 1626, g - 148, 88, 74, {
    trim: '#efdcc0',
    glass: '#f7c576',
    glow: true,
    cols: 2,
    rows: 1,
    frame: 6,
    blind: 0.3,
    shade: 0.1,
  })
  // porch
  pen.rect(1752, g - 172, 236, 172, '#2c2420', { opacity: 0.5 })
  pen.circle(
    1874,
    g - 120,
    190,
    pen.radial([
      [0, '#ffdc9c', 0.85],
      [0.4, '#ffc36b', 0.3],
      [1, '#ffc36b', 0],
    ]),
  )
  door(pen, 1836, g - 134, 62, 128, { colour: clay, trim: '#f3e0c2', glass: '#ffdf9f', panels: 1 })
  pane(pen, 1928, g - 146, 44, 96, {
    trim: '#f3e0c2',
    glass: '#ffdb98',
    glow: true,
    cols: 1,
    rows: 3,
    frame: 4,
    shade: 0,
  })
  pane(pen, 1768, g - 146, 44, 96, {
    trim: '#f3e0c2',
    glass: '#ffdb98',
    glow: true,
    cols: 1,
    rows: 3,
    frame: 4,
    shade: 0,
  })
  pen.poly(
    [
      [1714, g - 170],
      [1746, g - 222],
      [1990, g - 222],
      [2022, g - 170],
    ],
    '#484b4e',
  )
  pen.rect(1710, g - 174, 316, 12, '#e6d0b0')
  for (const x of [1742, 1818, 1916, 1992]) {
    pen.rect(x - 6, g - 162, 12, 160, '#ecd6b6')
    pen.stroke(`M${x} ${g - 140}L${x - 18} ${g - 162}M${x} ${g - 140}L${x + 18} ${g - 162}`, '#ecd6b6', 5)
  }
  pen.rect(1868 - 5, g - 164, 10, 8, ink)
  pen.path(`M1860 ${g - 156}h16l4 16h-24z`, '#fff3d2')
  pen.rect(1728, g - 8, 280, 14, '#c9ad8d')
  pen.rect(1808, g + 6, 118, 10, '#b39878')
  pen.rect(1800, g + 16, 134, 10, '#a1876a')
  // rocking chair
  pen.stroke(`M1770 ${g - 10}q16 8 34 0M1776 ${g - 12}v-26h22v26M1776 ${g - 38}l-6 -38`, '#3b2c25', 4, {
    'stroke-linecap': 'round',
  })
  // carport on the left with pickup
  pen.rect(1216, g - 152, 6, 152, '#d8c3a8')
  pen.rect(1232, g - 150, 210, 150, '#1d2930', { opacity: 0.7 })
  pen.poly(
    [
      [1196, g - 164],
      [1216, g - 182],
      [1450, g - 182],
      [1450, g - 164],
    ],
    roof,
  )
  pen.rect(1192, g - 166, 258, 10, '#d8c3a8')
  pen.rect(1322, g - 156, 6, 156, '#bfa98f')
  pen.at(1330, g + 8, 0.98, () => {
    pen.ellipse(0, 0, 128, 8, ink, { opacity: 0.5 })
    pen.path('M-118 -20v-34q0 -8 8 -9l52 -6l22 -36q4 -6 12 -6h44q8 0 9 8l3 36h80q8 0 8 8v39z', '#6f8f8b')
    pen.path('M-50 -68l18 -29q3 -4 8 -4h18v33zM0 -101h18q6 0 7 6l3 27H0z', '#223343')
    pen.path('M-120 -26h240v8h-240z', '#3c5654')
    pen.stroke('M-4 -100v74M34 -66h84', '#3c5654', 2.4)
    pen.path('M-119 -50h10v12h-10z', '#f6dca4')
    for (const x of [-76, 74]) {
      pen.circle(x, -18, 24, '#16201f')
      pen.circle(x, -18, 10, '#9aa5a3')
    }
  })
  // moonlight along the ridges
  pen.stroke(`M1474 ${g - 290}H2246M1746 ${g - 222}H1990M1216 ${g - 182}H1450`, '#cfd9e4', 3, {
    opacity: 0.7,
  })

  // planting round the house
  for (const [x, w, h] of [
    [1500, 130, 40],
    [1640, 120, 34],
    [2060, 120, 40],
    [2200, 130, 46],
    [2300, 110, 50],
  ] as const)
    shrub(pen, x, g + 8, w, h, night, 1, '#c98b6b')
  const agave = (x: number, base: number, s: number, colour: string) => {
    let d = ''
    for (let i = 0; i < 11; i++) {
      const a = Math.PI * (0.06 + (0.88 * i) / 10)
      const l = s * (0.75 + Math.sin(a) * 0.45)
      const tx = x + Math.cos(a) * l
      const ty = base - Math.sin(a) * l
      const px = Math.sin(a) * s * 0.09
      const py = Math.cos(a) * s * 0.09
      d += `M${num(x - px * 0.6)} ${num(base)}Q${num((x + tx) / 2 - px * 2)} ${num((base + ty) / 2 - py * 2 - s * 0.05)} ${num(tx)} ${num(ty)}Q${num((x + tx) / 2 + px * 2)} ${num((base + ty) / 2 + py * 2)} ${num(x + px * 0.6)} ${num(base)}z`
    }
    pen.path(d, colour)
    pen.stroke(d, mix(colour, paper, 0.28), 1.4, { opacity: 0.7 })
  }
  agave(1712, g + 64, 56, '#33544f')
  agave(2080, g + 120, 92, '#2c4b48')
  agave(2290, g + 220, 140, '#27443f')

  // gravel drive to the foreground
  pen.path(
    `M1240 ${g + 6}H1424Q1470 ${g + 120} 1700 ${g + 330}H1030Q1200 ${g + 130} 1240 ${g + 6}z`,
    pen.linear([
      [0, '#8b7f76'],
      [1, '#5b5f60'],
    ]),
  )
  let gravel = ''
  for (let i = 0; i < 300; i++) {
    const t = pen.rnd()
    const y = g + 20 + t * 290
    gravel += `M${num(1310 + (pen.rnd() - 0.5) * (160 + t * 480))} ${num(y)}h${num(3 + t * 7)}`
  }
  pen.stroke(gravel, '#b5aaa0', 2.4, { opacity: 0.4, 'stroke-linecap': 'round' })
  // stepping path with low lights
  pen.path(
    `M1812 ${g + 26}H1924Q1930 ${g + 90} 1800 ${g + 150}T1560 ${g + 210}L1500 ${g + 190}Q1640 ${g + 150} 1740 ${g + 110}T1812 ${g + 26}z`,
    '#a58a70',
    { opacity: 0.75 },
  )
  for (const [x, y] of [
    [1958, g + 70],
    [1900, g + 138],
    [1764, g + 190],
  ] as const) {
    pen.circle(
      x,
      y - 26,
      60,
      pen.radial([
        [0, '#ffd692', 0.6],
        [0.5, '#ffc36b', 0.14],
        [1, '#ffc36b', 0],
      ]),
    )
    pen.rect(x - 2.5, y - 30, 5, 32, '#16201f')
    pen.path(`M${x - 11} ${y - 28}h22l-5 -9h-12z`, '#16201f')
    pen.rect(x - 6, y - 28, 12, 5, '#ffeec4')
  }
  grass(pen, 0, 2400, 1100, 1344, 420, '#4c6564', 14, 0.5)
  grass(pen, 1700, 2260, 1076, 1200, 120, '#c9a66e', 10, 0.4)
  for (const [x, y, w, h] of [
    [120, 1240, 260, 70],
    [420, 1310, 320, 84],
    [760, 1290, 260, 64],
    [40, 1330, 260, 90],
    [1960, 1330, 260, 70],
  ] as const)
    shrub(pen, x, y, w, h, sage, 1)
  mailbox(pen, 1770, 1306, 1.2, '#8e4630', '#4f4038')
  pen.cover(
    pen.radial(
      [
        [0, '#ffca82', 0.12],
        [0.3, '#ffca82', 0],
        [0.4, '#0a1526', 0],
        [1, '#0a1526', 0.3],
      ],
      0.76,
      0.74,
      0.85,
    ),
  )
  return pen.svg()
}
