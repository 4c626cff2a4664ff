/** Things that lie on a desk or hang on a wall, seen straight on. */
import { figures, scribble } from './parts.ts'
import {
  brass,
  clay,
  ink,
  mix,
  num,
  type Pen,
  type Point,
  paper,
  pine,
  polygon,
  sand,
  smooth,
} from './pen.ts'

/** A soft shadow under a flat thing. */
export function drop(pen: Pen, d: string, dx = 14, dy = 18, soft = 12, opacity = 0.3): void {
  pen.path(d, '#1c1410', { opacity, filter: pen.blur(soft), transform: `translate(${dx} ${dy})` })
}

export function wood(pen: Pen, base: string, plank = 150): void {
  pen.cover(base)
  for (let y = 0, i = 0; y < pen.h; y += plank, i++) {
    pen.rect(0, y, pen.w, plank, i % 2 ? mix(base, ink, 0.04) : mix(base, paper, 0.05))
    let d = ''
    for (let k = 0; k < 9; k++) {
      const yy = y + pen.between(8, plank - 8)
      const a = pen.between(-7, 7)
      const x0 = pen.between(-200, pen.w * 0.5)
      d += `M${num(x0)} ${num(yy)}q${num(pen.w * 0.2)} ${num(a)} ${num(pen.w * 0.4)} 0t${num(pen.w * 0.4)} ${num(-a * 0.5)}`
    }
    pen.stroke(d, mix(base, ink, 0.2), 1.6, { opacity: 0.45 })
    pen.rect(0, y, pen.w, 2.4, mix(base, ink, 0.36))
    const joint = pen.between(0.15, 0.85) * pen.w
    pen.rect(joint, y, 2.4, plank, mix(base, ink, 0.36))
  }
}

/** Morning through a mullioned window, lying over everything. */
export function windowLight(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  colour = '#fff1cf',
  opacity = 0.36,
): void {
  const [cols, rows, lean] = [3, 2, -0.5]
  pen.group({ opacity, filter: pen.blur(5), style: 'mix-blend-mode:soft-light' }, () => {
    for (let i = 0; i < cols; i++)
      for (let j = 0; j < rows; j++) {
        const g = 0.05
        const at = (u: number, v: number): Point => [x + u * w + v * h * lean, y + v * h + u * w * 0.16]
        const [u0, u1, v0, v1] = [(i + g) / cols, (i + 1 - g) / cols, (j + g) / rows, (j + 1 - g) / rows]
        pen.poly([at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)], colour)
      }
  })
}

export interface MapLook {
  ground: string
  block: string
  road: string
  water: string
  park: string
  line: string
  zips?: [string, number, number][]
}
export const day: MapLook = {
  ground: '#f3e9d8',
  block: '#e6d6bd',
  road: '#fffaf0',
  water: '#b3cfd2',
  park: '#b7c8a4',
  line: '#a08f78',
}

