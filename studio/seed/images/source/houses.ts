/** The buildings: each is drawn on the line y = 0, upwards, from x = 0. */
import { brick, door, pane, shingles, shrub, siding, stones, type WindowLook } from './parts.ts'
import { brass, clay, ink, mix, num, type Pen, paper, polygon, sand } from './pen.ts'

export interface HouseColours {
  wall: string
  gable: string
  roof: string
  trim: string
  door: string
  stone: string
  glass: string
  lit: string
}

/** A craftsman bungalow with a gabled porch; 900 wide, 560 to the ridge. */
export function craftsman(pen: Pen, c: HouseColours): void {
  const wood = siding(pen, c.wall, 15)
  const roof = shingles(pen, c.roof, 30, 15)
  const gable = shingles(pen, c.gable, 20, 16)
  const deep = mix(c.trim, ink, 0.25)
  const win: WindowLook = {
    trim: c.trim,
    glass: c.lit,
    glow: true,
    cols: 1,
    rows: 2,
    frame: 8,
    curtain: '#fbe7c0',
  }
  const dim: WindowLook = { ...win, glass: c.glass, glow: false, curtain: mix(sand, c.glass, 0.3) }

  stones(pen, 690, -640, 78, 150, c.stone, 22)
  pen.rect(682, -652, 94, 14, mix(c.stone, paper, 0.3))
  pen.rect(700, -668, 22, 18, mix(clay, ink, 0.2))
  pen.rect(736, -668, 22, 18, mix(clay, ink, 0.2))

  const slope = polygon([
    [-46, -326],
    [74, -548],
    [826, -548],
    [946, -326],
  ])
  pen.path(slope, roof)
  pen.path(
    slope,
    pen.linear([
      [0, paper, 0.12],
      [1, ink, 0.2],
    ]),
  )
  pen.rect(70, -554, 760, 9, mix(c.roof, paper, 0.25))
  pen.poly(
    [
      [-46, -326],
      [-58, -326],
      [66, -556],
      [82, -548],
    ],
    c.trim,
  )
  pen.poly(
    [
      [946, -326],
      [958, -326],
      [834, -556],
      [818, -548],
    ],
    deep,
  )

  // dormer
  pen.poly(
    [
      [800, -402],
      [860, -402],
      [812, -478],
    ],
    ink,
    { opacity: 0.25 },
  )
  pen.rect(600, -478, 196, 78, wood)
  for (let i = 0; i < 3; i++)
    pane(pen, 614 + i * 60, -462, 46, 50, {
      ...(i === 1 ? win : dim),
      rows: 1,
      frame: 5,
      sill: false,
      shade: 0.25,
    })
  pen.poly(
    [
      [566, -470],
      [698, -552],
      [830, -470],
    ],
    gable,
  )
  pen.poly(
    [
      [560, -466],
      [698, -562],
      [836, -466],
      [818, -466],
      [698, -546],
      [578, -466],
    ],
    c.trim,
  )
  pen.rect(600, -470, 196, 9, ink, { opacity: 0.22 })

  // walls
  pen.rect(0, -326, 900, 326, wood)
  stones(pen, -6, -48, 912, 48, c.stone, 30)
  pen.rect(-6, -52, 912, 7, c.trim)
  pen.rect(0, -326, 12, 276, c.trim)
  pen.rect(888, -326, 12, 276, c.trim)
  pen.rect(0, -312, 900, 34, ink, { opacity: 0.22 })
  pen.rect(-52, -330, 1004, 16, c.trim)
  for (let x = -30; x < 940; x += 48) pen.rect(x, -315, 12, 10, deep)

  // right-hand window group and flower box
  for (let i = 0; i < 3; i++) pane(pen, 606 + i * 82, -252, 66, 132, i === 1 ? { ...win, cols: 2 } : win)
  pen.rect(592, -112, 250, 26, mix(c.door, ink, 0.1))
  pen.rect(592, -112, 250, 5, mix(c.door, paper, 0.3))
  shrub(
    pen,
    718,
    -108,
    300,
    26,
    { dark: '#2c5a4b', mid: '#47765a', light: '#87a274', trunk: ink },
    -1,
    '#f0c9b4',
  )

  // porch room
  pen.rect(24, -300, 508, 252, ink, { opacity: 0.3 })
  pane(pen, 64, -236, 96, 118, { ...win, cols: 2 })
  pane(pen, 392, -236, 96, 118, { ...win, cols: 2 })
  door(pen, 234, -236, 84, 188, { colour: c.door, trim: c.trim, glass: c.lit, panels: 1 })
  pen.circle(
    352,
    -196,
    46,
    pen.radial([
      [0, '#ffd99a', 0.75],
      [1, '#ffd99a', 0],
    ]),
  )
  pen.path('M345 -204h14v20h-14z', '#ffe9bd')
  pen.path('M342 -206h20l-6 -9h-8zM344 -184h16v4h-16z', ink)
  // swing bench
  pen.line(84, -290, 84, -104, deep, 2)
  pen.line(176, -290, 176, -104, deep, 2)
  pen.rect(76, -132, 108, 30, mix(c.trim, ink, 0.12))
  pen.rect(72, -104, 116, 9, c.trim)

  // porch gable
  const front = polygon([
    [-20, -286],
    [276, -476],
    [572, -286],
  ])
  pen.path(front, gable)
  pen.path(
    front,
    pen.linear([
      [0, ink, 0.26],
      [0.5, ink, 0.02],
    ]),
  )
  pen.rect(40, -330, 472, 10, c.trim, { opacity: 0.9 })
  for (let i = 0; i < 3; i++)
    pane(pen, 222 + i * 38, -392, 30, 44, { ...dim, frame: 4, rows: 1, sill: false, curtain: null })
  pen.poly(
    [
      [-44, -280],
      [276, -494],
      [596, -280],
      [562, -280],
      [276, -470],
      [-10, -280],
    ],
    c.trim,
  )
  pen.poly(
    [
      [276, -494],
      [596, -280],
      [588, -280],
      [276, -488],
    ],
    ink,
    { opacity: 0.18 },
  )
  for (const [bx, dir] of [
    [20, 1],
    [532, -1],
  ] as const)
    pen.stroke(`M${bx} -300l${dir * 26} 0M${bx + dir * 22} -300L${bx - dir * 2} -268`, c.trim, 8)
  pen.rect(-6, -296, 564, 32, c.trim)
  pen.rect(-6, -270, 564, 6, deep)
  for (const bx of [36, 276, 516]) pen.rect(bx - 24, -300, 48, 12, mix(c.trim, ink, 0.1))

  // lattice, floor, rails
  pen.rect(-4, -46, 560, 46, mix(c.stone, ink, 0.35))
  pen.rect(-14, -62, 580, 18, c.trim)
  pen.rect(-14, -48, 580, 5, deep)
  for (const [x0, x1] of [
    [66, 196],
    [356, 490],
  ] as const) {
    pen.rect(x0, -132, x1 - x0, 9, c.trim)
    pen.rect(x0, -76, x1 - x0, 7, c.trim)
    for (let x = x0 + 6; x < x1; x += 15) pen.rect(x, -126, 5, 52, c.trim)
  }
  for (const bx of [36, 190, 362, 516]) {
    const small = bx === 190 || bx === 362
    stones(pen, bx - 31, -150, 62, 150, c.stone, 22)
    pen.rect(bx + 12, -150, 19, 150, ink, { opacity: 0.16 })
    pen.rect(bx - 37, -160, 74, 12, mix(c.stone, paper, 0.4))
    pen.path(`M${bx - 22} -160L${bx - 15} -264H${bx + 15}L${bx + 22} -160z`, c.trim)
    pen.path(`M${bx + 8} -160L${bx + 6} -264H${bx + 15}L${bx + 22} -160z`, ink, { opacity: 0.13 })
    if (small) pen.rect(bx - 20, -176, 40, 6, deep, { opacity: 0.6 })
  }
  // steps
  for (let i = 0; i < 4; i++) {
    pen.rect(222 - i * 8, -58 + i * 15, 108 + i * 16, 15, mix('#cfc4b2', ink, 0.05 * i))
    pen.rect(222 - i * 8, -58 + i * 15, 108 + i * 16, 4, paper, { opacity: 0.5 })
  }
  pen.path('M214 0V-30l-22 12V0zM338 0V-30l22 12V0z', mix(c.stone, ink, 0.1))
}

