/** The things the pictures are made of: walls, windows, trees, lamps, fences. */
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

/* walls */

export function brick(pen: Pen, base: string, width = 34, height = 12): string {
  const light = mix(base, paper, 0.14)
  const deep = mix(base, ink, 0.14)
  const mortar = mix(base, sand, 0.3)
  const g = 1.6
  let inner = `<rect width="${width * 4}" height="${height * 4}" fill="${mortar}"/>`
  const tints = [base, base, light, base, deep, base, mix(base, light, 0.5), base]
  for (let row = 0; row < 4; row++) {
    const shift = row % 2 ? -width / 2 : 0
    for (let i = 0; i < 5; i++) {
      const tint = tints[((i % 4) * 3 + row * 5) % tints.length]!
      inner += `<rect x="${num(i * width + shift)}" y="${num(row * height)}" width="${num(width - g)}" height="${num(height - g)}" fill="${tint}"/>`
    }
  }
  return pen.pattern(width * 4, height * 4, inner)
}

export function siding(pen: Pen, base: string, step = 14): string {
  return pen.pattern(
    200,
    step,
    `<rect width="200" height="${step}" fill="${base}"/><rect y="${step - 2}" width="200" height="2" fill="${mix(base, ink, 0.2)}"/><rect width="200" height="1.5" fill="${mix(base, paper, 0.25)}"/>`,
  )
}

export function shingles(pen: Pen, base: string, w = 26, h = 14): string {
  const deep = mix(base, ink, 0.22)
  const a = mix(base, paper, 0.07)
  const b = mix(base, ink, 0.08)
  return pen.pattern(
    w * 4,
    h * 2,
    `<rect width="${w * 4}" height="${h * 2}" fill="${base}"/><rect x="${w}" width="${w}" height="${h}" fill="${a}"/><rect x="${w * 2.5}" y="${h}" width="${w}" height="${h}" fill="${b}"/><rect x="${w * 3}" width="${w}" height="${h}" fill="${b}"/><rect x="${w * 0.5}" y="${h}" width="${w}" height="${h}" fill="${a}"/>` +
      `<path d="M0 ${h - 1}H${w * 4}M0 ${h * 2 - 1}H${w * 4}M0 0V${h}M${w} 0V${h}M${w * 2} 0V${h}M${w * 3} 0V${h}M${w / 2} ${h}V${h * 2}M${w * 1.5} ${h}V${h * 2}M${w * 2.5} ${h}V${h * 2}M${w * 3.5} ${h}V${h * 2}" stroke="${deep}" stroke-width="1.6" fill="none"/>`,
  )
}

export function stones(pen: Pen, x: number, y: number, w: number, h: number, base: string, size = 24): void {
  pen.within(`M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`, () => {
    pen.rect(x, y, w, h, mix(base, ink, 0.3))
    for (let row = 0, yy = y; yy < y + h; row++, yy += size * 0.72) {
      let xx = x - (row % 2 ? size * 0.5 : 0)
      while (xx < x + w) {
        const ww = size * pen.between(0.8, 1.5)
        pen.rect(
          xx + 1.5,
          yy + 1.5,
          ww - 3,
          size * 0.72 - 3,
          mix(base, pen.rnd() < 0.5 ? paper : ink, pen.rnd() * 0.18),
          { rx: size * 0.18 },
        )
        xx += ww
      }
    }
  })
}

/* windows and doors */

export interface WindowLook {
  trim?: string
  glass?: string
  cols?: number
  rows?: number
  frame?: number
  sash?: boolean
  sill?: boolean
  curtain?: string | null
  blind?: number
  head?: 'flat' | 'lintel' | 'arch' | 'pediment' | 'none'
  headColour?: string
  bar?: number
  glow?: boolean
  shade?: number
  reflect?: boolean
}

