/** Noon: row houses climb a hill above a bay. */
import { type RowLook, rowHouse } from '../houses.ts'
import { car, cloud, hydrant, type Leaves, lamp, shrub, summer, tree } from '../parts.ts'
import { clay, ink, mix, num, Pen, type Point, pine, smooth } from '../pen.ts'

export function hero2(): string {
  const pen = new Pen(2400, 1350, 22)
  const haze: Leaves = { dark: '#7f9c93', mid: '#93ac9d', light: '#b4c3a8', trunk: '#8d9089' }
  pen.cover(
    pen.linear([
      [0, '#a9cbd2'],
      [0.4, '#d3e4e3'],
      [0.62, '#f1ece0'],
      [1, '#f1ece0'],
    ]),
  )
  for (const [x, y, w, o] of [
    [60, 250, 520, 0.75],
    [760, 150, 420, 0.7],
    [520, 400, 300, 0.6],
    [1100, 330, 460, 0.55],
    [1640, 110, 300, 0.6],
  ] as const)
    cloud(pen, x, y, w, '#fffdf6', o)

  // far shore, bay and bridge
  const ridge: Point[] = []
  for (let i = 0; i <= 12; i++)
    ridge.push([i * 150, 700 - Math.sin(i * 0.9) * 30 - (i > 6 ? (i - 6) * 9 : 0)])
  pen.path(`${smooth(ridge, false)}L1800 900L0 900z`, '#b3c6c4')
  pen.rect(
    0,
    738,
    1900,
    300,
    pen.linear([
      [0, '#c6d9d9'],
      [0.4, '#9fc0c4'],
      [1, '#86aeb4'],
    ]),
  )
  let glint = ''
  for (let i = 0; i < 90; i++) {
    const t = pen.rnd()
    const y = 748 + t * t * 190
    glint += `M${num(pen.between(0, 1300))} ${num(y)}h${num(14 + t * 50)}`
  }
  pen.stroke(glint, '#f4f6ef', 2.2, { opacity: 0.6, 'stroke-linecap': 'round' })
  const steel = '#c07a5d'
  pen.rect(0, 706, 1320, 7, steel)
  for (const x of [330, 860]) {
    pen.rect(x - 13, 560, 8, 196, steel)
    pen.rect(x + 5, 560, 8, 196, steel)
    for (const y of [566, 604, 646, 690]) pen.rect(x - 13, y, 26, 6, steel)
    pen.rect(x - 20, 748, 40, 12, '#a9a79b')
  }
  pen.stroke('M-60 610Q150 770 330 562Q595 846 860 562Q1060 760 1320 706', steel, 4)
  let rods = ''
  for (let x = 345; x < 860; x += 22) {
    const t = (x - 330) / 530
    const y = (1 - t) * (1 - t) * 562 + 2 * t * (1 - t) * 846 + t * t * 562
    if (y < 704) rods += `M${x} ${num(y)}V706`
  }
  for (let x = 20; x < 326; x += 22) {
    const t = (x + 60) / 390
    const y = (1 - t) * (1 - t) * 610 + 2 * t * (1 - t) * 770 + t * t * 562
    if (y < 704) rods += `M${x} ${num(y)}V706`
  }
  pen.stroke(rods, steel, 1.6, { opacity: 0.8 })
  // sails
  for (const [x, y, s] of [
    [560, 800, 1],
    [720, 776, 0.6],
    [180, 826, 1.15],
  ] as const)
    pen.at(x, y, s, () => {
      pen.path('M0 0V-64Q34 -30 36 -6L0 -4z', '#fdfaf2')
      pen.path('M-4 -6V-56Q-22 -26 -24 -6z', '#efe0cb')
      pen.path('M-28 0h72l-12 12h-48z', clay)
    })

  // town on the slope below: roofs
  const roofs = ['#c98f73', '#b9a893', '#d8c3a4', '#9aa7a2', '#c4a98a', '#a8877a']
  for (let row = 0; row < 5; row++) {
    const y = 872 + row * 62
    for (let x = -60; x < 1330; x += pen.between(72, 120)) {
      const w = pen.between(62, 104) * (1 + row * 0.14)
      const h = pen.between(46, 84) * (1 + row * 0.15)
      const yy = y + row * 10 - x * 0.02
      const wall = mix(
        pen.pick(['#efe4d2', '#e2d3bd', '#d5d8cf', '#e6cdb6', '#cdd6d2']),
        '#c5d3d0',
        0.34 - row * 0.07,
      )
      const roof = mix(pen.pick(roofs), '#c5d3d0', 0.4 - row * 0.09)
      const flat = pen.rnd() < 0.4
      pen.rect(x, yy - h, w, h + 90, wall)
      pen.rect(x + w * 0.72, yy - h, w * 0.28, h + 90, ink, { opacity: 0.1 })
      if (flat) {
        pen.rect(x - 4, yy - h - 8, w + 8, 10, roof)
      } else {
        pen.poly(
          [
            [x - 6, yy - h],
            [x + w * 0.5, yy - h - w * 0.36],
            [x + w + 6, yy - h],
          ],
          roof,
        )
        pen.poly(
          [
            [x + w * 0.5, yy - h - w * 0.36],
            [x + w + 6, yy - h],
            [x + w * 0.66, yy - h],
          ],
          ink,
          { opacity: 0.12 },
        )
      }
      let lights = ''
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 2; j++)
          lights += `M${num(x + w * (0.14 + i * 0.28))} ${num(yy - h + 12 + j * 32)}h${num(w * 0.13)}v17h${num(-w * 0.13)}z`
      pen.path(lights, '#7d9497', { opacity: 0.75 })
    }
    if (row < 4)
      for (let i = 0; i < 7; i++)
        tree(
          pen,
          pen.between(0, 1240),
          y + 76,
          pen.between(100, 150) * (1 + row * 0.1),
          row > 1 ? { ...summer, dark: '#4f7a69', mid: '#648d73' } : haze,
          0.4,
        )
  }

  // a terrace at the edge of the town: trees, balustrade, walk
  for (let tx = 40; tx < 1010; tx += 148) {
    tree(
      pen,
      tx + pen.between(-24, 24),
      1262,
      pen.between(150, 205),
      { ...summer, dark: '#35634f', mid: '#527f66', light: '#96b07a' },
      0.5,
      0.34,
    )
  }
  shrub(pen, 220, 1268, 640, 40, summer, 0.4)
  shrub(pen, 760, 1268, 640, 40, summer, 0.4)
  pen.rect(0, 1226, 1030, 12, '#f4ead8')
  pen.rect(0, 1236, 1030, 5, '#b9ab94')
  let posts = ''
  for (let bx = 4; bx < 1030; bx += 17) posts += `M${bx} 1240h8q4 22 0 40h-8q-4 -18 0 -40z`
  pen.path(posts, '#e9dcc6')
  for (let bx = 100; bx < 1030; bx += 230) {
    pen.rect(bx - 15, 1214, 30, 72, '#efe3cf')
    pen.rect(bx + 5, 1214, 10, 72, ink, { opacity: 0.12 })
    pen.rect(bx - 20, 1208, 40, 9, '#f8f0e0')
  }
  pen.rect(0, 1280, 1030, 16, '#d9ccb5')

  // the hill street, rising to the right
  const ground = (x: number) => 1262 - (x - 860) * 0.118
  pen.path(`M-20 1292L1010 1292L1040 ${num(ground(1040))}L2420 ${num(ground(2420))}V1360H-20z`, '#cfc6b4')
  pen.path(
    `M-20 1316Q420 1322 860 ${num(ground(860) + 44)}L2420 ${num(ground(2420) + 66)}V1360H-20z`,
    '#e4dac7',
  )
  pen.path(
    `M-20 1334Q430 1340 870 ${num(ground(860) + 64)}L2420 ${num(ground(2420) + 96)}V1360H-20z`,
    '#8f9a98',
  )
  pen.path(
    `M-20 1324Q420 1330 866 ${num(ground(860) + 54)}L2420 ${num(ground(2420) + 82)}V${num(ground(2420) + 98)}L870 ${num(ground(860) + 66)}Q430 1342 -20 1336z`,
    '#b9b2a2',
  )

  // row
  const rows: RowLook[] = [
    {
      wall: '#d9b48f',
      trim: '#fbf2e2',
      kind: 'board',
      door: pine,
      floors: 2,
      width: 250,
      head: 'flat',
      bay: true,
      stoop: 30,
      cornice: '#f3e6d0',
      glass: '#5f7f88',
    },
    {
      wall: '#a6563a',
      trim: '#efe1cb',
      kind: 'brick',
      door: '#23423d',
      floors: 3,
      width: 290,
      head: 'lintel',
      escape: true,
      stoop: 36,
      cornice: '#3f4f4c',
      glass: '#56717a',
    },
    {
      wall: '#a8c0b8',
      trim: '#fffaf0',
      kind: 'board',
      door: clay,
      floors: 3,
      width: 300,
      head: 'pediment',
      bay: true,
      stoop: 36,
      cornice: '#fbf3e3',
      glass: '#5f7f88',
    },
    {
      wall: '#8d6a58',
      trim: '#c9a98c',
      kind: 'stone',
      door: '#26302f',
      floors: 3,
      width: 290,
      head: 'pediment',
      stoop: 36,
      cornice: '#6b4d3f',
      glass: '#4f6a72',
    },
    {
      wall: '#b5694a',
      trim: '#f5e9d6',
      kind: 'brick',
      door: '#2b3a55',
      floors: 3,
      width: 300,
      head: 'arch',
      stoop: 36,
      cornice: '#e9dac1',
      glass: '#56717a',
    },
    {
      wall: '#e6cfa4',
      trim: '#fffaf0',
      kind: 'board',
      door: '#7d3a26',
      floors: 3,
      width: 300,
      head: 'flat',
      bay: true,
      stoop: 36,
      cornice: '#fbf3e3',
      glass: '#5f7f88',
    },
  ]
  let x = 1060
  const places: [number, number, number][] = []
  for (const r of rows) {
    const s = 0.86 + (x - 1060) * 0.00012
    const y = ground(x + r.width * s) + 6
    places.push([x, y, r.width * s])
    x += r.width * s + 2
  }
  // foundations so that no sky shows under the higher houses
  for (const [px, py, w] of places) pen.rect(px, py - 30, w, 80, '#8d8576')
  // noon side wall of the first house
  pen.poly(
    [
      [1060, places[0]![1] - 430],
      [1060, places[0]![1] + 24],
      [1022, places[0]![1] + 16],
      [1022, places[0]![1] - 416],
    ],
    '#b98f6c',
  )
  rows.forEach((r, i) => {
    const [px, py, w] = places[i]!
    pen.at(px, py, w / r.width, () => rowHouse(pen, r))
    const next = places[i + 1]
    const tall = ((92 + r.floors * 178 + 30) * w) / r.width
    if (next) pen.rect(px + w - 8, py - tall, 8, tall, ink, { opacity: 0.14 })
  })
  // chimneys, roof gardens, a water tank behind the fire escape house
  pen.path(
    `M-20 1293H700Q920 1284 1040 ${num(ground(1040) + 6)}L2420 ${num(ground(2420) + 6)}V${num(ground(2420) + 72)}L900 ${num(ground(900) + 46)}Q620 1322 -20 1322z`,
    '#e4dac7',
  )
  let joints = ''
  for (let px = 1060; px < 2400; px += 86)
    joints += `M${px} ${num(ground(px) + 8)}l-16 ${num(40 + (px - 860) * 0.014)}`
  pen.stroke(joints, '#b3a792', 2)

  // short noon shadows, planting, street furniture
  for (const [i, [px, py, w]] of places.entries()) {
    shrub(pen, px + w * 0.3, py + 8, w * 0.5, 40, summer, 0.3, i % 2 ? '#e2a58d' : '#f3e3c8')
  }
  for (const [px, h] of [
    [1336, 250],
    [1900, 300],
  ] as const) {
    const py = ground(px) + 44
    pen.ellipse(px + 4, py + 2, h * 0.3, 11, ink, { opacity: 0.28 })
    pen.poly(
      [
        [px - 34, py],
        [px + 34, py - 5],
        [px + 40, py + 7],
        [px - 30, py + 11],
      ],
      '#7b6450',
    )
    tree(pen, px, py + 2, h, { ...summer, mid: '#58876a', light: '#a4b97f' }, 0.5, 0.3)
  }
  lamp(pen, 1600, ground(1600) + 52, 330, ink, null)
  hydrant(pen, 1698, ground(1698) + 60, 0.9)
  const slope = -Math.atan(0.118) * 57.3 + 1
  car(pen, 2130, ground(2130) + 128, 1.18, '#3f6d68', false, slope)
  car(pen, 1180, ground(1180) + 92, 0.86, '#c98f4a', false, slope)
  // power lines give the slope its rhythm
  pen.cover(
    pen.linear(
      [
        [0, '#fff6df', 0],
        [0.6, '#fff6df', 0.12],
        [1, '#fff6df', 0],
      ],
      0,
      0,
      1,
      0,
    ),
  )
  pen.rect(
    0,
    1100,
    2400,
    250,
    pen.linear([
      [0, ink, 0],
      [1, ink, 0.22],
    ]),
  )
  return pen.svg()
}
