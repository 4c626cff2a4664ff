/**
 * The pen all seed pictures are drawn with: a small SVG writer with the palette,
 * a repeatable random source and the drawing habits (washes, patterns, soft shadows)
 * that keep sixteen pictures in one hand.
 */
export const ink = '#1d2a2e'
export const pine = '#1f4a43'
export const paper = '#fbf7f0'
export const sand = '#efe4d2'
export const clay = '#b4532f'
export const brass = '#c8973f'
export const sky = '#dfe9ea'
export const dusk = '#2b3a55'
export const rose = '#eac4ad'

export type Point = [number, number]
export type Extra = Record<string, string | number>
export type Stop = [offset: number, colour: string, opacity?: number]

/** mulberry32: the same seed always draws the same leaves. */
export function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const num = (n: number): string => String(Math.abs(n) >= 100 ? Math.round(n) : Math.round(n * 10) / 10)

function channels(hex: string): [number, number, number] {
  const v = Number.parseInt(hex.slice(1), 16)
  return [(v >> 16) & 255, (v >> 8) & 255, v & 255]
}

/** Mixes two hex colours; 0 gives the first, 1 the second. */
export function mix(a: string, b: string, t: number): string {
  const [r1, g1, b1] = channels(a)
  const [r2, g2, b2] = channels(b)
  const hex = (x: number, y: number) =>
    Math.round(x + (y - x) * t)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(r1, r2)}${hex(g1, g2)}${hex(b1, b2)}`
}

/** A closed smooth curve through points (Catmull-Rom). */
export function smooth(points: Point[], closed = true): string {
  const n = points.length
  const at = (i: number): Point => (closed ? points[(i + n) % n]! : points[Math.max(0, Math.min(n - 1, i))]!)
  // relative and rounded against the point really reached: short, and without drift
  let [x, y] = [Number(num(at(0)[0])), Number(num(at(0)[1]))]
  let d = `M${x} ${y}`
  const last = closed ? n : n - 1
  for (let i = 0; i < last; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const big = Math.hypot(p2[0] - p1[0], p2[1] - p1[1]) > 24
    const round = (v: number) => (big ? Math.round(v) : Math.round(v * 10) / 10)
    const numbers = [
      round(p1[0] + (p2[0] - p0[0]) / 6 - x),
      round(p1[1] + (p2[1] - p0[1]) / 6 - y),
      round(p2[0] - (p3[0] - p1[0]) / 6 - x),
      round(p2[1] - (p3[1] - p1[1]) / 6 - y),
      round(p2[0] - x),
      round(p2[1] - y),
    ]
    d += `c${numbers.join(' ').replaceAll(' -', '-')}`
    x = Math.round((x + numbers[4]!) * 10) / 10
    y = Math.round((y + numbers[5]!) * 10) / 10
  }
  return closed ? `${d}z` : d
}

/** Path data without the spaces and noughts it can do without. */
const tight = (d: string): string => d.replaceAll(' -', '-').replace(/(^|[^\d.])0\.(?=\d)/g, '$1.')

export const polygon = (points: Point[]): string =>
  `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}z`

export class Pen {
  readonly w: number
  readonly h: number
  readonly rnd: () => number
  #defs: string[] = []
  #body: string[] = []
  #ids = 0
  #made = new Map<string, string>()

  constructor(w: number, h: number, seed = 1) {
    this.w = w
    this.h = h
    this.rnd = random(seed)
  }

  between(a: number, b: number): number {
    return a + (b - a) * this.rnd()
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.rnd() * list.length)]!
  }

  #def(make: (id: string) => string): string {
    const body = make('@')
    const known = this.#made.get(body)
    if (known) return known
    const id = `d${++this.#ids}`
    this.#made.set(body, id)
    this.#defs.push(body.replace('@', id))
    return id
  }

  #attrs(extra?: Extra): string {
    if (!extra) return ''
    let out = ''
    for (const [k, v] of Object.entries(extra)) {
      out += ` ${k}="${typeof v === 'number' ? Math.round(v * 1000) / 1000 : v}"`
    }
    return out
  }

  raw(s: string): void {
    this.#body.push(s)
  }

  /* paint */

  linear(stops: Stop[], x1 = 0, y1 = 0, x2 = 0, y2 = 1): string {
    const list = stops
      .map(
        ([o, c, a]) =>
          `<stop offset="${num(o * 100)}%" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
      )
      .join('')
    return `url(#${this.#def((id) => `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${list}</linearGradient>`)})`
  }

  radial(stops: Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    const list = stops
      .map(
        ([o, c, a]) =>
          `<stop offset="${num(o * 100)}%" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
      )
      .join('')
    return `url(#${this.#def((id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${list}</radialGradient>`)})`
  }

  pattern(w: number, h: number, inner: string): string {
    return `url(#${this.#def((id) => `<pattern id="${id}" width="${num(w)}" height="${num(h)}" patternUnits="userSpaceOnUse">${inner}</pattern>`)})`
  }

  clip(d: string): string {
    return `url(#${this.#def((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)})`
  }

  blur(deviation: number): string {
    return `url(#${this.#def((id) => `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`)})`
  }

  /* marks */

  rect(x: number, y: number, w: number, h: number, fill: string, extra?: Extra): void {
    this.#body.push(
      `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" fill="${fill}"${this.#attrs(extra)}/>`,
    )
  }

  /** The whole sheet. */
  cover(fill: string, extra?: Extra): void {
    this.rect(0, 0, this.w, this.h, fill, extra)
  }

  poly(points: Point[], fill: string, extra?: Extra): void {
    this.path(polygon(points), fill, extra)
  }

  path(d: string, fill: string, extra?: Extra): void {
    this.#body.push(`<path d="${tight(d)}" fill="${fill}"${this.#attrs(extra)}/>`)
  }

  stroke(d: string, colour: string, width: number, extra?: Extra): void {
    this.#body.push(
      `<path d="${tight(d)}" fill="none" stroke="${colour}" stroke-width="${num(width)}"${this.#attrs(extra)}/>`,
    )
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, width: number, extra?: Extra): void {
    this.stroke(`M${num(x1)} ${num(y1)}L${num(x2)} ${num(y2)}`, colour, width, extra)
  }

  circle(x: number, y: number, r: number, fill: string, extra?: Extra): void {
    this.#body.push(
      `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${this.#attrs(extra)}/>`,
    )
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra?: Extra): void {
    this.#body.push(
      `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${this.#attrs(extra)}/>`,
    )
  }

  group(extra: Extra, draw: () => void): void {
    this.#body.push(`<g${this.#attrs(extra)}>`)
    draw()
    this.#body.push('</g>')
  }

  at(x: number, y: number, scale: number, draw: () => void, rotate = 0): void {
    this.group(
      {
        transform: `translate(${num(x)} ${num(y)})${rotate ? ` rotate(${num(rotate)})` : ''}${scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`}`,
      },
      draw,
    )
  }

  /** Draws inside a shape only. */
  within(d: string, draw: () => void): void {
    this.group({ 'clip-path': this.clip(d) }, draw)
  }

  /** An irregular round shape. */
  blob(cx: number, cy: number, rx: number, ry: number, n = 9, wobble = 0.14): string {
    const points: Point[] = []
    const turn = this.rnd() * Math.PI
    for (let i = 0; i < n; i++) {
      const a = turn + (i / n) * Math.PI * 2
      const k = 1 + (this.rnd() - 0.5) * 2 * wobble
      points.push([cx + Math.cos(a) * rx * k, cy + Math.sin(a) * ry * k])
    }
    return smooth(points)
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.w} ${this.h}" width="${this.w}" height="${this.h}"><defs>${this.#defs.join('')}</defs>${this.#body.join('')}</svg>\n`
  }
}