/** A window with frame, mullions, curtain, sill and head. */
export function pane(pen: Pen, x: number, y: number, w: number, h: number, look: WindowLook = {}): void {
  const {
    trim = paper,
    glass = '#4d6268',
    cols = 2,
    rows = 2,
    frame = 7,
    sash = false,
    sill = true,
    curtain = null,
    blind = 0,
    head = 'flat',
    headColour = trim,
    bar = 3,
    glow = false,
    shade = 0.2,
    reflect = true,
  } = look
  const arch = head === 'arch'
  const outer = (g: number) =>
    arch
      ? `M${num(x - g)} ${num(y + h + g)}V${num(y + w * 0.16)}Q${num(x + w / 2)} ${num(y - w * 0.22 - g)} ${num(x + w + g)} ${num(y + w * 0.16)}V${num(y + h + g)}z`
      : `M${num(x - g)} ${num(y - g)}H${num(x + w + g)}V${num(y + h + g)}H${num(x - g)}z`
  if (glow) {
    pen.ellipse(
      x + w / 2,
      y + h / 2,
      w * 1.15,
      h * 0.95,
      pen.radial([
        [0, '#f6c987', 0.38],
        [1, '#f6c987', 0],
      ]),
    )
  }
  if (frame > 0) pen.path(outer(frame), trim)
  pen.path(outer(0), glass)
  pen.within(outer(0), () => {
    if (curtain) {
      const c = w * 0.26
      pen.path(
        `M${num(x)} ${num(y - 20)}h${num(c)}q${num(-c * 0.1)} ${num(h * 0.6)} ${num(-c * 0.62)} ${num(h + 20)}h${num(-c * 0.38)}z`,
        curtain,
        { opacity: 0.85 },
      )
      pen.path(
        `M${num(x + w)} ${num(y - 20)}h${num(-c)}q${num(c * 0.1)} ${num(h * 0.6)} ${num(c * 0.62)} ${num(h + 20)}h${num(c * 0.38)}z`,
        curtain,
        { opacity: 0.85 },
      )
    }
    if (blind > 0)
      pen.rect(x, y - 20, w, h * blind + 20, mix(sand, ink, glow ? 0.02 : 0.18), { opacity: 0.8 })
    if (reflect && !glow)
      pen.poly(
        [
          [x + w * 0.1, y + h],
          [x + w * 0.62, y - 10],
          [x + w * 0.95, y - 10],
          [x + w * 0.43, y + h],
        ],
        '#ffffff',
        { opacity: 0.09 },
      )
    if (shade > 0) pen.rect(x, y - 20, w, 20 + Math.min(h * 0.12, 14), ink, { opacity: shade })
  })
  for (let i = 1; i < cols; i++)
    pen.line(x + (w * i) / cols, arch ? y - 2 : y, x + (w * i) / cols, y + h, trim, bar)
  for (let i = 1; i < rows; i++)
    pen.line(
      x,
      y + (h * i) / rows,
      x + w,
      y + (h * i) / rows,
      trim,
      sash && i === Math.round(rows / 2) ? bar * 2 : bar,
    )
  const f = Math.max(frame, 2)
  if (sill) {
    pen.rect(x - f - 4, y + h + f - 2, w + f * 2 + 8, f * 0.9 + 3, trim)
    pen.rect(x - f - 2, y + h + f * 1.9 + 1, w + f * 2 + 4, 5, ink, { opacity: 0.18 })
  }
  if (head === 'lintel') {
    pen.rect(x - f - 5, y - f - 15, w + f * 2 + 10, 16, headColour)
    pen.rect(x - f - 5, y - f + 1, w + f * 2 + 10, 4, ink, { opacity: 0.2 })
  }
  if (head === 'pediment') {
    pen.rect(x - f - 6, y - f - 9, w + f * 2 + 12, 9, headColour)
    pen.poly(
      [
        [x - f - 8, y - f - 9],
        [x + w / 2, y - f - 30],
        [x + w + f + 8, y - f - 9],
      ],
      headColour,
    )
    pen.rect(x - f - 4, y - f, w + f * 2 + 8, 4, ink, { opacity: 0.2 })
  }
  if (arch)
    pen.stroke(
      `M${num(x - f - 3)} ${num(y + w * 0.16)}Q${num(x + w / 2)} ${num(y - w * 0.22 - f - 4)} ${num(x + w + f + 3)} ${num(y + w * 0.16)}`,
      headColour,
      8,
    )
}