/** A town map: blocks, avenues, a river, parks, a railway, ZIP lines. */
export function townMap(pen: Pen, w: number, h: number, look: MapLook, cell = 62): void {
  pen.within(`M0 0h${w}v${h}h${-w}z`, () => {
    pen.rect(0, 0, w, h, look.road)
    let blocks = ''
    let lots = ''
    for (let j = -1; j * cell < h + cell; j++)
      for (let i = -1; i * cell < w + cell; i++) {
        const wide = i % 4 === 0 ? 16 : 8
        const tall = j % 4 === 0 ? 16 : 8
        const x = i * cell
        const y = j * cell * 0.82
        if (pen.rnd() < 0.05) continue
        const bw = cell - wide
        const bh = cell * 0.82 - tall
        blocks += `M${num(x)} ${num(y)}h${num(bw)}v${num(bh)}h${num(-bw)}z`
        if (pen.rnd() < 0.55)
          lots += `M${num(x)} ${num(y + bh / 2)}h${num(bw)}M${num(x + bw / 3)} ${num(y)}v${num(bh)}M${num(x + (bw * 2) / 3)} ${num(y)}v${num(bh)}`
      }
    pen.path(blocks, look.block)
    pen.stroke(lots, look.line, 1, { opacity: 0.35 })
    for (const [px, py, pw, ph] of [
      [0.62, 0.16, 4.5, 3.2],
      [0.14, 0.62, 3.6, 2.4],
      [0.8, 0.72, 2.6, 3.2],
    ] as const) {
      const x = Math.round((px * w) / cell) * cell
      const y = Math.round((py * h) / (cell * 0.82)) * cell * 0.82
      pen.rect(x, y, pw * cell - 12, ph * cell * 0.82 - 10, look.park, { rx: 10 })
      pen.stroke(
        `M${num(x + 10)} ${num(y + ph * cell * 0.6)}q${num(pw * cell * 0.3)} ${num(-ph * cell * 0.7)} ${num(pw * cell * 0.5)} ${num(-ph * cell * 0.2)}t${num(pw * cell * 0.4)} ${num(-ph * cell * 0.3)}`,
        look.road,
        4,
      )
      for (let k = 0; k < 16; k++)
        pen.circle(
          x + pen.between(12, pw * cell - 24),
          y + pen.between(10, ph * cell * 0.82 - 20),
          pen.between(5, 10),
          mix(look.park, pine, pen.between(0.2, 0.45)),
          { opacity: 0.8 },
        )
    }
    const river: Point[] = [
      [-40, h * 0.36],
      [w * 0.14, h * 0.3],
      [w * 0.3, h * 0.44],
      [w * 0.44, h * 0.58],
      [w * 0.62, h * 0.56],
      [w * 0.8, h * 0.44],
      [w + 60, h * 0.5],
    ]
    const rd = smooth(river, false)
    pen.stroke(rd, mix(look.water, ink, 0.16), cell * 1.06)
    pen.stroke(rd, look.water, cell)
    pen.stroke(rd, paper, 2, { opacity: 0.6, transform: 'translate(0 -10)', 'stroke-dasharray': '40 60' })
    for (const [x0, y0, x1, y1] of [
      [0.24, -0.1, 0.46, 1.1],
      [-0.1, 0.94, 1.1, 0.14],
      [0.74, -0.1, 0.68, 1.1],
    ] as const) {
      pen.line(x0 * w, y0 * h, x1 * w, y1 * h, mix(look.line, look.road, 0.5), 18)
      pen.line(x0 * w, y0 * h, x1 * w, y1 * h, look.road, 14)
      pen.line(x0 * w, y0 * h, x1 * w, y1 * h, brass, 2, { opacity: 0.7, 'stroke-dasharray': '16 10' })
    }
    const rail = `M${num(w * -0.05)} ${num(h * 0.1)}Q${num(w * 0.5)} ${num(h * 0.2)} ${num(w * 0.56)} ${num(h * 1.05)}`
    pen.stroke(rail, look.line, 5)
    pen.stroke(rail, look.road, 3, { 'stroke-dasharray': '10 10' })
    pen.stroke(
      `M${num(w * 0.36)} -20L${num(w * 0.4)} ${num(h * 0.4)}L${num(w * 0.86)} ${num(h * 0.34)}L${num(w + 20)} ${num(h * 0.28)}M${num(w * 0.4)} ${num(h * 0.4)}L${num(w * 0.3)} ${num(h * 0.72)}L-20 ${num(h * 0.8)}M${num(w * 0.3)} ${num(h * 0.72)}L${num(w * 0.5)} ${num(h + 20)}`,
      clay,
      4,
      { 'stroke-dasharray': '14 9', opacity: 0.75 },
    )
    for (const [zip, x, y] of look.zips ?? []) {
      pen.rect(x * w - 12, y * h - 10, 128, 46, look.ground, { rx: 8, opacity: 0.92 })
      figures(pen, zip, x * w, y * h, 25, ink, 3)
    }
  })
}

export function pin(pen: Pen, x: number, y: number, s: number, colour: string): void {
  pen.at(x, y, s, () => {
    pen.path('M0 0L34 22q20 4 34 -4q6 -16 -14 -20z', '#1c1410', { opacity: 0.26, filter: pen.blur(4) })
    pen.path('M0 0C-6 -26 -34 -40 -34 -70a34 34 0 0 1 68 0C34 -40 6 -26 0 0z', colour)
    pen.path('M0 0C6 -26 34 -40 34 -70a34 34 0 0 0 -20 -31C28 -70 6 -40 0 0z', ink, { opacity: 0.2 })
    pen.path('M-24 -80a26 26 0 0 1 20 -18', 'none', {
      stroke: paper,
      'stroke-width': 5,
      'stroke-linecap': 'round',
      opacity: 0.6,
    })
    pen.circle(0, -70, 19, paper)
  })
}

