/** The five steps. */
import {
  cup,
  day,
  drop,
  houseGlyph,
  pen_,
  pencil,
  pin,
  sheet,
  telephone,
  townMap,
  windowLight,
  wood,
} from '../desk.ts'
import { cottage } from '../houses.ts'
import { figures, key, scribble, summer, textLines, tree } from '../parts.ts'
import { brass, clay, dusk, ink, mix, num, Pen, type Point, paper, pine, rose, sky, smooth } from '../pen.ts'

/** Understanding needs: a desk with notes, a ZIP map, coffee. */
export function how1(): string {
  const pen = new Pen(1600, 1200, 101)
  wood(pen, '#c89f70', 170)
  // map, folded out, from the top right
  pen.at(
    640,
    -70,
    1,
    () => {
      drop(pen, 'M0 0h1080v860h-1080z', 18, 26, 16, 0.36)
      townMap(
        pen,
        1080,
        860,
        {
          ...day,
          zips: [
            ['78704', 0.46, 0.2],
            ['78745', 0.12, 0.5],
            ['78702', 0.76, 0.3],
            ['78741', 0.62, 0.78],
          ],
        },
        58,
      )
      for (let i = 1; i < 4; i++) {
        pen.rect(
          i * 270 - 26,
          0,
          26,
          860,
          pen.linear(
            [
              [0, ink, 0],
              [1, ink, 0.12],
            ],
            0,
            0,
            1,
            0,
          ),
        )
        pen.rect(
          i * 270,
          0,
          30,
          860,
          pen.linear(
            [
              [0, '#ffffff', 0.34],
              [1, '#ffffff', 0],
            ],
            0,
            0,
            1,
            0,
          ),
        )
      }
      pen.rect(
        0,
        428,
        1080,
        22,
        pen.linear([
          [0, ink, 0.1],
          [1, ink, 0],
        ]),
      )
      pen.stroke('M0 0h1080v860h-1080z', '#fffaf0', 14)
      pen.ellipse(520, 200, 166, 92, 'none', {
        stroke: clay,
        'stroke-width': 8,
        transform: 'rotate(-8 520 200)',
        'stroke-dasharray': '860 40',
        'stroke-linecap': 'round',
      })
    },
    7,
  )
  pin(pen, 1120, 300, 1.1, clay)

  // notebook
  pen.at(
    150,
    250,
    1,
    () => {
      drop(pen, 'M-14 -10h620v840h-620z', 18, 26, 16, 0.42)
      pen.rect(-14, -10, 628, 846, pine, { rx: 14 })
      pen.rect(0, 4, 600, 816, '#efe3cf')
      pen.rect(0, 0, 600, 812, paper)
      for (let i = 0; i < 14; i++) pen.rect(46, 148 + i * 46, 508, 1.6, sky)
      pen.rect(92, 40, 1.6, 760, rose)
      scribble(pen, 116, 104, 300, ink, 4, 20)
      pen.rect(116, 122, 290, 5, brass)
      const items = 7
      for (let i = 0; i < items; i++) {
        const y = 186 + i * 69
        pen.rect(112, y - 26, 30, 30, 'none', { stroke: ink, 'stroke-width': 3, rx: 4 })
        if (i < 4)
          pen.stroke(`M116 ${y - 12}l10 12l22 -34`, clay, 5.5, {
            'stroke-linecap': 'round',
            'stroke-linejoin': 'round',
          })
        scribble(pen, 166, y, [330, 270, 350, 230, 300, 340, 200][i]!, '#33474d', 3, 12)
      }
      pen.path(houseGlyph(470, 90, 34), 'none', { stroke: pine, 'stroke-width': 4 })
      scribble(pen, 140, 700, 330, '#33474d', 3, 12)
      scribble(pen, 140, 746, 240, '#33474d', 3, 12)
      pen.path('M560 812L600 772V812z', '#e2d3b8')
      for (let i = 0; i < 20; i++) {
        pen.circle(28, 40 + i * 39, 7, '#cdbfa6')
        pen.rect(-22, 36 + i * 39, 52, 7, '#8d969a', { rx: 3.5 })
        pen.rect(-22, 36 + i * 39, 52, 2.4, '#ffffff', { rx: 1, opacity: 0.7 })
      }
    },
    -8,
  )
  pen.at(900, 1000, 1.02, () => pencil(pen, 520, brass), -28)

  // sticky notes
  pen.at(
    1180,
    700,
    1,
    () => {
      drop(pen, 'M0 0h210v210h-210z', 10, 16, 9, 0.34)
      pen.path('M0 0h210v180q-20 24 -44 30h-166z', '#f2cf8d')
      pen.path('M210 180q-20 24 -44 30q6 -20 4 -34q20 8 40 4z', '#d9ae62')
      scribble(pen, 26, 64, 150, ink, 3, 13)
      scribble(pen, 26, 104, 120, ink, 3, 13)
      pen.stroke('M28 142q60 -16 110 2', clay, 4, { 'stroke-linecap': 'round' })
    },
    6,
  )
  pen.at(1380, 950, 1, () => cup(pen, 104), -30)

  // reading glasses on the notes
  pen.at(
    690,
    1062,
    1,
    () => {
      for (const [dx, dy, c, o] of [
        [10, 16, '#1c1410', 0.3],
        [0, 0, ink, 1],
      ] as const) {
        pen.group(
          { transform: `translate(${dx} ${dy})`, opacity: o, ...(o < 1 ? { filter: pen.blur(5) } : {}) },
          () => {
            pen.stroke(
              'M-150 0a74 66 0 1 1 148 0a74 66 0 1 1 -148 0zM50 0a74 66 0 1 1 148 0a74 66 0 1 1 -148 0zM-2 -12q26 -26 52 0',
              c,
              10,
            )
            pen.stroke('M-146 -16Q-20 -74 150 -96M194 -16Q90 -70 -70 -100', c, 8, {
              'stroke-linecap': 'round',
            })
          },
        )
      }
      for (const x of [-76, 124]) {
        pen.ellipse(x, 0, 70, 62, '#dfe9ea', { opacity: 0.3 })
        pen.path(`M${x - 40} -30q20 -20 46 -20l-50 70q-12 -20 4 -50z`, '#ffffff', { opacity: 0.35 })
      }
    },
    -14,
  )
  windowLight(pen, 420, -60, 1160, 1180, '#fff3d8', 0.75)
  pen.cover(
    pen.radial(
      [
        [0, '#fff3d8', 0],
        [0.6, '#3b2313', 0],
        [1, '#3b2313', 0.3],
      ],
      0.6,
      0.4,
      0.8,
    ),
  )
  return pen.svg()
}