export interface DoorLook {
  colour?: string
  trim?: string
  panels?: number
  glass?: string | null
  transom?: string | null
  knob?: string
}

export function door(pen: Pen, x: number, y: number, w: number, h: number, look: DoorLook = {}): void {
  const { colour = clay, trim = paper, panels = 3, glass = null, transom = null, knob = brass } = look
  const t = transom ? h * 0.18 : 0
  pen.rect(x - 9, y - 9 - t, w + 18, h + 9 + t, trim)
  if (transom) {
    pen.rect(x, y - t, w, t - 7, transom)
    pen.line(x + w / 2, y - t, x + w / 2, y - 7, trim, 3)
  }
  pen.rect(x, y, w, h, colour)
  const deep = mix(colour, ink, 0.32)
  const light = mix(colour, paper, 0.16)
  const m = w * 0.14
  const gh = glass ? h * 0.34 : 0
  if (glass) {
    pen.rect(x + m, y + m, w - 2 * m, gh, glass)
    pen.line(x + w / 2, y + m, x + w / 2, y + m + gh, colour, 3)
  }
  const top = y + m + (glass ? gh + m * 0.8 : 0)
  const rest = y + h - m - top
  for (let i = 0; i < panels; i++) {
    const ph = rest / panels - m * 0.5
    const py = top + i * (rest / panels) + m * 0.25
    for (const px of [x + m, x + w / 2 + m * 0.3]) {
      pen.rect(px, py, w / 2 - m * 1.3, ph, deep)
      pen.rect(px + 2, py + 2, w / 2 - m * 1.3 - 2, ph - 2, light, { opacity: 0.35 })
    }
  }
  pen.circle(x + w * 0.88, y + h * 0.55, Math.max(2.5, w * 0.045), knob)
  pen.rect(x, y, w, 7, ink, { opacity: 0.25 })
}

/* green things */

export interface Leaves {
  dark: string
  mid: string
  light: string
  trunk: string
}
export const summer: Leaves = { dark: '#2c5a4b', mid: '#47765a', light: '#7d9d6c', trunk: '#5b4536' }

/** A round tree; light comes from `sun` (-1 left, 1 right). */
export function tree(
  pen: Pen,
  x: number,
  base: number,
  h: number,
  look: Leaves = summer,
  sun = 1,
  spread = 0.36,
): void {
  const cy = base - h * 0.64
  const rx = h * spread
  const ry = h * 0.34
  const tw = h * 0.035
  pen.path(
    `M${num(x - tw)} ${num(base)}q${num(tw * 0.8)} ${num(-h * 0.2)} ${num(tw * 0.5)} ${num(-h * 0.55)}h${num(tw)}q${num(-tw * 0.2)} ${num(h * 0.35)} ${num(tw * 0.9)} ${num(h * 0.55)}z`,
    look.trunk,
  )
  for (const [dx, dy] of [
    [-0.5, -0.12],
    [0.55, -0.2],
    [-0.2, -0.35],
    [0.25, -0.4],
  ] as Point[]) {
    pen.stroke(
      `M${num(x)} ${num(base - h * 0.34)}Q${num(x + dx * rx * 0.3)} ${num(base - h * 0.46)} ${num(x + dx * rx)} ${num(cy + dy * ry)}`,
      look.trunk,
      tw * 0.7,
    )
  }
  const clumps: [number, number, number][] = []
  const n = h < 220 ? 5 : h < 300 ? 8 : 11
  const corners = h < 220 ? 7 : 9
  for (let i = 0; i < n; i++) {
    const a = i * 2.39996
    const r = Math.sqrt((i + 0.5) / n) * 0.7
    clumps.push([x + Math.cos(a) * rx * r, cy + Math.sin(a) * ry * r, pen.between(0.38, 0.5)])
  }
  crown(
    pen,
    clumps.map(([cx, y, s]) => [cx, y, rx * s, ry * s]),
    look,
    sun,
    corners,
    h,
  )
}