export const houseGlyph = (x: number, y: number, s: number): string =>
  `M${num(x - s)} ${num(y)}L${num(x)} ${num(y - s)}L${num(x + s)} ${num(y)}h${num(-s * 0.24)}v${num(s * 0.86)}h${num(-s * 0.52)}v${num(-s * 0.5)}h${num(-s * 0.48)}v${num(s * 0.5)}h${num(-s * 0.52)}v${num(-s * 0.86)}z`

export function sheet(pen: Pen, w: number, h: number, colour = paper): void {
  const d = `M0 0h${w}v${h}h${-w}z`
  drop(pen, d)
  pen.path(d, colour)
  pen.path(
    d,
    pen.linear(
      [
        [0, '#ffffff', 0.3],
        [1, '#7b6a52', 0.1],
      ],
      0,
      0,
      1,
      1,
    ),
  )
}

export function pencil(pen: Pen, length: number, colour: string): void {
  drop(pen, `M0 -11h${length}v22h${-length}z`, 8, 14, 6, 0.34)
  pen.rect(34, -11, length - 90, 22, colour)
  pen.rect(34, -11, length - 90, 7, paper, { opacity: 0.3 })
  pen.rect(34, 4, length - 90, 7, ink, { opacity: 0.2 })
  pen.path('M34 -11L0 0L34 11z', '#e3c08d')
  pen.path('M12 -4L0 0L12 4z', ink)
  pen.rect(length - 56, -12, 26, 24, brass)
  pen.path(`M${length - 50} -12v24M${length - 42} -12v24`, 'none', {
    stroke: mix(brass, ink, 0.4),
    'stroke-width': 2,
  })
  pen.path(`M${length - 30} -11h16q14 0 14 11t-14 11h-16z`, '#d9907a')
}

export function pen_(pen: Pen, length: number, colour = ink): void {
  drop(pen, `M0 -12h${length}v24h${-length}z`, 10, 16, 7, 0.4)
  pen.path('M-4 0L52 -12v24z', brass)
  pen.path('M-4 0L52 -2v4z', mix(brass, ink, 0.55))
  pen.circle(34, 0, 3.4, mix(brass, ink, 0.6))
  pen.path('M50 -13q24 -4 60 -5v36q-36 -1 -60 -5z', mix(colour, paper, 0.12))
  pen.rect(110, -19, 9, 38, brass)
  pen.path(`M119 -19h${length - 150}q28 2 28 19t-28 19h${150 - length}z`, colour)
  pen.path(`M119 -15h${length - 150}q16 1 20 6h${130 - length}z`, paper, { opacity: 0.22 })
  pen.path(`M${length - 30} -22v14h-96q-12 0 -12 -7t12 -7z`, brass)
}

/** A cup of coffee from above. */
export function cup(pen: Pen, r: number, china = '#f6efe2', saucer = '#e9ddc9'): void {
  pen.circle(16, 22, r * 1.62, '#1c1410', { opacity: 0.3, filter: pen.blur(12) })
  pen.circle(0, 0, r * 1.6, saucer)
  pen.stroke(
    `M${num(-r * 1.12)} ${num(-r * 1.12)}A${num(r * 1.58)} ${num(r * 1.58)} 0 0 1 ${num(r * 0.9)} ${num(-r * 1.3)}`,
    '#ffffff',
    4,
    { opacity: 0.8 },
  )
  pen.circle(0, 0, r * 1.5, 'none', { stroke: clay, 'stroke-width': 4, opacity: 0.85 })
  pen.circle(0, 0, r * 1.12, mix(saucer, ink, 0.12))
  pen.path(
    `M${num(r * 0.7)} ${num(r * 0.5)}q${num(r * 0.95)} ${num(r * 0.5)} ${num(r * 0.62)} ${num(r * 0.98)}q${num(-r * 0.4)} ${num(r * 0.28)} ${num(-r * 0.98)} ${num(-r * 0.72)}z`,
    'none',
    { stroke: '#1c1410', 'stroke-width': r * 0.2, opacity: 0.25, transform: 'translate(6 9)' },
  )
  pen.path(
    `M${num(r * 0.7)} ${num(r * 0.5)}q${num(r * 0.95)} ${num(r * 0.5)} ${num(r * 0.62)} ${num(r * 0.98)}q${num(-r * 0.4)} ${num(r * 0.28)} ${num(-r * 0.98)} ${num(-r * 0.72)}z`,
    'none',
    { stroke: china, 'stroke-width': r * 0.2 },
  )
  pen.circle(9, 12, r, '#1c1410', { opacity: 0.22 })
  pen.circle(0, 0, r, china)
  pen.circle(0, 0, r * 0.86, '#5b3924')
  pen.path(
    `M${num(-r * 0.86)} 0A${num(r * 0.86)} ${num(r * 0.86)} 0 0 1 ${num(r * 0.4)} ${num(-r * 0.76)}A${num(r * 0.98)} ${num(r * 0.98)} 0 0 0 ${num(-r * 0.86)} 0z`,
    ink,
    { opacity: 0.35 },
  )
  pen.stroke(
    `M${num(-r * 0.3)} ${num(r * 0.3)}q${num(r * 0.4)} ${num(r * 0.2)} ${num(r * 0.6)} ${num(-r * 0.3)}q${num(-r * 0.1)} ${num(-r * 0.3)} ${num(-r * 0.36)} ${num(-r * 0.14)}q${num(-r * 0.1)} ${num(r * 0.2)} ${num(r * 0.1)} ${num(r * 0.2)}`,
    '#c99a6a',
    6,
    { 'stroke-linecap': 'round', opacity: 0.9 },
  )
  pen.path(
    `M${num(r * 0.1)} ${num(r * 0.6)}q${num(r * 0.4)} ${num(-r * 0.08)} ${num(r * 0.52)} ${num(-r * 0.4)}`,
    'none',
    { stroke: '#a06d45', 'stroke-width': 5, 'stroke-linecap': 'round' },
  )
}

