/** Three article pictures. */
import { drop, houseGlyph, pencil, telephone } from '../desk.ts'
import { brick, crown, type Leaves, pane, shingles, siding, summer, tree } from '../parts.ts'
import { brass, clay, dusk, ink, mix, num, Pen, type Point, paper, pine, polygon, sand } from '../pen.ts'

/** Speed to lead: a telephone rings on a desk at dusk. */
export function article1(): string {
  const pen = new Pen(1600, 900, 301)
  pen.cover(
    pen.linear([
      [0, '#26384a'],
      [1, '#33454f'],
    ]),
  )
  for (let x = 0; x < 1600; x += 58) pen.rect(x, 0, 22, 900, '#1d2f3f', { opacity: 0.35 })
  // window with the town at dusk
  const wx = 120
  const wy = 60
  const ww = 620
  const wh = 520
  pen.rect(wx - 40, wy - 40, ww + 80, wh + 80, '#4a5960')
  pen.rect(wx - 22, wy - 22, ww + 44, wh + 44, '#6a7678')
  pen.within(`M${wx} ${wy}h${ww}v${wh}h${-ww}z`, () => {
    pen.rect(
      wx,
      wy,
      ww,
      wh,
      pen.linear([
        [0, '#2f4064'],
        [0.45, '#8a6f86'],
        [0.72, '#e09a7c'],
        [1, '#f3c79c'],
      ]),
    )
    for (let i = 0; i < 18; i++)
      pen.circle(pen.between(wx, wx + ww), pen.between(wy, wy + 160), pen.between(0.8, 1.8), paper, {
        opacity: 0.7,
      })
    pen.path(`M${wx} 470q160 -60 320 -20t320 -24v170h-660z`, '#6d5f78')
    let x = wx - 10
    while (x < wx + ww) {
      const w = pen.between(54, 96)
      const h = pen.between(50, 120)
      const y = 590 - h
      pen.rect(x, y, w, h + 10, '#35395a')
      if (pen.rnd() < 0.7)
        pen.poly(
          [
            [x - 7, y],
            [x + w / 2, y - w * 0.45],
            [x + w + 7, y],
          ],
          '#2a2f4c',
        )
      pen.rect(x + w * 0.7, y - w * 0.46, 10, 30, '#2a2f4c')
      for (let k = 0; k < 3; k++)
        if (pen.rnd() < 0.66) pen.rect(x + 10 + k * w * 0.3, y + 18, 11, 15, '#ffd88f')
      x += w + 6
    }
    for (const [tx, h] of [
      [170, 140],
      [420, 120],
      [700, 150],
    ] as const)
      tree(pen, tx, 596, h, { dark: '#262c46', mid: '#30385a', light: '#7a6c80', trunk: '#20263c' }, 1)
  })
  pen.rect(wx + ww / 2 - 7, wy, 14, wh, '#6a7678')
  pen.rect(wx, wy + wh * 0.46, ww, 12, '#6a7678')
  pen.rect(wx - 56, wy + wh + 34, ww + 112, 26, '#7f8986')
  pen.rect(wx - 56, wy + wh + 34, ww + 112, 6, '#b9a693')
  // curtain
  pen.path(`M${wx - 70} 0h120q10 260 -40 420t-20 240h-70z`, '#7d3f2c')
  for (let i = 0; i < 3; i++)
    pen.stroke(`M${wx - 40 + i * 32} 0q8 260 -20 420t-14 230`, '#5c2c20', 5, { opacity: 0.6 })
  pen.path(`M${wx - 62} 416h92l-6 20h-88z`, brass)

  // lamp light on the wall
  pen.circle(
    1370,
    320,
    640,
    pen.radial([
      [0, '#ffd48a', 0.7],
      [0.35, '#e89440', 0.34],
      [1, '#b4532f', 0],
    ]),
  )
  // framed deeds on the wall
  for (const [x, y, w, h] of [
    [880, 110, 170, 210],
    [1086, 90, 130, 170],
  ] as const) {
    drop(pen, `M${x} ${y}h${w}v${h}h${-w}z`, -8, 10, 7, 0.4)
    pen.rect(x, y, w, h, '#2c2a2a')
    pen.rect(x + 10, y + 10, w - 20, h - 20, '#ead9bc')
    pen.path(houseGlyph(x + w / 2, y + h * 0.48, w * 0.22), pine)
    pen.rect(x + w * 0.3, y + h * 0.76, w * 0.4, 6, '#b09a78')
  }
  // desk
  const top = 690
  pen.rect(
    0,
    top,
    1600,
    210,
    pen.linear([
      [0, '#8a5836'],
      [1, '#4f301e'],
    ]),
  )
  pen.rect(0, top, 1600, 7, '#d79d62')
  pen.ellipse(
    1240,
    top + 50,
    620,
    90,
    pen.radial([
      [0, '#ffd48a', 0.6],
      [1, '#ffd48a', 0],
    ]),
  )
  let grain = ''
  for (let i = 0; i < 26; i++)
    grain += `M${num(pen.between(-100, 1500))} ${num(pen.between(top + 14, 890))}q120 ${num(pen.between(-5, 5))} ${num(pen.between(160, 420))} 0`
  pen.stroke(grain, '#3b2215', 2, { opacity: 0.5 })
  // lamp
  pen.at(1400, top + 26, 1, () => {
    pen.ellipse(0, 0, 110, 14, '#1c1410', { opacity: 0.5 })
    pen.path('M-92 0q0 -26 92 -26t92 26z', brass)
    pen.rect(-8, -320, 16, 300, mix(brass, ink, 0.1))
    pen.rect(-8, -320, 5, 300, mix(brass, paper, 0.5))
    pen.path('M-170 -300q6 -120 100 -124h140q94 4 100 124z', '#1f5a4c')
    pen.path('M-170 -300q6 -120 100 -124h60q-70 10 -84 124z', '#4f8f78', { opacity: 0.7 })
    pen.rect(-172, -306, 344, 12, brass)
    pen.path('M-150 -294h300l-12 14h-276z', '#fff0c4')
    pen.circle(0, -434, 12, brass)
    pen.line(60, -294, 60, -236, brass, 3)
    pen.circle(60, -232, 6, brass)
  })
  // telephone, ringing
  const px = 930
  const py = top + 78
  for (const [r, o] of [
    [300, 0.75],
    [350, 0.5],
    [404, 0.28],
  ] as const) {
    for (const side of [-1, 1]) {
      const a0 = side < 0 ? Math.PI + 0.32 : -0.32
      const a1 = side < 0 ? Math.PI + 0.98 : -0.98
      const p0: Point = [px + Math.cos(a0) * r, py - 190 + Math.sin(a0) * r * 0.86]
      const p1: Point = [px + Math.cos(a1) * r, py - 190 + Math.sin(a1) * r * 0.86]
      pen.stroke(
        `M${num(p0[0])} ${num(p0[1])}A${r} ${num(r * 0.86)} 0 0 ${side < 0 ? 1 : 0} ${num(p1[0])} ${num(p1[1])}`,
        '#ffdf9f',
        9,
        { opacity: o, 'stroke-linecap': 'round' },
      )
    }
  }
  pen.at(px, py, 1.04, () => telephone(pen, clay, 36, -7))
  // the coiled cord
  let cord = `M${px - 196} ${py - 230}`
  for (let i = 0; i < 15; i++) cord += `q-22 4 -18 17t16 -1`
  pen.stroke(cord, '#241a18', 6, { opacity: 0.9, 'stroke-linecap': 'round' })
  // notepad, pencil, watch, cup
  pen.poly(
    [
      [250, top + 70],
      [560, top + 56],
      [600, top + 170],
      [230, top + 186],
    ],
    '#1c1410',
    { opacity: 0.35, filter: pen.blur(8), transform: 'translate(8 14)' },
  )
  pen.poly(
    [
      [250, top + 70],
      [560, top + 56],
      [600, top + 170],
      [230, top + 186],
    ],
    '#f2e4ca',
  )
  pen.poly(
    [
      [250, top + 70],
      [560, top + 56],
      [566, top + 74],
      [247, top + 88],
    ],
    clay,
  )
  for (let i = 0; i < 4; i++)
    pen.line(256 - i * 4, top + 108 + i * 20, 470 + i * 22, top + 98 + i * 20, '#9a8a70', 4)
  pen.at(500, top + 196, 0.66, () => pencil(pen, 320, brass), -24)
  pen.at(1210, top + 116, 1, () => {
    pen.ellipse(10, 4, 86, 14, '#1c1410', { opacity: 0.45, filter: pen.blur(5) })
    pen.ellipse(0, 0, 84, 14, '#e4d4b8')
    pen.path('M-52 -86h104q0 62 -26 84h-52q-26 -22 -26 -84z', '#f4e9d6')
    pen.path('M6 -86h46q0 62 -26 84h-22q14 -30 2 -84z', ink, { opacity: 0.1 })
    pen.stroke('M52 -72q34 -4 30 24t-40 26', '#f4e9d6', 10)
    pen.ellipse(0, -86, 52, 10, '#5b3924')
    pen.stroke('M-16 -104q-14 -26 0 -46t2 -44M14 -104q-12 -22 2 -40t0 -40', '#fff3d8', 5, {
      opacity: 0.3,
      'stroke-linecap': 'round',
    })
  })
  pen.cover(
    pen.radial(
      [
        [0, '#ffd48a', 0.06],
        [0.5, '#0c141c', 0],
        [1, '#0c141c', 0.5],
      ],
      0.68,
      0.55,
      0.8,
    ),
  )
  return pen.svg()
}