/** Foliage from overlapping clumps: shade, body, then dabs of light on the sunny shoulders. */
export function crown(
  pen: Pen,
  clumps: [number, number, number, number][],
  look: Leaves,
  sun: number,
  corners = 10,
  h = 300,
): void {
  for (const [x, y, rx, ry] of clumps) pen.path(pen.blob(x, y, rx, ry, corners, 0.1), look.dark)
  for (const [x, y, rx, ry] of clumps)
    pen.path(pen.blob(x + sun * rx * 0.16, y - ry * 0.16, rx * 0.74, ry * 0.7, corners, 0.14), look.mid)
  let light = ''
  let dark = ''
  const short = (v: number, fine: boolean) => (fine ? num(v) : String(Math.round(v)))
  const leaf = (x: number, y: number, s: number) => {
    const fine = h < 160
    const k = s < 6
    return `M${short(x, fine)} ${short(y, fine)}q${short(s * 0.5, k)} ${short(-s, k)} ${short(s * 1.3, k)} ${short(-s * 0.3, k)}q${short(-s * 0.4, k)} ${short(s * 0.9, k)} ${short(-s * 1.3, k)} ${short(s * 0.3, k)}z`
  }
  for (const [x, y, rx, ry] of clumps) {
    const count = h < 160 ? 5 : Math.round(Math.min(30, 9 + rx * 0.24))
    const size = Math.max(3, Math.min(11, rx * 0.16))
    for (let i = 0; i < count; i++) {
      const a = -Math.PI / 2 + sun * 0.7 + pen.between(-1.1, 1.1)
      const r = Math.sqrt(pen.between(0.1, 0.8))
      light += leaf(x + Math.cos(a) * rx * r, y + Math.sin(a) * ry * r, size * pen.between(0.6, 1.1))
    }
    for (let i = 0; i < count * 0.5; i++) {
      const a = Math.PI / 2 - sun * 0.7 + pen.between(-1, 1)
      const r = Math.sqrt(pen.between(0.3, 0.7))
      dark += leaf(x + Math.cos(a) * rx * r, y + Math.sin(a) * ry * r, size * pen.between(0.6, 1))
    }
  }
  pen.path(dark, look.dark, { opacity: 0.7 })
  pen.path(light, look.light, { opacity: 0.85 })
}

export function conifer(pen: Pen, x: number, base: number, h: number, look: Leaves = summer, sun = 1): void {
  pen.rect(x - h * 0.018, base - h * 0.14, h * 0.036, h * 0.14, look.trunk)
  const tiers = 7
  for (let i = 0; i < tiers; i++) {
    const t = i / tiers
    const top = base - h + t * h * 0.82
    const bottom = top + h * 0.24
    const w = h * (0.06 + 0.17 * t) * pen.between(0.94, 1.06)
    const points: Point[] = [[x, top - h * 0.02]]
    const k = 5
    for (let j = 0; j <= k; j++) {
      points.push([
        x + w - (2 * w * j) / k,
        bottom + (j % 2 ? -h * 0.025 : h * 0.012) - Math.abs(j - k / 2) * h * 0.008,
      ])
    }
    pen.poly(points, look.dark)
    pen.poly(
      [
        [x, top],
        [x + sun * w * 0.94, bottom - h * 0.01],
        [x + sun * w * 0.35, bottom - h * 0.035],
      ],
      look.mid,
    )
  }
}

export function shrub(
  pen: Pen,
  x: number,
  base: number,
  w: number,
  h: number,
  look: Leaves = summer,
  sun = 1,
  bloom?: string,
): void {
  pen.within(`M${num(x - w)} ${num(base - h * 2)}h${num(w * 2)}v${num(h * 2)}h${num(-w * 2)}z`, () => {
    const clumps: [number, number, number, number][] = []
    for (let i = 0; i < 4; i++)
      clumps.push([x - w * 0.32 + (i * w * 0.64) / 3, base - h * pen.between(0.3, 0.45), w * 0.24, h * 0.58])
    crown(pen, clumps, look, sun, 9, h * 3)
    if (bloom)
      for (let i = 0; i < 16; i++)
        pen.circle(
          x + pen.between(-0.42, 0.42) * w,
          base - h * pen.between(0.15, 0.8),
          Math.max(1.6, h * 0.05),
          bloom,
        )
  })
}