/** A small gabled house for the middle distance; 300 wide. */
export function cottage(
  pen: Pen,
  wall: string,
  roof: string,
  trim: string,
  lit: string | null,
  doorColour = clay,
  flip = false,
): void {
  pen.group({ transform: flip ? 'translate(300 0) scale(-1 1)' : 'translate(0 0)' }, () => {
    const wood = siding(pen, wall, 9)
    pen.rect(214, -232, 26, 60, mix(clay, ink, 0.25))
    pen.rect(210, -236, 34, 8, mix(clay, ink, 0.4))
    pen.poly(
      [
        [118, -108],
        [118, -206],
        [262, -206],
        [318, -108],
      ],
      shingles(pen, roof, 18, 9),
    )
    pen.rect(118, -112, 182, 112, wood)
    pen.rect(118, -112, 182, 16, ink, { opacity: 0.2 })
    pen.rect(118, -116, 200, 7, trim)
    pen.rect(0, -110, 130, 110, wood)
    pen.poly(
      [
        [0, -110],
        [65, -212],
        [130, -110],
      ],
      wood,
    )
    pen.poly(
      [
        [-16, -98],
        [65, -226],
        [146, -98],
        [132, -98],
        [65, -206],
        [-2, -98],
      ],
      trim,
    )
    pen.rect(130, -110, 10, 110, ink, { opacity: 0.16 })
    pane(pen, 38, -92, 54, 50, {
      trim,
      glass: lit ?? '#5b7077',
      glow: !!lit,
      frame: 4,
      bar: 2,
      curtain: null,
    })
    pane(pen, 53, -168, 24, 28, { trim, glass: '#5b7077', frame: 3, bar: 2, curtain: null })
    door(pen, 160, -74, 34, 68, { colour: doorColour, trim, panels: 2 })
    pane(pen, 222, -84, 50, 42, { trim, glass: lit ?? '#5b7077', frame: 4, bar: 2, curtain: null })
    pen.rect(146, -6, 62, 6, mix(sand, ink, 0.2))
    pen.rect(0, -5, 300, 5, mix(sand, ink, 0.35))
  })
}