/** Smart matching: a map with pins and threads, all meeting at one key. */
export function how2(): string {
  const pen = new Pen(1600, 1200, 102)
  pen.cover('#d8c8ae')
  pen.at(
    -70,
    -40,
    1,
    () => {
      townMap(
        pen,
        1860,
        1460,
        {
          ...day,
          block: '#dfceb2',
          zips: [
            ['21231', 0.14, 0.16],
            ['21205', 0.76, 0.12],
            ['21230', 0.24, 0.86],
            ['21202', 0.76, 0.86],
          ],
        },
        84,
      )
    },
    -3,
  )
  pen.cover('#fbf3e4', { opacity: 0.32 })
  // the claimed ZIP
  const zone: Point[] = [
    [690, 330],
    [920, 288],
    [1180, 360],
    [1236, 560],
    [1120, 760],
    [860, 800],
    [676, 700],
    [616, 500],
  ]
  pen.path(`M${zone.map(([x, y]) => `${x} ${y}`).join('L')}z`, brass, { opacity: 0.3 })
  pen.path(`M${zone.map(([x, y]) => `${x} ${y}`).join('L')}z`, 'none', {
    stroke: brass,
    'stroke-width': 8,
    'stroke-linejoin': 'round',
  })
  figures(pen, '21224', 1016, 690, 34, ink, 4)
  const hub: Point = [906, 556]
  const leads: [number, number, string][] = [
    [330, 330, clay],
    [430, 840, clay],
    [1330, 250, clay],
    [1360, 880, clay],
    [760, 1040, clay],
    [700, 150, clay],
  ]
  for (const [x, y] of leads) {
    const mx = (x + hub[0]) / 2
    const my = (y + hub[1]) / 2 + 26
    pen.stroke(`M${x} ${y}Q${mx + 12} ${my + 20} ${hub[0] + 8} ${hub[1] + 14}`, '#1c1410', 6, {
      opacity: 0.25,
      filter: pen.blur(4),
    })
    pen.stroke(`M${x} ${y}Q${mx} ${my - 6} ${hub[0]} ${hub[1]}`, clay, 5)
    pen.stroke(`M${x} ${y}Q${mx} ${my - 6} ${hub[0]} ${hub[1]}`, '#f0b79b', 1.6, {
      'stroke-dasharray': '7 9',
    })
  }
  // other agents' pins, unlinked, quieter
  for (const [x, y] of [
    [180, 600],
    [1180, 1080],
    [1480, 560],
    [1060, 120],
    [160, 1080],
  ] as const)
    pin(pen, x, y, 0.7, '#7f8f8a')
  for (const [x, y, c] of leads) {
    pin(pen, x, y, 1.15, c)
    pen.path(houseGlyph(x, y - 80, 15), c)
  }
  // hub: a round badge with a key
  pen.circle(hub[0] + 16, hub[1] + 22, 132, '#1c1410', { opacity: 0.36, filter: pen.blur(14) })
  pen.circle(hub[0], hub[1], 130, paper)
  pen.circle(hub[0], hub[1], 118, pine)
  pen.circle(hub[0], hub[1], 104, 'none', {
    stroke: brass,
    'stroke-width': 3,
    'stroke-dasharray': '2 9',
    'stroke-linecap': 'round',
  })
  pen.at(hub[0] - 40, hub[1] + 30, 0.86, () => key(pen, brass), -38)
  windowLight(pen, 500, -200, 1300, 1500, '#fff3d8', 0.6)
  pen.cover(
    pen.radial(
      [
        [0, '#fff3d8', 0],
        [0.6, '#3b2313', 0],
        [1, '#3b2313', 0.28],
      ],
      0.56,
      0.46,
      0.8,
    ),
  )
  return pen.svg()
}