export function grass(
  pen: Pen,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  n: number,
  colour: string,
  size = 9,
  opacity = 0.7,
): void {
  let d = ''
  for (let i = 0; i < n; i++) {
    const t = pen.rnd()
    const x = pen.between(x0, x1)
    const y = y0 + (y1 - y0) * t
    const s = size * (0.5 + t * 0.8)
    const i = (v: number) => String(Math.round(v))
    d +=
      `M${i(x)} ${i(y)}q${i(-s * 0.2 - 0.6)} ${i(-s * 0.6 - 0.5)} ${i(-s * 0.5 - 0.5)} ${i(-s - 0.5)}M${i(x + 2)} ${i(y)}q1 ${i(-s * 0.7 - 0.5)} ${i(s * 0.5)} ${i(-s * 1.2 - 0.5)}`.replaceAll(
        ' -',
        '-',
      )
  }
  pen.stroke(d, colour, Math.max(1.2, size * 0.16), { 'stroke-linecap': 'round', opacity })
}

/* street things */

export function mailbox(pen: Pen, x: number, base: number, s: number, colour = pine, post = '#6d5443'): void {
  pen.at(x, base, s, () => {
    pen.ellipse(0, 0, 26, 6, ink, { opacity: 0.25 })
    pen.rect(-6, -105, 12, 105, post)
    pen.rect(-6, -105, 4, 105, paper, { opacity: 0.15 })
    pen.poly(
      [
        [6, -66],
        [30, -98],
        [22, -98],
        [6, -78],
      ],
      post,
    )
    pen.rect(-34, -106, 72, 8, post)
    pen.path('M-36 -106V-132a20 20 0 0 1 20 -20H22a20 20 0 0 1 20 20V-106z', colour)
    pen.path('M-36 -106V-132a20 20 0 0 1 40 0V-106z', mix(colour, paper, 0.14))
    pen.circle(-16, -128, 3.5, brass)
    pen.rect(24, -166, 5, 40, clay)
    pen.rect(24, -166, 20, 13, clay)
    pen.stroke('M8 -140H32M8 -134H26', paper, 2, { opacity: 0.5 })
  })
}

export function picket(
  pen: Pen,
  x0: number,
  x1: number,
  base: number,
  h: number,
  colour: string,
  step = 22,
): void {
  const w = step * 0.5
  pen.rect(x0, base - h * 0.75, x1 - x0, h * 0.09, mix(colour, ink, 0.12))
  pen.rect(x0, base - h * 0.28, x1 - x0, h * 0.09, mix(colour, ink, 0.12))
  let d = ''
  for (let x = x0; x < x1 - w; x += step)
    d += `M${num(x)} ${num(base)}V${num(base - h * 0.9)}l${num(w / 2)} ${num(-h * 0.1)}l${num(w / 2)} ${num(h * 0.1)}V${num(base)}z`
  pen.path(d, colour)
}

export function lamp(
  pen: Pen,
  x: number,
  base: number,
  h: number,
  colour: string,
  light: string | null,
): void {
  const s = h / 300
  if (light)
    pen.circle(
      x,
      base - h * 0.91,
      h * 0.42,
      pen.radial([
        [0, light, 0.5],
        [0.4, light, 0.16],
        [1, light, 0],
      ]),
    )
  pen.at(x, base, s, () => {
    pen.path('M-16 0h32l-5 -14h-22zM-7 -14h14l-3 -40h-8z', colour)
    pen.rect(-3.4, -250, 6.8, 200, colour)
    pen.rect(-9, -64, 18, 5, colour)
    pen.rect(-8, -244, 16, 5, colour)
    pen.path('M-15 -250h30l6 -36h-42z', light ?? '#e9efe9')
    pen.path('M-15 -250h30M-21 -286h42M0 -250v-36', 'none', { stroke: colour, 'stroke-width': 3 })
    pen.path('M-25 -286h50l-18 -16h-14z', colour)
    pen.circle(0, -306, 5, colour)
  })
}