export interface RowLook {
  wall: string
  trim: string
  kind: 'brick' | 'stone' | 'board'
  door: string
  floors: number
  width: number
  head: 'flat' | 'lintel' | 'arch' | 'pediment'
  bay?: boolean
  escape?: boolean
  stoop: number
  cornice: string
  glass: string
}

/** A city row house with cornice, stoop, basement light, and a bay or fire escape when asked. */
export function rowHouse(pen: Pen, o: RowLook): void {
  const w = o.width
  const storey = 178
  const base = 92
  const h = base + o.floors * storey
  const wall =
    o.kind === 'brick' ? brick(pen, o.wall, 30, 11) : o.kind === 'board' ? siding(pen, o.wall, 12) : o.wall
  const _deep = mix(o.trim, ink, 0.25)
  pen.rect(0, -h, w, h, wall)
  if (o.kind === 'stone') {
    let d = ''
    for (let y = -h; y < 0; y += 44) d += `M0 ${y}H${w}`
    pen.stroke(d, mix(o.wall, ink, 0.25), 1.4, { opacity: 0.6 })
  }
  pen.rect(0, -base, w, base, o.kind === 'board' ? mix(o.wall, ink, 0.3) : mix(o.wall, ink, 0.18), {
    opacity: o.kind === 'brick' ? 0.6 : 1,
  })
  pen.rect(0, -base - 8, w, 10, o.trim)
  const glassLook: WindowLook = {
    trim: o.trim,
    glass: o.glass,
    cols: 1,
    rows: 2,
    sash: true,
    frame: 6,
    head: o.head,
    headColour: o.trim,
    bar: 3,
    shade: 0.35,
  }
  const cols = 3
  const step = w / cols
  const ww = step * 0.46
  const doorX = step * (cols - 0.5)
  const stoopLeft = doorX - step * 0.36

  for (let f = 0; f < o.floors; f++) {
    const y = -base - f * storey - 142
    const wh = f === 0 ? 116 : 104
    for (let i = 0; i < cols; i++) {
      if (f === 0 && i === cols - 1) continue
      if (o.bay && i < 2) continue
      pane(pen, step * (i + 0.5) - ww / 2, y, ww, wh, {
        ...glassLook,
        curtain: pen.rnd() < 0.6 ? mix(paper, o.glass, 0.25) : null,
        blind: pen.rnd() < 0.4 ? pen.between(0.2, 0.5) : 0,
      })
    }
  }
  if (o.bay) {
    const bx = step * 0.12
    const bw = step * 1.82
    const top = -h + 34
    pen.poly(
      [
        [bx + bw, -base - 10],
        [bx + bw + 26, -base + 10],
        [bx + bw + 26, top + 20],
        [bx + bw, top],
      ],
      ink,
      { opacity: 0.22 },
    )
    const left = polygon([
      [bx, top + 12],
      [bx + bw * 0.22, top],
      [bx + bw * 0.22, -base - 14],
      [bx, -base - 30],
    ])
    const right = polygon([
      [bx + bw * 0.78, top],
      [bx + bw, top + 12],
      [bx + bw, -base - 30],
      [bx + bw * 0.78, -base - 14],
    ])
    pen.path(left, mix(o.wall, paper, 0.18))
    pen.rect(bx + bw * 0.22, top, bw * 0.56, -base - 14 - top, wall)
    pen.path(right, mix(o.wall, ink, 0.2))
    for (let f = 0; f < o.floors; f++) {
      const y = -base - f * storey - 146
      pane(pen, bx + bw * 0.3, y, bw * 0.4, 108, {
        ...glassLook,
        head: 'flat',
        curtain: mix(paper, o.glass, 0.25),
      })
      pane(pen, bx + bw * 0.055, y + 2, bw * 0.115, 104, {
        ...glassLook,
        head: 'flat',
        frame: 4,
        sill: false,
      })
      pane(pen, bx + bw * 0.83, y + 2, bw * 0.115, 104, {
        ...glassLook,
        head: 'flat',
        frame: 4,
        sill: false,
        shade: 0.4,
      })
      pen.poly(
        [
          [bx - 3, y + 124],
          [bx + bw * 0.21, y + 131],
          [bx + bw * 0.79, y + 131],
          [bx + bw + 3, y + 124],
          [bx + bw + 3, y + 136],
          [bx + bw * 0.79, y + 145],
          [bx + bw * 0.21, y + 145],
          [bx - 3, y + 136],
        ],
        o.trim,
      )
      pen.poly(
        [
          [bx - 3, y - 24],
          [bx + bw * 0.21, y - 29],
          [bx + bw * 0.79, y - 29],
          [bx + bw + 3, y - 24],
          [bx + bw + 3, y - 16],
          [bx + bw * 0.79, y - 20],
          [bx + bw * 0.21, y - 20],
          [bx - 3, y - 16],
        ],
        o.trim,
      )
      for (let i = 0; i < 4; i++)
        pen.rect(bx + bw * (0.28 + i * 0.135), y + 118, bw * 0.08, 10, mix(o.wall, ink, 0.18))
    }
    pen.poly(
      [
        [bx, -base - 24],
        [bx + bw * 0.2, -base - 10],
        [bx + bw * 0.8, -base - 10],
        [bx + bw, -base - 24],
        [bx + bw * 0.78, -base + 22],
        [bx + bw * 0.22, -base + 22],
      ],
      mix(o.wall, ink, 0.34),
    )
  }

  // basement light and grille
  pane(pen, step * 0.5 - ww / 2, -62, ww, 44, {
    ...glassLook,
    head: 'flat',
    rows: 1,
    cols: 3,
    frame: 4,
    sill: false,
  })
  pane(pen, step * 1.4 - ww / 2, -62, ww, 44, {
    ...glassLook,
    head: 'flat',
    rows: 1,
    cols: 3,
    frame: 4,
    sill: false,
  })

  // cornice
  const c = o.cornice
  pen.rect(0, -h + 20, w, 26, ink, { opacity: 0.2 })
  pen.rect(0, -h - 34, w, 60, c)
  pen.rect(0, -h + 18, w, 8, mix(c, ink, 0.25))
  for (let x = 8; x < w - 12; x += 22) pen.rect(x, -h - 8, 11, 14, mix(c, ink, 0.28))
  for (const x of [4, w / 3 - 10, (2 * w) / 3 - 10, w - 24]) {
    pen.path(`M${num(x)} ${-h - 36}h20v22q0 24 -8 44h-6q2 -22 -6 -42z`, mix(c, paper, 0.12))
    pen.path(`M${num(x + 13)} ${-h - 36}h7v22q0 24 -8 44h-2z`, ink, { opacity: 0.18 })
  }
  pen.rect(-7, -h - 46, w + 14, 14, mix(c, paper, 0.2))
  pen.rect(-7, -h - 34, w + 14, 4, mix(c, ink, 0.3))

  // door and stoop
  const dy = -base
  const dw = step * 0.5
  pen.rect(doorX - dw / 2 - 16, dy - 164, dw + 32, 164, o.trim)
  door(pen, doorX - dw / 2, dy - 120, dw, 120, {
    colour: o.door,
    trim: mix(o.trim, ink, 0.12),
    transom: o.glass,
    panels: 3,
  })
  if (o.head === 'pediment' || o.head === 'arch')
    pen.poly(
      [
        [doorX - dw / 2 - 26, dy - 162],
        [doorX, dy - 196],
        [doorX + dw / 2 + 26, dy - 162],
      ],
      o.trim,
    )
  pen.rect(doorX - dw / 2 - 24, dy - 172, dw + 48, 12, o.trim)
  pen.rect(doorX - dw / 2 - 16, dy - 160, dw + 32, 6, ink, { opacity: 0.25 })
  const n = 6
  const sw = step * 0.72
  for (let i = 0; i < n; i++) {
    const y = dy + (i * base) / n
    const grow = i * 3
    pen.rect(stoopLeft - grow, y, sw + grow * 2, base / n + o.stoop, mix('#c9bca6', ink, 0.06 + i * 0.02))
    pen.rect(stoopLeft - grow, y, sw + grow * 2, 4, paper, { opacity: 0.65 })
  }
  for (const side of [-1, 1]) {
    const x0 = doorX + (side * sw) / 2
    const x1 = x0 + side * n * 3
    pen.stroke(`M${num(x0)} ${dy - 44}L${num(x1)} ${-46}V${0}M${num(x0)} ${dy}V${dy - 52}`, ink, 4)
    let d = ''
    for (let i = 1; i < 7; i++) {
      const t = i / 7
      d += `M${num(x0 + (x1 - x0) * t)} ${num(dy - 44 + (base - 2) * t)}v44`
    }
    pen.stroke(d, ink, 2)
    pen.circle(x1, -50, 5, brass)
  }

  if (o.escape) {
    const ex = step * 0.12
    const ew = step * 1.76
    for (let f = 1; f < o.floors; f++) {
      const y = -base - f * storey - 22
      pen.rect(ex + 10, y + 8, ew, 10, ink, { opacity: 0.18 })
      pen.rect(ex, y, ew, 6, ink)
      pen.rect(ex, y - 46, ew, 4, ink)
      let d = ''
      for (let x = ex; x <= ex + ew + 1; x += ew / 14) d += `M${num(x)} ${y - 46}v46`
      pen.stroke(d, ink, 1.8)
      if (f > 1) {
        const up = f % 2 ? 1 : -1
        const a = up > 0 ? ex + ew * 0.2 : ex + ew * 0.8
        const b = up > 0 ? ex + ew * 0.74 : ex + ew * 0.26
        pen.stroke(
          `M${num(a)} ${y}L${num(b)} ${y + storey}M${num(a + up * 16)} ${y}L${num(b + up * 16)} ${y + storey}`,
          ink,
          3,
        )
        let s = ''
        for (let i = 1; i < 11; i++) {
          const t = i / 11
          s += `M${num(a + (b - a) * t)} ${num(y + storey * t)}h${up * 16}`
        }
        pen.stroke(s, ink, 2)
      }
    }
    pen.stroke(
      `M${num(ex + ew * 0.3)} ${-base - storey - 20}v92M${num(ex + ew * 0.3 + 20)} ${-base - storey - 20}v92`,
      ink,
      3,
    )
    let r = ''
    for (let i = 1; i < 7; i++) r += `M${num(ex + ew * 0.3)} ${-base - storey - 20 + i * 13}h20`
    pen.stroke(r, ink, 2)
  }
}
