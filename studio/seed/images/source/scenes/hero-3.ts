/** Dusk: a row of condominium towers on a river, lights coming on. */
import { brick, type Leaves, lamp, pane, tree } from '../parts.ts'
import { clay, ink, mix, num, Pen, paper, pine } from '../pen.ts'

export function hero3(): string {
  const pen = new Pen(2400, 1350, 33)
  const water = 1010
  pen.cover(
    pen.linear([
      [0, '#22304a'],
      [0.24, '#3a4766'],
      [0.44, '#7b6a80'],
      [0.6, '#cf917c'],
      [0.72, '#eebd97'],
      [1, '#eebd97'],
    ]),
  )
  pen.circle(
    620,
    960,
    900,
    pen.radial([
      [0, '#ffd9a6', 0.6],
      [0.5, '#f0a880', 0.2],
      [1, '#f0a880', 0],
    ]),
  )
  for (const [x, y, w, h, o] of [
    [120, 560, 900, 14, 0.3],
    [520, 640, 760, 10, 0.4],
    [-100, 700, 700, 12, 0.4],
    [900, 470, 640, 12, 0.22],
    [300, 420, 520, 9, 0.2],
  ] as const) {
    pen.path(
      `M${x} ${y}q${w * 0.25} ${-h * 2} ${w * 0.5} ${-h}t${w * 0.5} ${h}q${-w * 0.3} ${h * 1.6} ${-w * 0.55} ${h * 0.9}t${-w * 0.45} ${-h * 0.9}z`,
      '#f7c9a8',
      { opacity: o },
    )
  }
  for (let i = 0; i < 34; i++) {
    const [x, y] = [pen.between(0, 2400), pen.between(10, 260)]
    if (Math.hypot(x - 1000, y - 228) > 80)
      pen.circle(x, y, pen.between(0.9, 2), paper, { opacity: pen.between(0.25, 0.8) })
  }
  pen.path('M1000 178a50 50 0 1 0 42 74a58 58 0 0 1 -42 -74z', '#fbeed2', { opacity: 0.95 })

  // the far bank, three layers
  const bank = (base: number, low: number, high: number, colour: string, to: number, windows: number) => {
    let x = -20
    while (x < to) {
      const w = pen.between(44, 104)
      const centre = 1 - Math.min(1, Math.abs(x - 820) / 900)
      const h = pen.between(low, high) * (0.5 + centre * 0.75)
      pen.rect(x, base - h, w, h, colour)
      const r = pen.rnd()
      if (r < 0.2)
        pen.poly(
          [
            [x, base - h],
            [x + w / 2, base - h - w * 0.8],
            [x + w, base - h],
          ],
          colour,
        )
      else if (r < 0.4) pen.rect(x + w * 0.2, base - h - 22, w * 0.6, 24, colour)
      else if (r < 0.52) pen.rect(x + w / 2 - 1.5, base - h - 56, 3, 58, colour)
      else if (r < 0.62) {
        pen.rect(x + w * 0.3, base - h - 14, 3, 16, colour)
        pen.rect(x + w * 0.64, base - h - 14, 3, 16, colour)
        pen.path(
          `M${num(x + w * 0.24)} ${num(base - h - 12)}v-24l${num(w * 0.25)} -14l${num(w * 0.25)} 14v24z`,
          colour,
        )
      }
      let d = ''
      for (let wy = base - h + 12; wy < base - 16; wy += 15)
        for (let wx = x + 8; wx < x + w - 8; wx += 13)
          if (pen.rnd() < windows) d += `M${num(wx)} ${num(wy)}h5v7h-5z`
      if (d) pen.path(d, '#ffd892', { opacity: 0.75 })
      x += w + (pen.rnd() < 0.3 ? pen.between(4, 22) : 0)
    }
  }
  bank(water, 110, 250, '#a98190', 2000, 0)
  bank(water, 80, 210, '#7c6a82', 1900, 0.09)
  bank(water, 30, 110, '#51506c', 1900, 0.16)

  // arched bridge
  const stone = '#3c4260'
  pen.path('M-20 930H900q120 2 260 34v16q-140 -30 -260 -32H-20z', stone)
  for (let i = 0; i < 5; i++) {
    const x = -60 + i * 232
    pen.path(`M${x} 948h232v62h-24q-16 -50 -92 -50t-92 50h-24z`, stone)
    pen.rect(x - 12, 944, 24, 72, mix(stone, ink, 0.2))
  }
  for (let x = 40; x < 1000; x += 116) {
    pen.rect(x - 1.5, 900, 3, 32, stone)
    pen.circle(
      x,
      898,
      26,
      pen.radial([
        [0, '#ffdf9f', 0.8],
        [0.3, '#ffdf9f', 0.25],
        [1, '#ffdf9f', 0],
      ]),
    )
    pen.circle(x, 898, 4, '#fff0cb')
  }

  // river
  pen.rect(
    0,
    water,
    2400,
    340,
    pen.linear([
      [0, '#d99c82'],
      [0.28, '#9c7684'],
      [0.62, '#4a4f6b'],
      [1, '#26334b'],
    ]),
  )
  let dark = ''
  for (let i = 0; i < 210; i++) {
    const t = pen.rnd() ** 0.8
    const y = water + 6 + t * 320
    dark += `M${num(pen.between(-40, 2400))} ${num(y)}h${num(20 + t * 120)}`
  }
  pen.stroke(dark, '#2b3a55', 3.4, { opacity: 0.4, 'stroke-linecap': 'round' })
  let warm = ''
  for (let i = 0; i < 110; i++) {
    const t = pen.rnd() ** 1.3
    const y = water + 8 + t * 300
    const s = 90 + t * 260
    warm += `M${num(620 + pen.between(-s, s))} ${num(y)}h${num(16 + t * 70)}`
  }
  pen.stroke(warm, '#ffd6a3', 3, { opacity: 0.55, 'stroke-linecap': 'round' })
  for (let x = 40; x < 1000; x += 116)
    for (let k = 0; k < 7; k++)
      pen.rect(x - 7 + pen.between(-4, 4), water + 16 + k * 15, 14 - k, 3, '#ffdf9f', {
        opacity: 0.5 - k * 0.06,
        rx: 1.5,
      })

  // the towers on the near bank
  const quay = 1128
  const glassLit = ['#ffd88f', '#ffe6b4', '#fbc877', '#ffdc9c']
  const glassDark = ['#2c3f58', '#364a63', '#41546b', '#263850']
  const apartment = (
    x: number,
    y: number,
    w: number,
    h: number,
    chance: number,
    balcony: boolean,
    rail: string,
    slab: string,
    cols: number,
  ) => {
    const lit = pen.rnd() < chance
    const g = lit ? pen.pick(glassLit) : pen.pick(glassDark)
    pen.rect(x, y, w, h, g)
    if (lit) {
      pen.rect(
        x,
        y,
        w,
        h,
        pen.linear([
          [0, '#fff3d4', 0.55],
          [1, '#e39a52', 0.28],
        ]),
      )
      const r = pen.rnd()
      if (r < 0.26) {
        pen.rect(x, y, w * 0.28, h, '#f7e7c6', { opacity: 0.8 })
        pen.rect(x + w * 0.8, y, w * 0.2, h, '#f7e7c6', { opacity: 0.8 })
      } else if (r < 0.46) {
        pen.circle(x + w * 0.66, y + h * 0.32, h * 0.13, '#fffaf0')
        pen.line(x + w * 0.66, y, x + w * 0.66, y + h * 0.24, '#7b5a3c', 1.6)
      } else if (r < 0.62) {
        pen.path(
          `M${num(x + w * 0.2)} ${num(y + h)}v${num(-h * 0.34)}q${num(-w * 0.1)} ${num(-h * 0.24)} ${num(w * 0.05)} ${num(-h * 0.36)}q${num(w * 0.15)} ${num(h * 0.1)} ${num(w * 0.04)} ${num(h * 0.36)}v${num(h * 0.34)}z`,
          '#5a6a4c',
          { opacity: 0.8 },
        )
      }
    } else
      pen.poly(
        [
          [x, y + h],
          [x + w * 0.5, y],
          [x + w * 0.8, y],
          [x + w * 0.3, y + h],
        ],
        '#f0b493',
        { opacity: 0.16 },
      )
    for (let i = 1; i < cols; i++) pen.rect(x + (w * i) / cols - 1.5, y, 3, h, '#1f2c3d', { opacity: 0.8 })
    pen.rect(x, y, w, 5, ink, { opacity: 0.35 })
    if (balcony) {
      pen.rect(x - 8, y + h - 2, w + 16, 8, slab)
      pen.rect(x - 8, y + h + 6, w + 16, 6, ink, { opacity: 0.25 })
      pen.rect(x - 6, y + h - 24, w + 12, 22, '#9db3bd', { opacity: 0.22 })
      let d = ''
      for (let bx = x - 6; bx <= x + w + 6; bx += 9) d += `M${num(bx)} ${num(y + h - 25)}v24`
      pen.stroke(d, rail, 1.3, { opacity: 0.75 })
      pen.rect(x - 8, y + h - 27, w + 16, 3.4, rail)
      if (pen.rnd() < 0.35) {
        const px = x + w * pen.between(0.02, 0.6)
        for (let i = 0; i < 4; i++)
          pen.path(
            pen.blob(px + 5 + i * 8, y + h - 30 + pen.between(-3, 3), 7, 7, 7, 0.2),
            i % 2 ? '#4b715e' : '#35574a',
          )
        pen.rect(px, y + h - 27, 34, 9, '#8a5a45')
      }
    }
  }

  // tower 3, behind
  const t3 = { x: 1568, w: 270, top: 470 }
  pen.rect(t3.x, t3.top, t3.w, quay - t3.top, '#5b5a76')
  pen.rect(t3.x + t3.w - 66, t3.top, 66, quay - t3.top, '#47496a')
  for (let y = t3.top + 26; y < quay - 60; y += 42)
    for (let i = 0; i < 5; i++) if (i < 4) apartment(t3.x + 16 + i * 48, y, 34, 26, 0.34, false, ink, ink, 2)
  for (let y = t3.top + 26; y < quay - 60; y += 42)
    apartment(t3.x + t3.w - 52, y, 40, 26, 0.3, false, ink, ink, 2)
  pen.rect(t3.x + 30, t3.top - 40, 150, 42, '#4c4d6b')
  pen.rect(t3.x + 100, t3.top - 132, 4, 94, '#4c4d6b')
  pen.circle(t3.x + 102, t3.top - 134, 5, '#ff8b6b')
  pen.circle(
    t3.x + 102,
    t3.top - 134,
    22,
    pen.radial([
      [0, '#ff8b6b', 0.6],
      [1, '#ff8b6b', 0],
    ]),
  )

  // tower 1: tall, light frame, corner balconies
  const t1 = { x: 1800, w: 340, top: 176 }
  pen.rect(
    t1.x,
    t1.top,
    t1.w,
    quay - t1.top,
    pen.linear([
      [0, '#8d8096'],
      [0.5, '#c1998f'],
      [1, '#9d7f84'],
    ]),
  )
  pen.rect(t1.x + 236, t1.top, 104, quay - t1.top, '#2b3a55', { opacity: 0.5 })
  pen.rect(t1.x, t1.top, 5, quay - t1.top, '#ffd9b0', { opacity: 0.7 })
  const frame = '#efd9c2'
  for (let f = 0; f < 15; f++) {
    const y = t1.top + 34 + f * 60
    apartment(t1.x + 22, y, 96, 44, 0.46, true, '#e9dcc8', frame, 3)
    apartment(t1.x + 136, y, 42, 44, 0.4, false, ink, frame, 2)
    apartment(t1.x + 188, y, 42, 44, 0.4, false, ink, frame, 2)
    apartment(t1.x + 252, y, 74, 44, 0.46, true, '#aab0b8', '#7c7687', 2)
  }
  pen.rect(t1.x - 8, t1.top - 10, t1.w + 16, 14, '#d8b9a6')
  pen.rect(t1.x + 40, t1.top - 62, 220, 54, '#7a7188')
  for (let i = 0; i < 6; i++) pen.rect(t1.x + 52 + i * 34, t1.top - 50, 22, 32, i % 2 ? '#ffdf9f' : '#3d4c63')
  for (const x of [60, 120, 286]) pen.path(pen.blob(t1.x + x, t1.top - 20, 22, 20, 9, 0.2), '#34594d')

  // tower 2: brick warehouse turned lofts, lower, in front
  const t2 = { x: 1420, w: 390, top: 690 }
  pen.rect(t2.x, t2.top, t2.w, quay - t2.top, brick(pen, '#8b4a3c', 26, 10))
  pen.rect(
    t2.x,
    t2.top,
    t2.w,
    quay - t2.top,
    pen.linear(
      [
        [0, dusky, 0.12],
        [1, dusky, 0.42],
      ],
      0,
      0,
      1,
      0,
    ),
  )
  for (let f = 0; f < 4; f++)
    for (let i = 0; i < 4; i++) {
      const lit = pen.rnd() < 0.6
      const x = t2.x + 26 + i * 92
      const y = t2.top + 38 + f * 98
      pane(pen, x, y, 62, 66, {
        trim: '#2a3038',
        glass: lit ? pen.pick(glassLit) : pen.pick(glassDark),
        cols: 4,
        rows: 3,
        frame: 3,
        bar: 2.2,
        head: 'arch',
        headColour: '#a86a55',
        glow: lit,
        shade: 0.15,
      })
    }
  pen.rect(t2.x - 8, t2.top - 12, t2.w + 16, 20, '#6d3e35')
  for (let x = t2.x; x < t2.x + t2.w; x += 20) pen.rect(x, t2.top + 8, 10, 8, '#6d3e35')
  // water tank
  pen.stroke(
    `M${t2.x + 262} ${t2.top - 12}v-46M${t2.x + 322} ${t2.top - 12}v-46M${t2.x + 262} ${t2.top - 12}l60 -46M${t2.x + 322} ${t2.top - 12}l-60 -46`,
    '#2a3038',
    4,
  )
  pen.rect(t2.x + 252, t2.top - 136, 80, 80, '#6a4c40')
  for (let i = 0; i < 7; i++)
    pen.line(t2.x + 258 + i * 11, t2.top - 136, t2.x + 258 + i * 11, t2.top - 56, '#4f372f', 1.6)
  pen.stroke(`M${t2.x + 250} ${t2.top - 116}h84M${t2.x + 250} ${t2.top - 80}h84`, '#2a3038', 3)
  pen.poly(
    [
      [t2.x + 244, t2.top - 134],
      [t2.x + 292, t2.top - 176],
      [t2.x + 340, t2.top - 134],
    ],
    '#3b3436',
  )
  // roof string lights
  pen.stroke(
    `M${t2.x + 20} ${t2.top - 62}Q${t2.x + 90} ${t2.top - 30} ${t2.x + 160} ${t2.top - 62}T${t2.x + 244} ${t2.top - 58}`,
    '#2a3038',
    2,
  )
  for (const x of [20, 160]) pen.rect(t2.x + x - 2, t2.top - 64, 4, 54, '#2a3038')
  for (let i = 0; i < 9; i++)
    pen.circle(t2.x + 34 + i * 24, t2.top - 52 + Math.sin(i * 0.9) * 5, 3.6, '#ffe3a6')

  // tower 4: right edge, pale with deep balconies
  const t4 = { x: 2120, w: 320, top: 400 }
  pen.rect(t4.x, t4.top, t4.w, quay - t4.top, '#39486a')
  pen.rect(t4.x, t4.top, 8, quay - t4.top, '#f0b493', { opacity: 0.6 })
  for (let f = 0; f < 11; f++) {
    const y = t4.top + 34 + f * 62
    apartment(t4.x + 34, y, 108, 44, 0.5, true, '#cfc7c0', '#8890a0', 3)
    apartment(t4.x + 176, y, 108, 44, 0.5, true, '#cfc7c0', '#8890a0', 3)
  }
  pen.rect(t4.x - 8, t4.top - 12, t4.w + 20, 16, '#6a7389')

  // lobby level and quay
  pen.rect(1400, quay - 74, 1000, 76, '#2a3348')
  for (let x = 1424; x < 2400; x += 86) {
    pen.rect(
      x,
      quay - 60,
      62,
      60,
      pen.linear([
        [0, '#ffe3a8'],
        [1, '#e9a55c'],
      ]),
    )
    pen.line(x + 31, quay - 60, x + 31, quay, '#2a3348', 3)
  }
  pen.path(`M1590 ${quay - 74}h150v14h-150z`, clay)
  pen.path(`M1880 ${quay - 74}h180v14h-180z`, pine)
  pen.rect(1400, quay - 84, 1000, 12, '#8d7a80')

  // reflections of the towers
  for (let i = 0; i < 120; i++) {
    const x = pen.between(1420, 2400)
    const y = pen.between(1236, 1346)
    pen.rect(x, y, pen.between(10, 54), 3, '#ffd892', { opacity: pen.between(0.12, 0.5), rx: 1.5 })
  }
  // promenade
  pen.poly(
    [
      [1290, quay],
      [2400, quay],
      [2400, 1196],
      [1250, 1196],
    ],
    pen.linear([
      [0, '#8a7d84'],
      [1, '#5f5d70'],
    ]),
  )
  pen.poly(
    [
      [1250, 1196],
      [2400, 1196],
      [2400, 1240],
      [1262, 1240],
    ],
    '#35405a',
  )
  for (let x = 1290; x < 2400; x += 74) pen.line(x, 1198, x, 1240, '#27324a', 2)
  pen.poly(
    [
      [1250, 1190],
      [2400, 1190],
      [2400, 1198],
      [1250, 1198],
    ],
    '#b9a29b',
  )
  const leaves: Leaves = { dark: '#22403f', mid: '#33584d', light: '#b98f6a', trunk: '#2b2b33' }
  for (const [x, h] of [
    [1352, 210],
    [1500, 178],
    [1806, 200],
    [2086, 186],
    [2330, 214],
  ] as const)
    tree(pen, x, quay + 26, h, leaves, -1, 0.3)
  for (const x of [1440, 1690, 1940, 2210]) lamp(pen, x, quay + 50, 176, '#1b2433', '#ffdf9f')
  let rail = ''
  for (let x = 1262; x < 2400; x += 15) rail += `M${x} 1150V1190`
  pen.stroke(rail, '#1b2433', 2.4)
  pen.rect(1256, 1146, 1150, 5, '#1b2433')
  pen.rect(1256, 1182, 1150, 4, '#1b2433')
  // benches and a walker with a dog, small
  for (const x of [1590, 2040]) {
    pen.rect(x, quay + 30, 76, 5, '#c08a5c')
    pen.rect(x, quay + 14, 76, 5, '#c08a5c')
    pen.stroke(`M${x + 8} ${quay + 14}v36M${x + 68} ${quay + 14}v36`, '#1b2433', 4)
  }
  pen.at(1830, quay + 56, 0.86, () => {
    pen.path('M-5 -70q8 -8 16 0l6 34h-8l6 36h-7l-8 -32l-8 32h-7l6 -40z', '#1b2433')
    pen.circle(3, -82, 9, '#1b2433')
    pen.path('M30 -18q4 -8 12 -6l16 -2l8 -8l6 8l-4 6l-4 2v20h-5v-14h-20v14h-5z', '#1b2433')
    pen.stroke('M12 -44Q30 -36 38 -24', '#1b2433', 1.6)
  })
  // a rowing shell on the river
  pen.at(830, 1180, 1, () => {
    pen.path('M-150 0q150 16 300 0l-12 9q-136 8 -276 0z', '#1f2a40')
    for (const x of [-60, 0, 60]) {
      pen.path(`M${x - 8} 2q2 -26 12 -30q12 6 12 30z`, '#1f2a40')
      pen.circle(x + 6, -36, 8, '#1f2a40')
      pen.line(x, -8, x - 56, 22, '#1f2a40', 3)
    }
    pen.path('M-170 16q160 12 330 4', 'none', { stroke: '#f3c7a2', 'stroke-width': 2, opacity: 0.6 })
  })
  pen.cover(
    pen.linear([
      [0, '#131c2c', 0.12],
      [0.5, '#131c2c', 0],
      [1, '#131c2c', 0.2],
    ]),
  )
  return pen.svg()
}

const dusky = '#2b3a55'