/** Scheduling: a wall calendar, a desk telephone. */
export function how3(): string {
  const pen = new Pen(1600, 1200, 103)
  const wall = '#dbe3dc'
  pen.cover(wall)
  for (let x = 0; x < 1600; x += 64) pen.rect(x, 0, 26, 1200, '#d3ddd5', { opacity: 0.7 })
  pen.rect(0, 760, 1600, 240, '#b9cac0')
  pen.rect(0, 744, 1600, 20, paper)
  pen.rect(0, 764, 1600, 8, ink, { opacity: 0.12 })
  for (let x = 20; x < 1600; x += 220)
    pen.rect(x, 800, 184, 190, 'none', { stroke: '#a4b8ad', 'stroke-width': 5 })
  // window light on the wall
  for (let i = 0; i < 2; i++)
    for (let j = 0; j < 2; j++)
      pen.poly(
        [
          [90 + i * 250 - j * 60, 120 + j * 270],
          [310 + i * 250 - j * 60, 160 + j * 270],
          [260 + i * 250 - j * 60, 400 + j * 270],
          [40 + i * 250 - j * 60, 360 + j * 270],
        ],
        '#fff6df',
        { opacity: 0.55 },
      )

  // calendar
  pen.at(560, 110, 1, () => {
    drop(pen, 'M0 0h660v760h-660z', 20, 28, 16, 0.3)
    pen.line(330, -70, 250, 8, '#6b6256', 3)
    pen.line(330, -70, 410, 8, '#6b6256', 3)
    pen.circle(330, -72, 9, brass)
    pen.rect(0, 0, 660, 768, '#e9dcc6')
    pen.rect(0, 0, 660, 760, paper)
    // picture half
    pen.within('M24 34h612v262h-612z', () => {
      pen.rect(
        24,
        34,
        612,
        262,
        pen.linear([
          [0, '#a9cbd2'],
          [1, '#f2dcc2'],
        ]),
      )
      pen.circle(500, 150, 44, '#fff3d6')
      pen.path('M0 240Q160 150 320 220T660 190V310H0z', '#8fac9c')
      pen.path('M0 270Q200 220 420 262T660 250V310H0z', pine)
      pen.at(196, 272, 0.66, () => cottage(pen, '#efe0c8', '#7d4634', paper, '#ffd796', clay))
      tree(pen, 150, 284, 130, summer, 1)
      tree(pen, 452, 284, 104, summer, 1)
    })
    for (let i = 0; i < 16; i++) {
      pen.circle(40 + i * 38.6, 14, 6, '#b9ab94')
      pen.rect(37 + i * 38.6, -12, 6, 28, '#8d969a', { rx: 3 })
    }
    // month plate and days
    pen.rect(24, 314, 612, 46, clay)
    scribble(pen, 250, 346, 150, paper, 5, 20)
    const cell = 612 / 7
    for (let i = 0; i < 7; i++)
      pen.rect(24 + i * cell + 30, 374, 28, 6, i === 0 || i === 6 ? clay : ink, { rx: 3, opacity: 0.7 })
    for (let r = 0; r < 5; r++)
      for (let c = 0; c < 7; c++) {
        const n = r * 7 + c - 1
        const x = 24 + c * cell
        const y = 392 + r * 70
        pen.rect(x, y, cell, 70, 'none', { stroke: '#d9c9af', 'stroke-width': 2 })
        if (n < 1 || n > 30) continue
        figures(pen, String(n), x + 10, y + 10, 19, c === 0 || c === 6 ? clay : ink, 2.4)
        const note = [4, 9, 11, 17, 23, 26].indexOf(n)
        if (note >= 0)
          pen.rect(x + 8, y + 42, cell - 16, 16, [sky, '#f2cf8d', rose, '#b7c8a4', sky, '#f2cf8d'][note]!, {
            rx: 4,
          })
        if ([2, 3, 5, 6].includes(n))
          pen.line(x + 12, y + 62, x + cell - 12, y + 12, '#9aa8a4', 3, { opacity: 0.7 })
      }
    const px = 24 + 4 * cell + cell / 2
    const py = 392 + 2 * 70 + 36
    pen.path(`M${num(px - 52)} ${py + 4}q-4 -46 48 -46t56 40t-46 44t-60 -32`, 'none', {
      stroke: clay,
      'stroke-width': 7,
      'stroke-linecap': 'round',
    })
    pen.path(houseGlyph(px + 12, py + 6, 14), pine)
  })
  // clock
  pen.at(1404, 270, 1, () => {
    drop(pen, 'M-118 0a118 118 0 1 0 236 0a118 118 0 1 0 -236 0z', 12, 18, 10, 0.3)
    pen.circle(0, 0, 118, pine)
    pen.circle(0, 0, 100, paper)
    for (let i = 0; i < 12; i++)
      pen.group({ transform: `rotate(${i * 30})` }, () => pen.rect(-3, -92, 6, i % 3 ? 10 : 20, ink))
    pen.group({ transform: 'rotate(300)' }, () => pen.rect(-5, -56, 10, 66, ink, { rx: 5 }))
    pen.group({ transform: 'rotate(0)' }, () => pen.rect(-4, -82, 8, 94, ink, { rx: 4 }))
    pen.group({ transform: 'rotate(140)' }, () => pen.rect(-1.5, -86, 3, 104, clay))
    pen.circle(0, 0, 9, brass)
  })
  // desk
  const top = 1000
  pen.rect(0, top, 1600, 40, '#a9774c')
  pen.rect(0, top, 1600, 9, '#c89768')
  pen.rect(0, top + 40, 1600, 160, '#84593a')
  pen.rect(0, top + 40, 1600, 14, ink, { opacity: 0.25 })
  for (const x of [120, 620, 1120]) {
    pen.rect(x, top + 74, 400, 120, 'none', { stroke: '#6c462c', 'stroke-width': 4 })
    pen.circle(x + 200, top + 126, 13, brass)
  }
  pen.at(330, top + 4, 0.98, () => telephone(pen, pine))
  pen.stroke(`M116 ${top}q-70 -4 -80 20q-8 30 40 26t60 26`, ink, 6, { opacity: 0.9 })
  // appointment cards, pen cup, plant
  pen.at(700, top, 1, () => {
    pen.rect(-64, -22, 330, 22, '#d8c9ae')
    pen.rect(-64, -22, 330, 7, paper)
    pen.rect(-54, -44, 306, 22, pine)
    pen.rect(-54, -44, 306, 6, mix(pine, paper, 0.2))
    pen.rect(-70, -70, 330, 26, clay)
    pen.rect(-70, -70, 330, 7, mix(clay, paper, 0.24))
    pen.rect(-10, -62, 90, 8, '#f4e9d6', { opacity: 0.8 })
  })
  pen.at(1130, top, 1, () => {
    for (const [x, r, c] of [
      [-16, -10, brass],
      [4, 3, clay],
      [20, 12, dusk],
    ] as const)
      pen.at(
        x,
        -90,
        1,
        () => {
          pen.rect(-6, -110, 12, 130, c)
          pen.path('M-6 -110L0 -130L6 -110z', '#e3c08d')
        },
        r,
      )
    pen.path('M-46 -112h92l-6 112h-80z', '#d8b98f')
    pen.path('M10 -112h36l-6 112h-30z', ink, { opacity: 0.14 })
    pen.rect(-48, -116, 96, 10, mix('#d8b98f', paper, 0.4))
  })
  pen.at(1400, top, 1, () => {
    const leaf = (a: number, l: number, c: string) =>
      pen.at(
        0,
        -140,
        1,
        () => {
          pen.path(
            `M0 0q${num(-l * 0.22)} ${num(-l * 0.5)} 0 ${-l}q${num(l * 0.22)} ${num(l * 0.5)} 0 ${l}z`,
            c,
          )
          pen.line(0, 0, 0, -l * 0.9, mix(c, paper, 0.3), 2)
        },
        a,
      )
    for (const [a, l, c] of [
      [-64, 190, '#2c5a4b'],
      [62, 200, '#2c5a4b'],
      [-38, 250, '#3b6d58'],
      [40, 240, '#3b6d58'],
      [-14, 290, '#4c7f66'],
      [16, 280, '#47765a'],
      [-84, 130, '#3b6d58'],
      [82, 136, '#3b6d58'],
    ] as const)
      leaf(a, l, c)
    pen.path('M-92 -150h184l-22 150h-140z', clay)
    pen.path('M30 -150h62l-22 150h-50z', ink, { opacity: 0.16 })
    pen.rect(-102, -164, 204, 30, mix(clay, paper, 0.14))
    pen.rect(-102, -136, 204, 6, ink, { opacity: 0.2 })
  })
  pen.cover(
    pen.linear(
      [
        [0, '#fff0cf', 0.22],
        [0.6, '#fff0cf', 0],
        [1, ink, 0.12],
      ],
      0,
      0,
      1,
      0.5,
    ),
  )
  return pen.svg()
}