/** A side view of a parked family car, facing left; local length 300. */
export function car(
  pen: Pen,
  x: number,
  base: number,
  s: number,
  colour: string,
  night = false,
  rotate = 0,
): void {
  const deep = mix(colour, ink, 0.35)
  const light = mix(colour, paper, 0.35)
  pen.at(
    x,
    base,
    s,
    () => {
      pen.ellipse(0, 0, 165, 9, ink, { opacity: 0.35 })
      pen.path(
        'M-150 -22q-6 -30 10 -36l52 -10q34 -40 62 -42h58q34 2 62 42l40 8q18 4 16 38q0 8 -8 8h-284q-8 0 -8 -8z',
        colour,
      )
      pen.path('M-150 -26h300v6q0 8 -8 8h-284q-8 0 -8 -8z', deep)
      pen.path('M-76 -68q28 -32 50 -33h24v33zM6 -101h24q28 2 48 33H6z', night ? '#26384a' : '#6f8a90')
      pen.path('M-60 -68l24 -32h12l-26 32zM20 -68l22 -30h10l-22 30z', '#ffffff', { opacity: 0.18 })
      pen.stroke('M-148 -54q60 -10 140 -9h152', light, 2.4, { opacity: 0.8 })
      pen.stroke('M2 -101V-26M-84 -66q-4 22 2 40', deep, 2)
      pen.rect(8, -54, 16, 4, light)
      pen.path('M-146 -50h14v12h-16z', night ? '#f6dca4' : '#f3ead8')
      pen.path('M142 -50h10v14h-10z', '#8c2f22')
      for (const wx of [-92, 92]) {
        pen.circle(wx, -22, 29, deep)
        pen.circle(wx, -22, 24, '#20282a')
        pen.circle(wx, -22, 12, '#b9bdb7')
        pen.circle(wx, -22, 4, '#5d6664')
      }
    },
    rotate,
  )
}

export function hydrant(pen: Pen, x: number, base: number, s: number): void {
  const colour = clay
  pen.at(x, base, s, () => {
    pen.rect(-16, -8, 32, 8, mix(colour, ink, 0.3))
    pen.rect(-11, -46, 22, 38, colour)
    pen.rect(-11, -46, 7, 38, paper, { opacity: 0.2 })
    pen.rect(-15, -50, 30, 6, mix(colour, ink, 0.2))
    pen.path('M-11 -50a11 14 0 0 1 22 0z', colour)
    pen.rect(-4, -68, 8, 6, mix(colour, ink, 0.3))
    pen.circle(0, -30, 7, mix(colour, ink, 0.25))
    pen.rect(-18, -36, 7, 10, mix(colour, ink, 0.2))
    pen.rect(11, -36, 7, 10, mix(colour, ink, 0.2))
  })
}

export function cloud(pen: Pen, x: number, y: number, w: number, colour: string, opacity = 0.8): void {
  const h = w * 0.1
  const shape = (cx: number, cy: number, cw: number, ch: number) =>
    `M${num(cx)} ${num(cy)}q${num(cw * 0.04)} ${num(-ch)} ${num(cw * 0.16)} ${num(-ch * 0.9)}q${num(cw * 0.06)} ${num(-ch * 1.3)} ${num(cw * 0.22)} ${num(-ch * 1.1)}q${num(cw * 0.12)} ${num(-ch * 0.5)} ${num(cw * 0.2)} ${num(ch * 0.5)}q${num(cw * 0.14)} ${num(-ch * 0.4)} ${num(cw * 0.22)} ${num(ch * 0.6)}q${num(cw * 0.16)} ${num(ch * 0.1)} ${num(cw * 0.2)} ${num(ch * 0.9)}z`
  const fade = pen.linear([
    [0, colour, 1],
    [0.55, colour, 0.85],
    [1, colour, 0.05],
  ])
  pen.path(shape(x + w * 0.26, y - h * 0.5, w * 0.62, h * 0.9), fade, { opacity: opacity * 0.6 })
  pen.path(shape(x, y, w, h), fade, { opacity })
}