/** An old office telephone from the front; about 420 wide, base on y = 0. */
export function telephone(pen: Pen, body: string, lifted = 0, tilt = 0): void {
  const deep = mix(body, ink, 0.35)
  const light = mix(body, paper, 0.2)
  pen.ellipse(0, 4, 240, 20, '#1c1410', { opacity: 0.36, filter: pen.blur(8) })
  pen.path('M-206 0q-14 -8 -8 -28l58 -150q10 -24 36 -24h240q26 0 36 24l58 150q6 20 -8 28z', body)
  pen.path('M-206 0q-14 -8 -8 -28l4 -10h428l-4 10q6 20 -8 28z', deep)
  pen.path('M-120 -202h240q20 0 30 14h-300q10 -14 30 -14z', light)
  // cradle
  for (const x of [-104, 104]) {
    pen.rect(x - 34, -228, 68, 30, deep, { rx: 8 })
    pen.rect(x - 42, -246, 14, 34, body, { rx: 6 })
    pen.rect(x + 28, -246, 14, 34, body, { rx: 6 })
  }
  // dial
  pen.ellipse(0, -104, 92, 82, deep)
  pen.ellipse(0, -108, 88, 78, '#f4e9d6')
  for (let i = 0; i < 10; i++) {
    const a = -2.3 + (i * 5.1) / 10
    pen.ellipse(Math.cos(a) * 64, -108 + Math.sin(a) * 56, 13, 12, deep)
    pen.ellipse(Math.cos(a) * 64, -106 + Math.sin(a) * 56, 10, 9, body)
  }
  pen.ellipse(0, -108, 34, 30, brass)
  pen.ellipse(0, -110, 28, 24, paper)
  pen.path(houseGlyph(0, -108, 14), pine)
  // handset
  pen.at(
    0,
    -246 - lifted,
    1,
    () => {
      if (!lifted) pen.path('M-150 20h300v10h-300z', ink, { opacity: 0.2 })
      pen.path(
        'M-196 34q-14 -2 -12 -26q4 -58 52 -64q156 -26 312 0q48 6 52 64q2 24 -12 26h-88q-14 0 -14 -16v-6q-94 -12 -188 0v6q0 16 -14 16z',
        body,
      )
      pen.path('M-196 34q-14 -2 -12 -16h116q0 16 -16 16zM196 34q14 -2 12 -16h-116q0 16 16 16z', deep)
      pen.path(
        'M-180 -34q16 -12 40 -14q140 -20 280 0q24 2 40 14q-20 -6 -42 -6q-138 -18 -276 0q-22 0 -42 6z',
        light,
      )
    },
    tilt,
  )
}

export function note(pen: Pen, w: number, h: number, lines: number): void {
  for (let i = 0; i < lines; i++)
    scribble(pen, w * 0.1, h * 0.2 + (i * h * 0.7) / lines, w * pen.between(0.5, 0.8), '#40525a', 2.4, 9)
}

export { polygon, sand }