/** ZIP exclusivity: a neighbourhood from above; one block belongs to one agent. */
export function article2(): string {
  const pen = new Pen(1600, 900, 302)
  pen.cover('#cdbfa9')
  // an isometric town on a grid of blocks
  const ux: Point = [0.87, 0.42]
  const uy: Point = [-0.87, 0.42]
  const origin: Point = [800, -180]
  const iso = (x: number, y: number, z = 0): Point => [
    origin[0] + x * ux[0] + y * uy[0],
    origin[1] + x * ux[1] + y * uy[1] - z,
  ]
  const quad = (x: number, y: number, w: number, h: number): Point[] => [
    iso(x, y),
    iso(x + w, y),
    iso(x + w, y + h),
    iso(x, y + h),
  ]
  const block = 300
  const road = 58
  const step = block + road
  const hot = { i: 2, j: 2 }
  const walls = ['#efe2cc', '#dfd3bf', '#e6d0b4', '#d3d8cd', '#e9dcc8']
  const roofs = ['#8f9690', '#a39a8b', '#8b8f8d', '#a98f7b', '#979d92']
  pen.poly(quad(-800, -800, 3400, 3400), '#b6ab98')
  // pavements and lawns
  for (let i = -2; i < 7; i++)
    for (let j = -2; j < 7; j++) {
      const [x, y] = [i * step, j * step]
      pen.poly(quad(x - 10, y - 10, block + 20, block + 20), '#e4d9c5')
      pen.poly(quad(x, y, block, block), i === hot.i && j === hot.j ? '#9dba86' : '#b4bfa2')
    }
  let dashes = ''
  for (let k = -2; k < 8; k++)
    for (let t = -700; t < 2600; t += 44) {
      const c = k * step - road / 2
      const [a, b] = [iso(c, t), iso(c, t + 22)]
      const [e, f] = [iso(t, c), iso(t + 22, c)]
      const seen = ([px, py]: Point) => px > -40 && px < 1640 && py > -40 && py < 940
      if (seen(a)) dashes += `M${num(a[0])} ${num(a[1])}L${num(b[0])} ${num(b[1])}`
      if (seen(e)) dashes += `M${num(e[0])} ${num(e[1])}L${num(f[0])} ${num(f[1])}`
    }
  pen.stroke(dashes, '#efe6d4', 2.5)
  const house = (
    x: number,
    y: number,
    w: number,
    d: number,
    h: number,
    wall: string,
    roof: string,
    along: boolean,
    lit: boolean,
  ) => {
    const rise = 34
    pen.poly([iso(x + w, y + d), iso(x + w + 34, y + d - 6), iso(x + w + 34, y - 6), iso(x + w, y)], ink, {
      opacity: 0.14,
    })
    const left: Point[] = [iso(x, y + d), iso(x + w, y + d), iso(x + w, y + d, h), iso(x, y + d, h)]
    const right: Point[] = [iso(x + w, y), iso(x + w, y + d), iso(x + w, y + d, h), iso(x + w, y, h)]
    pen.poly(left, wall)
    pen.poly(right, mix(wall, ink, 0.2))
    const o = 7
    if (along) {
      const [r0, r1] = [iso(x - o, y + d / 2, h + rise), iso(x + w + o, y + d / 2, h + rise)]
      pen.poly([iso(x - o, y - o, h - 4), iso(x + w + o, y - o, h - 4), r1, r0], mix(roof, ink, 0.2))
      pen.poly([iso(x + w, y, h), iso(x + w, y + d, h), iso(x + w, y + d / 2, h + rise)], mix(wall, ink, 0.2))
      pen.poly([iso(x - o, y + d + o, h - 4), iso(x + w + o, y + d + o, h - 4), r1, r0], roof)
      let s = ''
      for (let k = 1; k < 5; k++) {
        const t = k / 5
        const a = iso(x - o, y + d / 2 + (d / 2 + o) * t, h + rise - (rise + 4) * t)
        const b = iso(x + w + o, y + d / 2 + (d / 2 + o) * t, h + rise - (rise + 4) * t)
        s += `M${num(a[0])} ${num(a[1])}L${num(b[0])} ${num(b[1])}`
      }
      pen.stroke(s, mix(roof, ink, 0.24), 1, { opacity: 0.6 })
    } else {
      const [r0, r1] = [iso(x + w / 2, y - o, h + rise), iso(x + w / 2, y + d + o, h + rise)]
      pen.poly([iso(x - o, y - o, h - 4), iso(x - o, y + d + o, h - 4), r1, r0], mix(roof, paper, 0.12))
      pen.poly([iso(x, y + d, h), iso(x + w, y + d, h), iso(x + w / 2, y + d, h + rise)], wall)
      pen.poly([iso(x + w + o, y - o, h - 4), iso(x + w + o, y + d + o, h - 4), r1, r0], mix(roof, ink, 0.14))
    }
    const g = lit ? '#ffd88f' : '#71868a'
    const onLeft = (u: number, v: number, uw: number, vh: number, c: string) =>
      pen.poly(
        [
          iso(x + w * u, y + d, h * v),
          iso(x + w * (u + uw), y + d, h * v),
          iso(x + w * (u + uw), y + d, h * (v + vh)),
          iso(x + w * u, y + d, h * (v + vh)),
        ],
        c,
      )
    onLeft(0.12, 0.3, 0.22, 0.42, g)
    onLeft(0.66, 0.3, 0.22, 0.42, g)
    onLeft(0.43, 0, 0.15, 0.62, lit ? clay : '#8c7a68')
    pen.poly(
      [
        iso(x + w, y + d * 0.3, h * 0.3),
        iso(x + w, y + d * 0.6, h * 0.3),
        iso(x + w, y + d * 0.6, h * 0.72),
        iso(x + w, y + d * 0.3, h * 0.72),
      ],
      mix(g, ink, 0.12),
    )
  }
  const leaf = (x: number, y: number, s: number, c: string) => {
    const [px, py] = iso(x, y)
    pen.ellipse(px + s * 0.6, py + 2, s * 0.9, s * 0.36, ink, { opacity: 0.18 })
    pen.rect(px - 2, py - s * 0.7, 4, s * 0.7, '#6d5847')
    pen.path(pen.blob(px, py - s * 1.2, s * 0.72, s * 0.8, 8, 0.1), c)
    pen.path(pen.blob(px - s * 0.14, py - s * 1.36, s * 0.4, s * 0.46, 7, 0.14), mix(c, paper, 0.22))
  }
  const drawBlock = (i: number, j: number) => {
    const [x, y] = [i * step, j * step]
    const centre = iso(x + block / 2, y + block / 2)
    if (centre[0] < -280 || centre[0] > 1880 || centre[1] < -150 || centre[1] > 1090) return
    const on = i === hot.i && j === hot.j
    if (on) {
      // a raised, glowing plot
      const rim = quad(x - 22, y - 22, block + 44, block + 44)
      pen.path(polygon(rim), brass, { opacity: 0.55, filter: pen.blur(18) })
      pen.poly(
        [
          iso(x - 16, y + block + 16),
          iso(x + block + 16, y + block + 16),
          iso(x + block + 16, y + block + 16, -22),
          iso(x - 16, y + block + 16, -22),
        ],
        mix(brass, ink, 0.16),
      )
      pen.poly(
        [
          iso(x + block + 16, y - 16),
          iso(x + block + 16, y + block + 16),
          iso(x + block + 16, y + block + 16, -22),
          iso(x + block + 16, y - 16, -22),
        ],
        mix(brass, ink, 0.34),
      )
      pen.poly(quad(x - 16, y - 16, block + 32, block + 32), brass)
      pen.poly(quad(x - 8, y - 8, block + 16, block + 16), '#f6e9d0')
      pen.poly(quad(x, y, block, block), '#8fb27c')
    }
    const park = (i * 7 + j * 5) % 9 === 4 && !on
    if (park) {
      pen.poly(quad(x + 14, y + 14, block - 28, block - 28), '#9fb48c')
      const p = [iso(x + 20, y + block - 30), iso(x + block / 2, y + block / 2), iso(x + block - 20, y + 30)]
      pen.stroke(
        `M${num(p[0]![0])} ${num(p[0]![1])}Q${num(p[1]![0])} ${num(p[1]![1] - 40)} ${num(p[2]![0])} ${num(p[2]![1])}`,
        '#e4d9c5',
        12,
      )
      const pond = iso(x + block * 0.66, y + block * 0.66)
      pen.ellipse(pond[0], pond[1], 62, 28, '#a9c6c8')
      const spots: Point[] = []
      for (let k = 0; k < 15; k++)
        spots.push([x + pen.between(24, block - 24), y + pen.between(24, block - 24)])
      spots.sort((a, b) => a[0] + a[1] - b[0] - b[1])
      for (const [tx, ty] of spots)
        leaf(tx, ty, pen.between(20, 30), mix('#7d9a80', pine, pen.between(0.1, 0.3)))
      return
    }
    const things: { k: number; draw: () => void }[] = []
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 2; b++) {
        const w = pen.between(58, 72)
        const d = pen.between(58, 74)
        const hx = x + 18 + a * 98 + pen.between(0, 8)
        const hy = y + 26 + b * 148 + pen.between(0, 14)
        const wall = on
          ? ['#fbf0dc', '#f3d9b8', '#d6e2d6', '#fbf0dc', '#e9c6a6', '#d9e4e2'][a * 2 + b]!
          : pen.pick(walls)
        const roof = on ? [clay, pine, '#8c3f24', '#2b3a55', clay, '#2f6a5c'][a * 2 + b]! : pen.pick(roofs)
        const h = pen.between(38, 50)
        const along = pen.rnd() < 0.5
        things.push({ k: hx + hy, draw: () => house(hx, hy, w, d, h, wall, roof, along, on) })
        const [tx, ty] = [hx + w + pen.between(10, 20), hy + d + pen.between(16, 40)]
        const c = on
          ? pen.pick(['#3f7358', '#4f8463', '#2f6450'])
          : mix('#8fa389', pine, pen.between(0.05, 0.22))
        const s = pen.between(15, 24)
        things.push({ k: tx + ty - 30, draw: () => leaf(tx, ty, s, c) })
      }
    things.sort((p, q) => p.k - q.k)
    for (const t of things) t.draw()
  }
  for (let sum = -4; sum < 13; sum++)
    for (let i = -2; i < 7; i++) {
      const j = sum - i
      if (j >= -2 && j < 7) drawBlock(i, j)
    }
  // quiet the rest, keep the block
  const [cx, cy] = iso(hot.i * step + block / 2, hot.j * step + block / 2)
  pen.cover(
    pen.radial(
      [
        [0, '#fff0cf', 0.16],
        [0.34, '#fff0cf', 0.04],
        [0.5, '#e9dfcc', 0.22],
        [1, '#8f8672', 0.46],
      ],
      cx / 1600,
      cy / 900,
      0.62,
    ),
  )
  // a pin over it
  pen.at(cx, cy - 96, 1.12, () => {
    pen.ellipse(0, 66, 34, 12, ink, { opacity: 0.3, filter: pen.blur(4) })
    pen.path('M0 60C-10 20 -62 0 -62 -56a62 62 0 0 1 124 0C62 0 10 20 0 60z', pine)
    pen.path('M0 60C10 20 62 0 62 -56a62 62 0 0 0 -30 -53C50 -60 8 0 0 60z', ink, { opacity: 0.22 })
    pen.circle(0, -56, 42, paper)
    pen.path('M0 -82a17 17 0 0 1 8 32l7 24h-30l7 -24a17 17 0 0 1 8 -32z', brass)
  })
  return pen.svg()
}