/** A house key, drawn flat, pointing right; local length about 170. */
export function key(pen: Pen, colour = brass): void {
  const deep = mix(colour, ink, 0.3)
  pen.path('M30 -9H150l12 9l-12 9H138l-6 10h-8l-5 -8h-8l-5 8h-10l-6 -10H30z', deep, {
    transform: 'translate(0 3)',
  })
  pen.path('M30 -9H150l12 9l-12 9H138l-6 10h-8l-5 -8h-8l-5 8h-10l-6 -10H30z', colour)
  pen.path('M0 -40a40 40 0 1 0 .1 0zM-14 -12a12 12 0 1 1 -.1 0z', deep, {
    'fill-rule': 'evenodd',
    transform: 'translate(0 3)',
  })
  pen.path('M0 -40a40 40 0 1 0 .1 0zM-14 -12a12 12 0 1 1 -.1 0z', colour, { 'fill-rule': 'evenodd' })
  pen.stroke('M38 -2H148', mix(colour, ink, 0.35), 3)
  pen.stroke('M-28 -18A33 33 0 0 1 12 -31', mix(colour, paper, 0.55), 4, { 'stroke-linecap': 'round' })
}

/** Numerals and a few capitals as single strokes, for maps, calendars and house numbers. 10 x 16 units. */
const strokes: Record<string, string> = {
  '0': 'M5 0C1 0 0 4 0 8s1 8 5 8s5 -4 5 -8s-1 -8 -5 -8z',
  '1': 'M1 3L6 0V16',
  '2': 'M0 4C0 1 2 0 5 0s5 2 5 5c0 4 -6 6 -10 11h10',
  '3': 'M0 2C1 1 3 0 5 0c3 0 5 1 5 4s-3 4 -6 4c3 0 6 1 6 4s-2 4 -5 4c-2 0 -4 -1 -5 -2',
  '4': 'M8 16V0L0 11h10',
  '5': 'M9 0H2L1 7c1 -1 3 -1 4 -1c3 0 5 2 5 5s-2 5 -5 5c-2 0 -4 -1 -5 -2',
  '6': 'M9 1C4 -1 0 3 0 10c0 4 2 6 5 6s5 -2 5 -5s-2 -5 -5 -5s-5 2 -5 5',
  '7': 'M0 0h10L4 16',
  '8': 'M5 7C2 7 1 6 1 4s2 -4 4 -4s4 2 4 4s-1 3 -4 3c-3 0 -5 2 -5 4.500s2 4.5 5 4.500s5 -2 5 -4.500s-2 -4.5 -5 -4.500z',
  '9': 'M10 5c0 3 -2 5 -5 5s-5 -2 -5 -5s2 -5 5 -5s5 2 5 6c0 7 -4 11 -9 9',
}

export function figures(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = 2,
): void {
  const k = size / 16
  let cx = x
  for (const ch of text) {
    const d = strokes[ch]
    if (d) {
      pen.group({ transform: `translate(${num(cx)} ${num(y)}) scale(${Math.round(k * 1000) / 1000})` }, () =>
        pen.stroke(d, colour, weight / k, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
      )
    }
    cx += (ch === ' ' ? 8 : 14) * k
  }
}

/** A line of handwriting that says nothing in particular. */
export function scribble(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  colour: string,
  weight = 2.4,
  size = 8,
): void {
  const points: Point[] = []
  let cx = x
  while (cx < x + w) {
    const word = pen.between(30, 90)
    const end = Math.min(cx + word, x + w)
    let up = true
    points.length = 0
    while (cx < end) {
      points.push([cx, y + (up ? -size * pen.between(0.3, 1) : size * pen.between(0, 0.3))])
      up = !up
      cx += size * pen.between(0.4, 0.8)
    }
    if (points.length > 2)
      pen.stroke(smooth(points, false), colour, weight, {
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      })
    cx = end + size * 1.4
  }
}

export function textLines(
  pen: Pen,
  x: number,
  y: number,
  w: number,
  n: number,
  step: number,
  colour: string,
  thick = 5,
): void {
  for (let i = 0; i < n; i++)
    pen.rect(
      x,
      y + i * step,
      w * (i === n - 1 ? pen.between(0.4, 0.65) : pen.between(0.88, 1)),
      thick,
      colour,
      { rx: thick / 2 },
    )
}

export { polygon }