/** Progress: a pinboard where a deal moves from left to right. */
export function how4(): string {
  const pen = new Pen(1600, 1200, 104)
  pen.cover('#e7dcc8')
  pen.cover(
    pen.linear(
      [
        [0, '#fff6e2', 0.6],
        [1, '#a8977c', 0.3],
      ],
      0,
      0,
      1,
      1,
    ),
  )
  drop(pen, 'M90 80h1420v1010h-1420z', 22, 30, 18, 0.4)
  pen.rect(90, 80, 1420, 1010, '#7d5336')
  pen.rect(90, 80, 1420, 8, '#a9774c')
  pen.rect(90, 80, 8, 1010, '#94653f')
  const cork = '#cfa678'
  pen.rect(126, 116, 1348, 938, cork)
  let a = ''
  let b = ''
  for (let i = 0; i < 1500; i++) {
    const d = `M${num(pen.between(126, 1470))} ${num(pen.between(116, 1050))}h${num(pen.between(2, 6))}v${num(pen.between(2, 4))}h-3z`
    if (i % 2) a += d
    else b += d
  }
  pen.path(a, mix(cork, ink, 0.24), { opacity: 0.6 })
  pen.path(b, mix(cork, paper, 0.4), { opacity: 0.6 })
  pen.rect(126, 116, 1348, 16, ink, { opacity: 0.26 })
  pen.rect(126, 116, 14, 938, ink, { opacity: 0.18 })

  const cols = [clay, brass, '#5f8a7b', pine]
  const tack = (x: number, y: number, c: string) => {
    pen.ellipse(x + 8, y + 12, 13, 9, '#1c1410', { opacity: 0.4, filter: pen.blur(3) })
    pen.circle(x, y, 13, mix(c, ink, 0.2))
    pen.circle(x - 1.5, y - 2, 10.5, c)
    pen.circle(x - 4, y - 6, 3.6, paper, { opacity: 0.8 })
  }
  // column heads
  for (let i = 0; i < 4; i++) {
    const x = 176 + i * 322
    drop(pen, `M${x} 164h282v70h-282z`, 6, 9, 5, 0.3)
    pen.path(`M${x} 164h252l30 35l-30 35h-252z`, cols[i]!)
    figures(pen, String(i + 1), x + 26, 184, 30, paper, 4)
    pen.rect(x + 66, 188, [110, 140, 124, 96][i]!, 8, paper, { rx: 4 })
    pen.rect(x + 66, 206, [76, 90, 104, 70][i]!, 8, paper, { rx: 4, opacity: 0.6 })
  }
  interface Card {
    x: number
    y: number
    r: number
    photo?: boolean
    wall?: string
    roof?: string
    done: number
    c: string
  }
  const cards: Card[] = [
    { x: 170, y: 290, r: -2, done: 1, c: clay },
    { x: 186, y: 560, r: 1.5, done: 1, c: clay },
    { x: 168, y: 820, r: -1, done: 0, c: clay },
    { x: 496, y: 286, r: 1.5, done: 2, c: brass },
    { x: 488, y: 716, r: -2, photo: true, wall: '#cfd8cf', roof: '#5f6a69', done: 2, c: brass },
    { x: 812, y: 290, r: -1, photo: true, wall: '#e3c9a7', roof: '#7d4634', done: 3, c: '#5f8a7b' },
    { x: 818, y: 690, r: 2, done: 3, c: '#5f8a7b' },
    { x: 1136, y: 300, r: 1, photo: true, wall: '#a9bcb2', roof: '#4c5250', done: 4, c: pine },
  ]
  for (const k of cards) {
    const h = k.photo ? 340 : 226
    pen.at(
      k.x,
      k.y,
      1,
      () => {
        sheet(pen, 286, h, paper)
        let top = 30
        if (k.photo) {
          pen.within('M16 16h254v172h-254z', () => {
            pen.rect(
              16,
              16,
              254,
              172,
              pen.linear([
                [0, '#a9cbd2'],
                [1, '#f2e2cb'],
              ]),
            )
            pen.rect(16, 160, 254, 40, '#8fae85')
            tree(pen, 52, 172, 110, summer, 1)
            pen.at(64, 172, 0.56, () => cottage(pen, k.wall!, k.roof!, paper, '#ffd796', clay))
            tree(pen, 250, 174, 90, summer, 1)
          })
          top = 206
        } else {
          pen.circle(46, 52, 22, mix(k.c, paper, 0.72))
          pen.path('M46 52m-8 -6a8 8 0 1 1 16 0a8 8 0 1 1 -16 0M30 68q16 -22 32 0z', k.c)
          pen.rect(82, 38, 130, 10, ink, { rx: 5 })
          pen.rect(82, 58, 90, 8, '#a6aaa2', { rx: 4 })
          top = 92
        }
        textLines(pen, 22, top + 6, 236, 3, 22, '#c5bba9', 7)
        for (let i = 0; i < 4; i++) {
          const x = 34 + i * 58
          const y = h - 34
          if (i) pen.rect(x - 48, y - 2.5, 38, 5, i < k.done ? k.c : '#ddd0ba')
          pen.circle(x, y, 13, i < k.done ? k.c : '#e7dcc8')
          if (i < k.done)
            pen.stroke(`M${x - 6} ${y}l4 5l8 -10`, paper, 3.4, {
              'stroke-linecap': 'round',
              'stroke-linejoin': 'round',
            })
        }
      },
      k.r,
    )
  }
  // thread following one deal
  const route: Point[] = [
    [312, 296],
    [636, 292],
    [956, 296],
    [1280, 306],
  ]
  for (let i = 0; i < 3; i++) {
    const [p, q] = [route[i]!, route[i + 1]!]
    const d = `M${p[0]} ${p[1]}Q${(p[0] + q[0]) / 2} ${p[1] + 46} ${q[0]} ${q[1]}`
    pen.stroke(d, '#1c1410', 5, { opacity: 0.3, transform: 'translate(5 10)', filter: pen.blur(3) })
    pen.stroke(d, clay, 4.5)
  }
  for (const [i, [x, y]] of route.entries()) tack(x, y, i === 3 ? brass : clay)
  for (const [x, y, c] of [
    [330, 574, brass],
    [308, 832, brass],
    [632, 726, pine],
    [962, 700, clay],
  ] as const)
    tack(x, y, c)
  // key on a nail under the last card
  pen.at(1280, 716, 1, () => {
    pen.path('M-4 0q-60 60 -20 130q40 40 60 -10q20 -70 -36 -120z', 'none', {
      stroke: '#1c1410',
      'stroke-width': 5,
      opacity: 0.3,
      transform: 'translate(8 12)',
      filter: pen.blur(3),
    })
    pen.path('M0 0q-40 60 0 122q40 -62 0 -122z', 'none', { stroke: pine, 'stroke-width': 6 })
    pen.at(
      0,
      158,
      1.1,
      () => {
        pen.group({ opacity: 0.3, filter: pen.blur(5), transform: 'translate(14 -12)' }, () =>
          key(pen, '#1c1410'),
        )
        key(pen, brass)
      },
      84,
    )
    tack(0, 0, brass)
  })
  // small note and ticket
  pen.at(
    520,
    528,
    0.9,
    () => {
      drop(pen, 'M0 0h190v180h-190z', 8, 12, 7, 0.32)
      pen.path('M0 0h190v156q-18 20 -36 24h-154z', '#f2cf8d')
      pen.path('M190 156q-18 20 -36 24q6 -18 3 -28q18 8 33 4z', '#d9ae62')
      scribble(pen, 24, 60, 130, ink, 3, 12)
      scribble(pen, 24, 98, 104, ink, 3, 12)
      tack(95, 14, clay)
    },
    -4,
  )
  pen.cover(
    pen.radial(
      [
        [0, '#fff3d8', 0.16],
        [0.6, '#3b2313', 0],
        [1, '#3b2313', 0.26],
      ],
      0.5,
      0.35,
      0.85,
    ),
  )
  return pen.svg()
}