/** The live three-way call: three windows, three houses, one line. */
export function article3(): string {
  const pen = new Pen(1600, 900, 303)
  pen.cover(
    pen.linear([
      [0, '#2b3a55'],
      [0.35, '#6f6884'],
      [0.6, '#dc9f86'],
      [0.8, '#f2cda6'],
      [1, '#f2cda6'],
    ]),
  )
  for (let i = 0; i < 30; i++)
    pen.circle(pen.between(0, 1600), pen.between(0, 190), pen.between(0.8, 1.9), paper, {
      opacity: pen.between(0.3, 0.9),
    })
  pen.path('M0 640Q200 590 420 626T860 610T1300 632T1600 600V900H0z', '#b98b83')
  pen.path('M0 690Q260 650 520 680T1040 668T1600 680V900H0z', '#7d6f74')
  const even: Leaves = { dark: '#2f4a4c', mid: '#456560', light: '#6d8177', trunk: '#3b3a3c' }
  for (const [x, h] of [
    [30, 250],
    [560, 230],
    [604, 170],
    [1076, 240],
    [1120, 180],
    [1580, 260],
  ] as const)
    tree(pen, x, 800, h, even, -1)
  pen.rect(0, 786, 1600, 120, '#3f5b52')
  pen.rect(0, 786, 1600, 8, '#7d8f78')

  const person = (
    x: number,
    y: number,
    s: number,
    coat: string,
    hair: string,
    skin: string,
    flip: number,
    bun: boolean,
  ) =>
    pen.group({ transform: `translate(${num(x)} ${num(y)}) scale(${flip * s} ${s})` }, () => {
      // shoulders, neck, head from behind three quarters: no face
      pen.path('M-74 120q-2 -74 52 -84h44q54 10 52 84z', coat)
      pen.path('M22 36q54 10 52 84h-30q6 -60 -22 -84z', ink, { opacity: 0.16 })
      pen.rect(-15, 0, 30, 46, mix(skin, ink, 0.14))
      pen.ellipse(0, -26, 38, 44, skin)
      if (bun) {
        pen.path('M-40 -20q-8 -60 44 -60q46 4 38 52q-10 -26 -40 -28q-24 6 -24 56q-16 0 -18 -20z', hair)
        pen.circle(-22, -78, 20, hair)
      } else pen.path('M-40 -22q-8 -58 44 -58q44 4 38 44q-20 -18 -46 -18q-14 12 -16 50q-16 2 -20 -18z', hair)
      // arm and receiver
      pen.stroke('M58 112Q92 60 48 4', mix(coat, ink, 0.1), 34, { 'stroke-linecap': 'round' })
      pen.stroke('M50 8L42 -8', skin, 26, { 'stroke-linecap': 'round' })
      pen.path(
        'M34 -58q16 -4 20 12q4 34 -6 68q-6 12 -20 6q-4 -10 4 -16q6 -24 2 -44q-10 -6 -8 -16q2 -8 8 -10z',
        ink,
      )
    })

  const houses = [
    {
      x: 60,
      wall: siding(pen, '#8aa39a', 16),
      gable: shingles(pen, '#6f8a80', 22, 17),
      roof: '#3f4a4b',
      kind: 0,
    },
    {
      x: 590,
      wall: brick(pen, '#a5573c', 30, 11),
      gable: brick(pen, '#a5573c', 30, 11),
      roof: '#3a3d44',
      kind: 1,
    },
    { x: 1120, wall: '#e0c9a6', gable: '#e0c9a6', roof: '#7d4634', kind: 2 },
  ]
  const w = 420
  const eave = 420
  const peak = 196
  for (const h of houses) {
    const cx = h.x + w / 2
    // chimney
    pen.rect(cx + 96, 200, 46, 130, mix(clay, ink, 0.3))
    pen.rect(cx + 88, 192, 62, 14, mix(clay, ink, 0.45))
    pen.rect(h.x, eave, w, 400, h.wall)
    pen.path(
      `M${h.x} ${eave + 2}V${eave - 24}L${cx} ${peak - 8}L${h.x + w} ${eave - 24}V${eave + 2}z`,
      h.gable,
    )
    pen.path(
      `M${h.x} ${eave - 24}L${cx} ${peak - 8}L${h.x + w} ${eave - 24}V806H${h.x}z`,
      pen.linear([
        [0, '#1c2438', 0.34],
        [0.5, '#1c2438', 0.1],
        [1, '#1c2438', 0.3],
      ]),
    )
    pen.path(
      `M${h.x - 46} ${eave + 24}L${cx} ${peak - 16}L${h.x + w + 46} ${eave + 24}L${h.x + w + 46} ${eave - 6}L${cx} ${peak - 52}L${h.x - 46} ${eave - 6}z`,
      h.roof,
    )
    pen.path(
      `M${h.x - 46} ${eave + 24}L${cx} ${peak - 16}L${h.x + w + 46} ${eave + 24}L${h.x + w + 40} ${eave + 34}L${cx} ${peak + 2}L${h.x - 40} ${eave + 34}z`,
      '#f3e3cb',
    )
    pen.path(
      `M${h.x} ${eave + 10}L${cx} ${peak + 16}L${h.x + w} ${eave + 10}V${eave + 40}L${cx} ${peak + 50}L${h.x} ${eave + 40}z`,
      ink,
      { opacity: 0.18 },
    )
    pen.stroke(`M${h.x - 46} ${eave - 6}L${cx} ${peak - 52}`, '#ffdcb4', 3, { opacity: 0.6 })
    // attic light
    if (h.kind === 0)
      pane(pen, cx - 26, 300, 52, 56, {
        trim: '#f3e3cb',
        glass: '#3d5263',
        frame: 6,
        cols: 2,
        rows: 2,
        sill: false,
      })
    if (h.kind === 1) {
      pen.circle(cx, 326, 34, '#e7d3b8')
      pen.circle(cx, 326, 26, '#3d5263')
      pen.stroke(`M${cx - 26} 326h52M${cx} 300v52`, '#e7d3b8', 4)
    }
    if (h.kind === 2)
      for (let i = 0; i < 3; i++) pen.path(`M${cx - 48 + i * 36} 350v-34a12 12 0 0 1 24 0v34z`, '#7d5f48')
    // the window
    const [wx, wy, ww, wh] = [cx - 118, 456, 236, 236]
    pen.ellipse(
      cx,
      wy + wh / 2,
      330,
      270,
      pen.radial([
        [0, '#ffd48a', 0.5],
        [1, '#ffd48a', 0],
      ]),
    )
    pen.rect(wx - 18, wy - 18, ww + 36, wh + 36, '#f3e3cb')
    pen.rect(
      wx,
      wy,
      ww,
      wh,
      pen.linear([
        [0, '#ffe6b0'],
        [1, '#f4b96a'],
      ]),
    )
    pen.within(`M${num(wx)} ${wy}h${ww}v${wh}h${-ww}z`, () => {
      if (h.kind === 0) {
        pen.rect(wx + 16, wy + 40, 60, 74, '#c98f5c')
        pen.rect(wx + 22, wy + 46, 48, 62, '#f3e3cb')
        person(cx + 12, wy + 130, 1.04, '#7d3f2c', '#2d2320', '#c58c68', 1, true)
      } else if (h.kind === 1) {
        for (const y of [wy + 60, wy + 118]) {
          pen.rect(wx + 6, y, 70, 6, '#8d5a36')
          for (let b = 0; b < 5; b++)
            pen.rect(
              wx + 10 + b * 12,
              y - 30 - (b % 3) * 4,
              9,
              30 + (b % 3) * 4,
              [clay, pine, dusk, brass, '#7d4634'][b]!,
            )
        }
        person(cx + 6, wy + 132, 1.08, dusk, '#1d1a1a', '#8a5a40', 1, false)
      } else {
        pen.line(wx + 196, wy, wx + 196, wy + 50, '#7d4f2c', 3)
        pen.path(`M${wx + 168} ${wy + 78}q4 -26 28 -28q24 2 28 28z`, pine)
        person(cx - 10, wy + 130, 1.04, pine, '#8d8478', '#d9a684', -1, false)
      }
      for (const side of [0, 1]) {
        const sx = wx + side * ww
        const k = side ? -1 : 1
        pen.path(`M${num(sx)} ${wy}h${k * 56}q${-k * 4} 130 ${-k * 40} 170v80h${-k * 16}z`, '#f8e8c8', {
          opacity: 0.92,
        })
        pen.stroke(
          `M${num(sx + k * 18)} ${wy}q${-k * 2} 120 ${-k * 10} 170M${num(sx + k * 36)} ${wy}q${-k * 2} 110 ${-k * 22} 160`,
          '#d9b88a',
          3,
          { opacity: 0.7 },
        )
      }
    })
    pen.rect(wx - 26, wy + wh + 16, ww + 52, 18, '#f3e3cb')
    pen.rect(wx - 22, wy + wh + 34, ww + 44, 8, ink, { opacity: 0.25 })
    if (h.kind === 0)
      for (const s of [-1, 1]) {
        const bx = cx + s * 172 - 26
        pen.rect(bx, wy - 18, 52, wh + 36, pine)
        for (let y = wy - 6; y < wy + wh + 10; y += 15) pen.rect(bx + 7, y, 38, 6, mix(pine, ink, 0.4))
      }
    if (h.kind === 1) pen.path(`M${wx - 30} ${wy - 20}l14 -36h${ww + 32}l14 36z`, '#e7d3b8')
    if (h.kind === 2) {
      pen.rect(wx - 10, wy + wh + 40, ww + 20, 34, '#7d4634')
      crown(
        pen,
        [
          [cx - 70, wy + wh + 38, 50, 26],
          [cx, wy + wh + 34, 54, 28],
          [cx + 70, wy + wh + 38, 50, 26],
        ],
        summer,
        -1,
        10,
        200,
      )
      for (let i = 0; i < 14; i++)
        pen.circle(cx + pen.between(-110, 110), wy + wh + pen.between(18, 44), 5, '#e2a58d')
    }
    pen.rect(h.x, 786, w, 22, mix(sand, ink, 0.4))
  }
  // hedges
  for (const [x, n] of [
    [40, 5],
    [560, 5],
    [1090, 6],
  ] as const)
    crown(
      pen,
      Array.from({ length: n }, (_, i): [number, number, number, number] => [x + i * 104, 836, 80, 44]),
      even,
      -1,
      10,
      300,
    )
  pen.rect(0, 850, 1600, 60, '#31493f')

  // poles and the line that joins them
  const pole = (x: number, topY: number) => {
    pen.rect(x - 8, topY, 16, 860 - topY, '#2b2a2e')
    pen.rect(x - 8, topY, 5, 860 - topY, '#d9a684', { opacity: 0.5 })
    pen.rect(x - 62, topY + 26, 124, 12, '#2b2a2e')
    for (const dx of [-52, -22, 22, 52]) pen.path(`M${x + dx - 6} ${topY + 26}v-12q6 -8 12 0v12z`, '#a9c6c8')
  }
  pole(535, 96)
  pole(1065, 96)
  const line = 'M-20 66Q250 190 483 108M587 108Q800 196 1013 108M1117 108Q1360 190 1620 66'
  pen.stroke(line, '#20242f', 3.5)
  pen.stroke('M-20 96Q250 220 513 118M557 118Q800 226 1043 118M1087 118Q1360 220 1620 96', '#20242f', 3, {
    opacity: 0.8,
  })
  // live wires from each house, in brass
  const live =
    'M270 382Q430 330 513 118Q535 96 557 118Q640 330 800 398Q960 330 1043 118Q1065 96 1087 118Q1170 330 1330 382'
  pen.stroke(live, '#ffd48a', 16, { opacity: 0.3, filter: pen.blur(6) })
  pen.stroke(live, '#ffdf9f', 5, { 'stroke-linecap': 'round' })
  for (const [x, y] of [
    [270, 382],
    [800, 398],
    [1330, 382],
  ] as const) {
    pen.circle(
      x,
      y,
      34,
      pen.radial([
        [0, '#ffdf9f', 0.8],
        [1, '#ffdf9f', 0],
      ]),
    )
    pen.circle(x, y, 9, '#fff3d6')
  }
  pen.cover(
    pen.linear([
      [0, '#141c2c', 0.14],
      [0.5, '#141c2c', 0],
      [1, '#141c2c', 0.2],
    ]),
  )
  return pen.svg()
}