/** Closing: signed papers, keys, a fountain pen. */
export function how5(): string {
  const pen = new Pen(1600, 1200, 105)
  wood(pen, '#3d5a52', 200)
  // leather blotter
  drop(pen, 'M150 120h1300v980h-1300z', 14, 22, 16, 0.4)
  pen.rect(150, 120, 1300, 980, '#27403b', { rx: 22 })
  pen.rect(172, 142, 1256, 936, 'none', {
    rx: 14,
    stroke: '#c8973f',
    'stroke-width': 2.5,
    'stroke-dasharray': '14 8',
    opacity: 0.8,
  })

  const deed = (draw: () => void) => {
    sheet(pen, 720, 930, '#f6eedf')
    draw()
  }
  pen.at(420, 60, 1, () => deed(() => textLines(pen, 70, 90, 580, 6, 30, '#cdbfa6', 8)), 7)
  pen.at(
    280,
    110,
    1,
    () =>
      deed(() => {
        pen.rect(28, 28, 664, 874, 'none', { stroke: pine, 'stroke-width': 3 })
        pen.rect(38, 38, 644, 854, 'none', { stroke: pine, 'stroke-width': 1.2 })
        pen.path(houseGlyph(360, 122, 44), pine)
        pen.rect(210, 184, 300, 14, ink, { rx: 7 })
        pen.rect(266, 212, 188, 8, brass, { rx: 4 })
        textLines(pen, 84, 266, 552, 5, 28, '#b9ad98', 7)
        textLines(pen, 84, 434, 552, 4, 28, '#b9ad98', 7)
        textLines(pen, 84, 574, 552, 3, 28, '#b9ad98', 7)
        for (const x of [84, 384]) {
          pen.rect(x, 770, 250, 2.6, ink)
          pen.rect(x, 786, 120, 7, '#b9ad98', { rx: 3 })
        }
        // two signatures
        pen.stroke(
          'M98 762q20 -78 44 -72q18 8 -18 70q40 -60 60 -44q4 18 -10 34q28 -30 44 -26q8 10 -6 24q24 -28 44 -20q12 8 40 -8q20 -12 36 -16',
          dusk,
          5,
          { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
        )
        pen.stroke(
          'M396 752q60 -96 74 -54q2 30 -50 60q60 -40 80 -36q6 16 -6 28q30 -40 44 -24q-8 24 6 22q30 -30 44 -18q10 6 36 -14',
          dusk,
          5,
          { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
        )
        // seal
        pen.at(580, 236, 1, () => {
          const points: Point[] = []
          for (let i = 0; i < 40; i++) {
            const a = (i / 40) * Math.PI * 2
            const r = i % 2 ? 62 : 56
            points.push([Math.cos(a) * r, Math.sin(a) * r])
          }
          pen.path('M-24 40l-14 84l38 -22l38 22l-14 -84z', mix(clay, ink, 0.2))
          pen.path(smooth(points), clay)
          pen.circle(0, 0, 42, 'none', { stroke: '#e7a98a', 'stroke-width': 2.4, 'stroke-dasharray': '3 5' })
          pen.path(houseGlyph(0, 2, 22), '#f6dcc8')
        })
      }),
    -6,
  )
  // pen lying where the signature ended
  pen.at(986, 800, 1.16, () => pen_(pen, 400, clay), -8)
  // keys on a ring with a tag
  pen.at(1190, 986, 1, () => {
    const bunch = (shadow: boolean) => {
      const c = shadow ? '#1c1410' : brass
      pen.circle(0, 0, 62, 'none', { stroke: shadow ? c : '#b9bdb7', 'stroke-width': 9 })
      if (!shadow)
        pen.circle(0, 0, 62, 'none', {
          stroke: '#ffffff',
          'stroke-width': 2.4,
          opacity: 0.7,
          'stroke-dasharray': '90 300',
        })
      pen.at(-64, -36, 1.2, () => key(pen, c), 202)
      pen.at(-58, 34, 1.2, () => key(pen, shadow ? c : '#b78a45'), 160)
      pen.at(
        60,
        40,
        1,
        () => {
          pen.path(
            'M-6 -16h40l190 -6q16 0 16 16v52q0 16 -16 16l-190 -8h-40q-20 -34 0 -70z',
            shadow ? c : clay,
          )
          if (!shadow) {
            pen.path('M4 -4h34l180 -6v60l-180 -8h-34q-12 -22 0 -46z', 'none', {
              stroke: '#e7a98a',
              'stroke-width': 2.4,
              'stroke-dasharray': '9 6',
            })
            pen.circle(16, 20, 11, '#27403b')
            figures(pen, '214', 100, 4, 32, '#f6dcc8', 4)
          }
        },
        16,
      )
    }
    pen.group({ opacity: 0.5, filter: pen.blur(7), transform: 'translate(12 18)' }, () => bunch(true))
    bunch(false)
  })
  pen.at(1330, 250, 1.0, () => cup(pen, 96, '#f6efe2', '#efe3cf'), 40)
  // card
  pen.at(
    1150,
    440,
    1,
    () => {
      sheet(pen, 300, 176, '#efe1c8')
      pen.at(44, 70, 0.4, () => key(pen, clay))
      pen.rect(36, 110, 130, 9, ink, { rx: 4 })
      pen.rect(36, 132, 92, 7, '#9a917f', { rx: 3 })
    },
    12,
  )
  windowLight(pen, 420, -60, 1160, 1180, '#fff3d8', 0.7)
  pen.cover(
    pen.radial(
      [
        [0, '#fff3d8', 0.05],
        [0.55, '#0f1a18', 0],
        [1, '#0f1a18', 0.42],
      ],
      0.5,
      0.45,
      0.85,
    ),
  )
  return pen.svg()
}
