/** The two section pictures: a key changes hands; the office on the corner. */

import { day, drop, houseGlyph, townMap } from '../desk.ts'
import {
  brick,
  crown,
  figures,
  hydrant,
  key,
  type Leaves,
  lamp,
  pane,
  shrub,
  siding,
  summer,
  tree,
} from '../parts.ts'
import { brass, clay, dusk, ink, mix, num, Pen, type Point, paper, pine, polygon, sand } from '../pen.ts'
import { wordmark, wordmarkWidth } from '../wordmark.ts'

export function appreciation(): string {
  const pen = new Pen(1600, 1200, 201)
  const wall = '#e4d3b8'
  pen.cover(siding(pen, wall, 44))
  // door case
  const dx = 560
  const dw = 560
  pen.rect(dx - 96, -10, dw + 192, 1140, '#f7eddc')
  pen.rect(dx - 96, -10, 14, 1140, '#ffffff', { opacity: 0.6 })
  pen.rect(dx - 44, -10, dw + 88, 1140, '#e6d7bf')
  pen.rect(dx - 30, -10, dw + 60, 1140, '#f7eddc')
  pen.rect(dx + dw + 96, -10, 30, 1140, ink, { opacity: 0.14 })
  for (const x of [dx - 70, dx + dw + 66]) pen.rect(x, 60, 6, 960, '#e0cfb4')
  for (const x of [dx - 96, dx + dw + 30]) {
    pen.rect(x - 6, 1040, 78, 90, '#efe1ca')
    pen.rect(x - 6, 1040, 78, 8, '#ffffff', { opacity: 0.6 })
  }
  // transom
  pen.rect(
    dx,
    -10,
    dw,
    96,
    pen.linear([
      [0, '#5c7a80'],
      [1, '#8fa9a8'],
    ]),
  )
  for (let i = 1; i < 4; i++) pen.rect(dx + (dw * i) / 4 - 5, -10, 10, 96, '#f7eddc')
  pen.rect(dx - 30, 84, dw + 60, 34, '#f7eddc')
  pen.rect(dx - 30, 112, dw + 60, 8, ink, { opacity: 0.16 })
  // door
  const top = 120
  const dh = 1010
  pen.rect(dx, top, dw, dh, pine)
  const lightC = mix(pine, paper, 0.2)
  const deepC = mix(pine, ink, 0.5)
  const panel = (x: number, y: number, w: number, h: number) => {
    pen.rect(x, y, w, h, deepC)
    pen.rect(x + 10, y + 12, w - 10, h - 12, lightC)
    pen.rect(x + 10, y + 12, w - 20, h - 24, mix(pine, paper, 0.05))
    pen.poly(
      [
        [x + 30, y + 32],
        [x + w - 30, y + 32],
        [x + w - 38, y + 40],
        [x + 38, y + 40],
        [x + 38, y + h - 40],
        [x + 30, y + h - 32],
      ],
      lightC,
      { opacity: 0.6 },
    )
    pen.rect(x + 38, y + 40, w - 76, h - 80, mix(pine, paper, 0.09))
  }
  for (const x of [dx + 52, dx + dw / 2 + 20]) {
    panel(x, top + 54, dw / 2 - 72, 250)
    panel(x, top + 350, dw / 2 - 72, 330)
    panel(x, top + 726, dw / 2 - 72, 230)
  }
  pen.rect(dx, top, dw, 20, ink, { opacity: 0.34 })
  pen.rect(dx, top, 14, dh, ink, { opacity: 0.24 })
  pen.rect(dx + 16, top + 960, dw - 32, 40, mix(brass, ink, 0.12))
  pen.rect(dx + 16, top + 960, dw - 32, 8, mix(brass, paper, 0.4))
  // knocker, number, knob
  const kx = dx + dw / 2
  pen.path(`M${kx - 16} ${top + 74}h32v30q0 12 -16 16q-16 -4 -16 -16z`, brass)
  pen.path(`M${kx - 34} ${top + 120}a34 40 0 1 0 68 0`, 'none', {
    stroke: ink,
    'stroke-width': 12,
    opacity: 0.3,
    transform: 'translate(6 8)',
  })
  pen.path(`M${kx - 34} ${top + 116}a34 42 0 1 0 68 0`, 'none', { stroke: brass, 'stroke-width': 11 })
  pen.circle(kx, top + 160, 10, mix(brass, paper, 0.3))
  const bx = dx + dw - 46
  pen.rect(bx - 22, top + 420, 44, 190, mix(brass, ink, 0.14), { rx: 20 })
  pen.rect(bx - 22, top + 420, 14, 190, mix(brass, paper, 0.4), { rx: 7, opacity: 0.7 })
  pen.circle(bx + 8, top + 478, 34, ink, { opacity: 0.3 })
  pen.circle(bx, top + 468, 34, brass)
  pen.circle(bx - 8, top + 458, 18, mix(brass, paper, 0.4))
  pen.path(`M${bx} ${top + 544}a9 9 0 0 1 5 17l4 24h-18l4 -24a9 9 0 0 1 5 -17z`, ink)
  // lantern left, house number right
  pen.at(330, 250, 1.25, () => {
    pen.circle(
      0,
      60,
      220,
      pen.radial([
        [0, '#ffe2a8', 0.6],
        [0.5, '#ffe2a8', 0.16],
        [1, '#ffe2a8', 0],
      ]),
    )
    pen.rect(-12, -104, 24, 60, ink, { rx: 6 })
    pen.stroke('M0 -80q52 -8 52 22t-52 26', ink, 8)
    pen.path('M-60 0L-34 -36H34L60 0z', ink)
    pen.path('M-46 4h92l-14 120h-64z', '#ffe6b4')
    pen.path('M-14 4h28l-4 120h-20z', '#fff7e2')
    pen.stroke('M-48 4h96l-15 122h-66zM0 4V126M-42 44H42', ink, 6)
    pen.rect(-26, 126, 52, 12, ink)
  })
  pen.at(1334, 214, 1, () => {
    drop(pen, 'M-96 -58h192v116h-192z', 8, 10, 6, 0.3)
    pen.rect(-96, -58, 192, 116, dusk, { rx: 12 })
    pen.rect(-86, -48, 172, 96, 'none', { rx: 8, stroke: brass, 'stroke-width': 3 })
    figures(pen, '214', -62, -26, 52, '#f4e5c8', 6.5)
  })
  // step, mat, pots
  pen.rect(0, 1130, 1600, 70, '#bcae98')
  pen.rect(0, 1130, 1600, 8, '#e4d9c6')
  pen.rect(dx - 150, 1104, dw + 300, 30, '#cfc2ac')
  pen.rect(dx - 150, 1104, dw + 300, 7, '#efe6d6')
  for (const [x, s] of [[290, 1]] as const)
    pen.at(x, 1150, s, () => {
      pen.ellipse(0, 4, 150, 16, '#1c1410', { opacity: 0.3, filter: pen.blur(6) })
      crown(
        pen,
        [
          [0, -330, 130, 118],
          [-50, -380, 90, 80],
          [56, -370, 90, 84],
          [0, -300, 120, 80],
        ],
        { ...summer, light: '#86a577' },
        -1,
        12,
        420,
      )
      pen.path('M-96 -190h192l-26 190h-140z', clay)
      pen.path('M30 -190h66l-26 190h-52z', ink, { opacity: 0.18 })
      pen.rect(-108, -212, 216, 40, mix(clay, paper, 0.14))
      pen.rect(-108, -176, 216, 8, ink, { opacity: 0.2 })
      pen.rect(-8, -240, 16, 40, summer.trunk)
    })
  // morning light across the door
  pen.group({ style: 'mix-blend-mode:soft-light', opacity: 0.7, filter: pen.blur(6) }, () => {
    pen.poly(
      [
        [-40, 120],
        [520, -40],
        [1180, -40],
        [120, 1240],
        [-40, 1240],
      ],
      '#fff0cc',
    )
  })
  pen.cover(
    pen.linear(
      [
        [0, '#fff0cf', 0.18],
        [0.6, ink, 0],
        [1, ink, 0.26],
      ],
      0,
      0,
      1,
      0.3,
    ),
  )

  /* the hands */
  const giver = '#c58c68'
  const taker = '#8a5a40'
  const finger = (d: string, w: number, skin: string, tone = 0) => {
    pen.stroke(d, mix(skin, ink, 0.42), w + 5, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
    pen.stroke(d, mix(skin, ink, tone), w, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
  }
  const nail = (x: number, y: number, a: number, skin: string) =>
    pen.at(x, y, 1, () => pen.ellipse(0, 0, 13, 9, mix(skin, paper, 0.45)), a)
  // shadows of arms on the door
  pen.group({ opacity: 0.3, filter: pen.blur(14), transform: 'translate(34 46)' }, () => {
    pen.path('M-20 470L520 540L800 560L800 640L520 700L-20 800z', '#0d1816')
    pen.path('M1620 760L1130 740L820 760L800 830L1130 900L1620 1040z', '#0d1816')
  })

  // receiving hand, open, from the right
  pen.at(900, 806, 1, () => {
    // thumb on the far side
    finger('M232 6Q170 -46 108 -64', 46, taker, 0.14)
    // far fingers first
    finger('M180 22Q60 10 -36 -14Q-66 -22 -86 -46', 38, taker, 0.16)
    finger('M180 44Q50 40 -62 22Q-96 14 -118 -14', 40, taker, 0.1)
    finger('M186 70Q50 76 -60 60Q-98 52 -122 22', 40, taker, 0.05)
    pen.path(
      'M420 -22Q330 -34 250 -30Q190 -22 150 6Q110 40 128 84Q150 134 230 142Q320 150 430 148z',
      mix(taker, ink, 0.42),
    )
    pen.path('M420 -19Q330 -31 250 -27Q192 -20 152 8Q114 42 131 82Q152 130 230 139Q320 147 430 145z', taker)
    finger('M200 108Q80 122 -30 104Q-66 96 -92 66', 38, taker)
    pen.path(
      'M430 -18Q330 -30 252 -26Q200 -20 164 4Q220 8 270 40Q330 66 430 56z',
      mix(taker, '#f0b48a', 0.3),
      { opacity: 0.75 },
    )
    pen.path('M214 88Q160 128 130 92Q150 128 230 139Q320 147 430 145V96Q300 120 214 88z', ink, {
      opacity: 0.16,
    })
    pen.stroke('M250 6Q200 30 196 74M286 52Q240 66 214 92', mix(taker, ink, 0.4), 3.5, {
      opacity: 0.7,
      'stroke-linecap': 'round',
    })
  })
  // knitted sleeve
  pen.group({ transform: 'translate(20 34)' }, () => {
    const sleeve = 'M1250 716Q1440 700 1640 690V1010Q1440 964 1256 944Q1232 830 1250 716z'
    pen.path(sleeve, clay)
    pen.within(sleeve, () => {
      let knit = ''
      for (let x = 1300; x < 1640; x += 26) for (let y = 680; y < 1010; y += 18) knit += `M${x} ${y}l9 8l9 -8`
      pen.stroke(knit, mix(clay, ink, 0.26), 3, { opacity: 0.55 })
      pen.path('M1240 860Q1440 900 1640 900V1020H1240z', ink, { opacity: 0.2 })
      pen.path('M1240 700H1640V740Q1440 740 1240 760z', '#f0b48a', { opacity: 0.35 })
    })
    const cuff = 'M1226 704Q1262 696 1300 702Q1282 830 1306 958Q1266 962 1232 948Q1206 826 1226 704z'
    pen.path(cuff, mix(clay, ink, 0.12))
    pen.within(cuff, () => {
      for (let y = 706; y < 960; y += 17) pen.stroke(`M1200 ${y}q50 8 110 0`, mix(clay, ink, 0.36), 3.5)
      pen.path('M1200 690h110v40h-110z', '#f0b48a', { opacity: 0.3 })
    })
  })

  // the key on its tag, between the hands
  pen.at(838, 606, 1, () => {
    pen.stroke('M-6 -6Q-56 30 -40 104', mix(clay, ink, 0.1), 7)
    pen.at(
      -34,
      146,
      0.94,
      () => {
        pen.path('M-40 -50q40 -16 80 0l-4 84q-36 14 -72 0z', clay)
        pen.path('M-30 -40q30 -10 60 0l-4 66q-26 9 -52 0z', 'none', {
          stroke: '#f0c3a6',
          'stroke-width': 2.5,
          'stroke-dasharray': '7 5',
        })
        pen.path(houseGlyph(0, -4, 20), '#f6dcc8')
      },
      8,
    )
  })

  // giving hand, from the left
  pen.at(830, 600, 1, () => {
    // curled fingers behind
    finger('M-176 40Q-96 62 -74 96Q-72 124 -108 124', 42, giver, 0.22)
    finger('M-190 62Q-120 94 -112 128Q-116 154 -150 148', 40, giver, 0.28)
    finger('M-214 84Q-160 114 -156 142Q-164 162 -190 156', 36, giver, 0.34)
    // key held between thumb and index
    pen.at(18, 18, 1.3, () => key(pen, brass), 62)
    // back of hand
    pen.path(
      'M-420 -84Q-330 -96 -250 -98Q-170 -98 -122 -66Q-96 -30 -126 16Q-150 78 -220 104Q-310 116 -420 98z',
      mix(giver, ink, 0.42),
    )
    pen.path(
      'M-420 -81Q-330 -93 -250 -95Q-172 -95 -125 -64Q-100 -30 -129 14Q-152 75 -221 101Q-310 113 -420 95z',
      giver,
    )
    // index
    finger('M-150 -54Q-70 -66 -30 -40Q2 -18 8 6', 44, giver)
    pen.path('M-230 -86Q-176 -94 -136 -79L-104 -79V-34Q-140 -30 -152 0L-230 10z', giver)
    pen.path(
      'M-420 -81Q-330 -93 -250 -95Q-172 -95 -125 -64Q-60 -80 -24 -52Q-60 -62 -120 -44Q-200 -72 -420 -50z',
      '#f6d0ae',
      { opacity: 0.6 },
    )
    // thumb
    finger('M-226 52Q-130 60 -70 42Q-26 26 -2 24', 46, giver, 0.03)
    pen.path('M-260 20Q-200 22 -190 52Q-200 80 -240 84z', mix(giver, ink, 0.03))
    nail(-4, 18, -12, giver)
    pen.stroke('M-118 38q6 10 4 22M-60 -60q-6 10 -2 18', mix(giver, ink, 0.4), 3, {
      opacity: 0.7,
      'stroke-linecap': 'round',
    })
    pen.path('M-420 95Q-310 113 -221 101Q-170 90 -146 62Q-240 84 -420 52z', ink, { opacity: 0.14 })
  })
  // jacket sleeve, shirt cuff, watch
  pen.path('M402 506Q440 500 470 506Q484 604 470 708Q436 716 404 708z', paper)
  pen.path('M452 504q20 100 4 206l14 -2q14 -104 0 -202z', ink, { opacity: 0.1 })
  const jacket = 'M-20 430Q200 462 428 486Q412 600 432 728Q200 770 -20 830z'
  pen.path(jacket, dusk)
  pen.within(jacket, () => {
    pen.path('M-20 430Q200 462 440 486V530Q200 512 -20 492z', '#6b7da0', { opacity: 0.5 })
    pen.path('M-20 700Q200 690 440 650V740L-20 840z', ink, { opacity: 0.4 })
    pen.stroke('M60 470Q100 640 40 800M200 480Q230 600 190 780', '#1b2740', 4, { opacity: 0.6 })
    let herring = ''
    for (let x = -20; x < 440; x += 18) for (let y = 430; y < 830; y += 18) herring += `M${x} ${y}l8 8l8 -8`
    pen.stroke(herring, '#3d4e6e', 1.6, { opacity: 0.6 })
  })
  for (let i = 0; i < 3; i++) pen.circle(394, 656 + i * 26 - 20, 9, brass)
  return pen.svg()
}

export function contact(): string {
  const pen = new Pen(1600, 1200, 202)
  pen.cover(
    pen.linear([
      [0, '#b7d0d2'],
      [0.5, '#e6e6da'],
      [0.8, '#f6e2c6'],
      [1, '#f6e2c6'],
    ]),
  )
  const far: Leaves = { dark: '#86a196', mid: '#9ab2a2', light: '#cfd2b4', trunk: '#8d9089' }
  // side street, far away
  for (const [x, w, h, c] of [
    [-30, 120, 420, '#d5c8b4'],
    [84, 90, 350, '#c7c3b5'],
    [170, 80, 300, '#d9cdb9'],
    [246, 120, 260, '#cbbfae'],
  ] as const) {
    pen.rect(x, 930 - h, w, h, c)
    pen.rect(x - 4, 930 - h - 8, w + 8, 10, mix(c, ink, 0.12))
    for (let yy = 930 - h + 24; yy < 900; yy += 50)
      for (let xx = x + 14; xx < x + w - 16; xx += 28) pen.rect(xx, yy, 13, 24, '#91a5a5', { opacity: 0.8 })
  }
  tree(pen, 120, 950, 190, far, 1)
  tree(pen, 300, 944, 150, far, 1)

  const ground = 1010
  const wallC = '#a5573c'
  const bricks = brick(pen, wallC, 32, 11)
  const shade = mix(wallC, ink, 0.3)
  const x0 = 430 // far end of the side wall
  const x1 = 640 // side wall meets the cut corner
  const x2 = 860 // cut corner meets the street front
  const roof = 96

  // side wall, receding to the left
  const vp = (x: number, y: number): Point => {
    const t = (x1 - x) / (x1 - x0)
    return [x, y + (905 - y) * 0.2 * t]
  }
  const onSide = (u0: number, v0: number, u1: number, v1: number): Point[] => {
    const a = x1 - (x1 - x0) * u0
    const b = x1 - (x1 - x0) * u1
    return [vp(a, v0), vp(b, v0), vp(b, v1), vp(a, v1)]
  }
  pen.poly(onSide(0, roof, 1, ground), shade)
  pen.within(polygon(onSide(0, roof, 1, ground)), () => {
    let c = ''
    for (let y = roof; y < ground; y += 12) {
      const p = onSide(0, y, 1, y)
      c += `M${num(p[0]![0])} ${num(p[0]![1])}L${num(p[1]![0])} ${num(p[1]![1])}`
    }
    pen.stroke(c, mix(shade, paper, 0.14), 1.4, { opacity: 0.6 })
  })
  for (const v of [190, 400])
    for (const u of [0.14, 0.56]) {
      pen.poly(onSide(u - 0.03, v - 12, u + 0.31, v + 142), '#d8c6ad')
      pen.poly(onSide(u, v, u + 0.28, v + 130), '#44585e')
      pen.poly(onSide(u, v + 62, u + 0.28, v + 68), '#d8c6ad')
      pen.poly(onSide(u + 0.13, v, u + 0.15, v + 130), '#d8c6ad')
    }
  pen.poly(onSide(0, 566, 1, 590), '#1a3d37')
  pen.poly(onSide(0, 590, 1, 640), pine)
  pen.poly(onSide(0.06, 700, 0.94, 930), '#18332f')
  pen.poly(onSide(0.1, 712, 0.9, 918), '#f0c98c')
  pen.poly(onSide(0.48, 712, 0.52, 918), '#18332f')
  pen.poly(onSide(0, 934, 1, ground), '#18332f')
  pen.poly(onSide(-0.02, roof - 20, 1.03, roof + 34), '#b9a78c')
  pen.poly(onSide(-0.02, roof - 30, 1.05, roof - 16), '#d0bea2')

  // upper storeys
  pen.rect(x1, roof, x2 - x1, 470, bricks)
  pen.rect(x1, roof, x2 - x1, 470, ink, { opacity: 0.14 })
  pen.rect(x2, roof, 1600 - x2, 470, bricks)
  pen.rect(
    x2,
    roof,
    1600 - x2,
    470,
    pen.linear(
      [
        [0, '#ffe2b4', 0.26],
        [1, '#ffe2b4', 0],
      ],
      0,
      0,
      1,
      0,
    ),
  )
  const up = {
    trim: '#f3e6d0',
    glass: '#5d777d',
    cols: 1,
    rows: 2,
    sash: true,
    frame: 8,
    head: 'lintel' as const,
    headColour: '#dfcdb2',
    bar: 5,
  }
  for (const y of [196, 396]) {
    pane(pen, 706, y, 88, 128, { ...up, cols: 2, curtain: mix(paper, '#5d777d', 0.2), shade: 0.35 })
    for (let i = 0; i < 5; i++)
      pane(pen, 920 + i * 148, y, 88, 128, {
        ...up,
        cols: 2,
        curtain: i % 2 ? mix(paper, '#5d777d', 0.2) : null,
        blind: i === 2 ? 0.4 : 0,
        glass: y > 300 && i === 1 ? '#f6cf8f' : '#5d777d',
        glow: y > 300 && i === 1,
      })
  }
  for (let i = 0; i < 5; i++)
    if (i % 2 === 0) {
      const bx = 908 + i * 148
      pen.rect(bx, 532, 112, 24, mix(pine, ink, 0.1))
      shrub(pen, bx + 56, 536, 136, 30, summer, -1, i ? '#e2a58d' : '#f0d9a8')
    }
  // cornice
  for (const [a, b] of [
    [x1, x2],
    [x2, 1620],
  ] as const) {
    pen.rect(a, roof + 30, b - a, 22, ink, { opacity: 0.2 })
    pen.rect(a, roof - 20, b - a, 54, '#d9c7ab')
    for (let x = a + 6; x < b - 10; x += 28) pen.rect(x, roof + 6, 14, 22, '#b9a78c')
    pen.rect(a - 4, roof - 34, b - a + 8, 16, '#efe1c9')
    pen.rect(a - 4, roof - 19, b - a + 8, 4, ink, { opacity: 0.2 })
  }
  pen.rect(x2 - 3, roof + 34, 6, 900, ink, { opacity: 0.16 })
  pen.rect(x1 - 3, roof + 34, 6, 900, ink, { opacity: 0.2 })

  // shop front, street side
  pen.rect(x2, 566, 1600 - x2, ground - 566, '#1a3d37')
  pen.rect(x1, 566, x2 - x1, ground - 566, '#17352f')
  const glassTop = 664
  const glassBottom = 916
  const room = `M890 ${glassTop}h690v${glassBottom - glassTop}h-690z`
  pen.path(
    room,
    pen.linear([
      [0, '#f4d39a'],
      [1, '#e0a868'],
    ]),
  )
  pen.within(room, () => {
    // inside: map on the wall, shelf, desk, lamp, chair
    pen.rect(890, 840, 720, 90, '#9a6a43')
    pen.group({ transform: 'translate(946 752) scale(.21)' }, () => {
      pen.rect(-20, -20, 560, 400, '#6b4a32')
      townMap(pen, 520, 360, day, 60)
    })
    for (const y of [800]) {
      pen.rect(1340, y, 250, 8, '#7d5336')
      let bx = 1350
      while (bx < 1570) {
        const bw = pen.between(8, 18)
        const bh = pen.between(30, 48)
        pen.rect(bx, y - bh, bw, bh, pen.pick([clay, pine, dusk, sand, brass, '#7d4634']))
        bx += bw + 1.5
      }
    }
    for (const x of [1010, 1220, 1470]) {
      pen.line(x, 640, x, 740, ink, 3)
      pen.circle(
        x,
        762,
        120,
        pen.radial([
          [0, '#fff2cf', 0.8],
          [0.4, '#fff2cf', 0.24],
          [1, '#fff2cf', 0],
        ]),
      )
      pen.path(`M${x - 30} 766q4 -26 30 -28q26 2 30 28z`, pine)
      pen.rect(x - 12, 764, 24, 6, '#fff9e6')
    }
    pen.rect(1120, 830, 260, 14, '#6b4a32')
    pen.rect(1136, 844, 228, 80, '#7d5336')
    pen.path('M1160 830v-52q0 -10 10 -10h56q10 0 10 10v52z', dusk)
    pen.path('M1306 830v-14h30v14zM1318 816v-34l-22 -18', 'none', { stroke: ink, 'stroke-width': 4 })
    pen.path('M1282 768l26 -12l6 16l-24 14z', clay)
    pen.path(pen.blob(916, 830, 26, 38, 10, 0.2), '#4c7a5f')
    pen.path('M898 858h36l-6 40h-24z', clay)
    // property cards on threads
    for (let i = 0; i < 4; i++) {
      const x = 1398 + (i % 2) * 88
      const y = 824 + Math.floor(i / 2) * 0
      if (i > 1) continue
      pen.line(x + 34, glassTop, x + 34, y, '#6b5a44', 1.5)
      pen.rect(x, y, 68, 80, paper)
      pen.rect(x + 6, y + 6, 56, 38, i ? '#bcd0d0' : '#e6cdb0')
      pen.path(houseGlyph(x + 34, y + 32, 15), i ? clay : pine)
      pen.rect(x + 8, y + 54, 44, 4, '#b9ad98')
      pen.rect(x + 8, y + 64, 30, 4, '#b9ad98')
    }
    pen.poly(
      [
        [900, 930],
        [1060, 650],
        [1150, 650],
        [990, 930],
      ],
      '#ffffff',
      { opacity: 0.16 },
    )
    pen.poly(
      [
        [1400, 930],
        [1560, 650],
        [1586, 650],
        [1426, 930],
      ],
      '#ffffff',
      { opacity: 0.16 },
    )
  })
  for (const x of [884, 1112, 1342, 1574]) pen.rect(x, 650, 14, 280, '#18332f')
  pen.rect(884, glassBottom - 2, 716, 12, '#2c5a50')
  for (let i = 0; i < 3; i++) {
    pen.rect(900 + i * 232, 938, 204, 56, '#18332f')
    pen.rect(906 + i * 232, 944, 192, 44, '#245048')
  }
  pen.rect(x2, 1000, 760, 14, '#8d8070')

  // signboard
  pen.rect(x2 + 8, 566, 760, 82, pine)
  pen.rect(x2 + 8, 566, 760, 8, mix(pine, paper, 0.25))
  pen.rect(x2 + 22, 578, 760, 56, 'none', { stroke: brass, 'stroke-width': 2, opacity: 0.8 })
  pen.group({ transform: `translate(${1230 - (wordmarkWidth * 0.74) / 2} 621) scale(.74)` }, () =>
    pen.path(wordmark, '#f6e3bd'),
  )
  // awning
  const ax = 880
  const aw = 740
  const stripes = 20
  pen.poly(
    [
      [ax + 10, 720],
      [ax + aw, 720],
      [ax + aw, 756],
      [ax + 20, 756],
    ],
    ink,
    { opacity: 0.2 },
  )
  for (let i = 0; i < stripes; i++) {
    const a = i / stripes
    const b = (i + 1) / stripes
    const c = i % 2 ? '#f8efdf' : clay
    const topY = 652
    const lowY = 712
    pen.poly(
      [
        [ax + 12 + a * (aw - 12), topY],
        [ax + 12 + b * (aw - 12), topY],
        [ax - 16 + b * (aw + 16), lowY],
        [ax - 16 + a * (aw + 16), lowY],
      ],
      c,
    )
    const fx0 = ax - 16 + a * (aw + 16)
    const fx1 = ax - 16 + b * (aw + 16)
    pen.path(
      `M${num(fx0)} ${lowY}H${num(fx1)}V${lowY + 18}q${num((fx0 - fx1) / 2)} 20 ${num(fx0 - fx1)} 0z`,
      mix(c, ink, 0.1),
    )
  }
  pen.rect(
    ax,
    652,
    aw,
    60,
    pen.linear([
      [0, '#fff6e0', 0.2],
      [1, ink, 0.12],
    ]),
  )

  // corner door
  pen.rect(x1 + 14, 566, x2 - x1 - 28, 60, pine)
  pen.rect(x1 + 24, 576, x2 - x1 - 48, 40, 'none', { stroke: brass, 'stroke-width': 2 })
  pen.at((x1 + x2) / 2 - 34, 596, 0.5, () => key(pen, brass))
  pen.rect(x1 + 28, 640, x2 - x1 - 56, 366, '#0f2622')
  pen.rect(x1 + 44, 650, x2 - x1 - 88, 60, '#f4d39a')
  pen.line((x1 + x2) / 2, 650, (x1 + x2) / 2, 710, '#17352f', 6)
  pen.rect(x1 + 44, 720, x2 - x1 - 88, 284, clay)
  pen.rect(
    x1 + 64,
    742,
    x2 - x1 - 128,
    150,
    pen.linear([
      [0, '#f7dba8'],
      [1, '#e6b172'],
    ]),
  )
  pen.poly(
    [
      [x1 + 70, 892],
      [x1 + 130, 742],
      [x1 + 150, 742],
      [x1 + 92, 892],
    ],
    '#ffffff',
    { opacity: 0.3 },
  )
  pen.rect(x1 + 76, 790, 60, 36, paper, { rx: 4, transform: `rotate(-3 ${x1 + 100} 800)` })
  pen.rect(x1 + 86, 804, 38, 6, clay, { rx: 3 })
  pen.rect(x1 + 64, 914, x2 - x1 - 128, 66, mix(clay, ink, 0.2))
  pen.rect(x2 - 62, 850, 8, 60, brass, { rx: 4 })
  pen.rect(x1 + 44, 720, x2 - x1 - 88, 8, ink, { opacity: 0.3 })
  // hanging sign at the corner
  pen.stroke(`M${x1 + 4} 500H${x1 - 116}M${x1 + 4} 470Q${x1 - 40} 474 ${x1 - 70} 500`, ink, 7, {
    'stroke-linecap': 'round',
  })
  pen.stroke(`M${x1 - 98} 502v20M${x1 - 42} 502v20`, ink, 3)
  pen.circle(x1 - 70, 574, 58, ink)
  pen.circle(x1 - 70, 574, 52, '#f6e9d2')
  pen.circle(x1 - 70, 574, 45, 'none', { stroke: pine, 'stroke-width': 3 })
  pen.at(x1 - 96, 590, 0.4, () => key(pen, clay), -32)
  // step and pavement
  pen.poly(
    [
      [x1 + 16, 1004],
      [x2 - 16, 1004],
      [x2 + 6, 1026],
      [x1 - 6, 1026],
    ],
    '#cdbfa9',
  )
  pen.poly(
    [
      [x0 - 430, 946],
      [x0, 926],
      [x1, ground],
      [x2, ground + 2],
      [1600, ground + 2],
      [1600, 1124],
      [620, 1124],
      [470, 1112],
      [0, 990],
    ],
    '#ddd0ba',
  )
  pen.poly(
    [
      [x1, ground],
      [x2, ground + 2],
      [1600, ground + 2],
      [1600, ground + 20],
      [x1 - 20, ground + 18],
      [x0 - 20, 930],
      [x0, 926],
    ],
    ink,
    { opacity: 0.16 },
  )
  let joints = ''
  for (let x = 700; x < 1640; x += 118) joints += `M${x} ${ground + 6}L${num(x + (x - 860) * 0.12 - 20)} 1124`
  pen.stroke(`${joints}M560 1066H1600`, '#bfb09a', 2.5)
  pen.path('M0 990L470 1112Q540 1126 640 1124H1600V1146H640Q530 1148 458 1132L0 1012z', '#efe6d6')
  pen.path('M0 1012L458 1132Q530 1148 640 1146H1600V1200H0z', '#7f8886')
  pen.path('M0 1012L458 1132Q530 1148 640 1146H1600V1156H640Q530 1158 452 1142L0 1024z', ink, {
    opacity: 0.25,
  })
  for (let i = 0; i < 5; i++)
    pen.poly(
      [
        [20 + i * 80, 1060 + i * 22],
        [70 + i * 80, 1074 + i * 22],
        [10 + i * 80, 1130 + i * 22],
        [-50 + i * 80, 1112 + i * 22],
      ],
      '#efe6d6',
      { opacity: 0.5 },
    )

  // bench, pots, bicycle, lamp, newspaper box
  for (const [x, s] of [
    [882, 0.5],
    [1586, 0.5],
  ] as const)
    pen.at(x, 1030, s, () => {
      pen.ellipse(0, 4, 120, 14, ink, { opacity: 0.3 })
      crown(
        pen,
        [
          [0, -280, 100, 96],
          [-30, -330, 70, 60],
          [36, -320, 70, 66],
        ],
        summer,
        -1,
        10,
        300,
      )
      pen.path('M-80 -180h160l-22 180h-116z', '#3b4a4c')
      pen.path('M20 -180h60l-22 180h-44z', ink, { opacity: 0.3 })
    })
  pen.at(1010, 1050, 1, () => {
    pen.ellipse(140, 4, 180, 10, ink, { opacity: 0.25 })
    for (const y of [-112, -92, -72]) pen.rect(0, y, 280, 13, '#b9814f')
    pen.rect(-6, -46, 292, 12, '#c99360')
    pen.rect(-6, -34, 292, 5, '#7d5336')
    pen.stroke('M22 -116V0M258 -116V0M4 -46V0M276 -46V0', ink, 7)
  })
  pen.at(1440, 1062, 1, () => {
    pen.ellipse(40, 2, 150, 9, ink, { opacity: 0.25 })
    for (const x of [-44, 132]) {
      pen.circle(x, -56, 54, 'none', { stroke: ink, 'stroke-width': 5 })
      let sp = ''
      for (let i = 0; i < 12; i++)
        sp += `M${x} -56l${num(Math.cos((i * Math.PI) / 6) * 52)} ${num(Math.sin((i * Math.PI) / 6) * 52)}`
      pen.stroke(sp, '#6f7775', 1.2)
      pen.circle(x, -56, 6, ink)
    }
    pen.stroke(
      'M-44 -56L-8 -132L94 -136L36 -56zM-8 -132L36 -56M94 -136L132 -56M94 -136L88 -164',
      '#4f8f86',
      7,
      { 'stroke-linejoin': 'round' },
    )
    pen.stroke('M-8 -132L-14 -150M88 -164q26 -10 34 6', ink, 6, { 'stroke-linecap': 'round' })
    pen.path('M-36 -152q22 -10 44 0l-6 8h-32z', '#7d4634')
    pen.path('M96 -158h52l-6 34h-40z', '#c99360')
    pen.stroke('M98 -148h48M100 -138h44', '#8d6238', 2)
    pen.circle(36, -56, 12, 'none', { stroke: ink, 'stroke-width': 4 })
  })
  lamp(pen, 466, 1092, 440, '#17262a', '#ffe6b4')
  hydrant(pen, 740, 1090, 0.9)
  // near tree, left
  const near: Leaves = { dark: '#2c5a4b', mid: '#47765a', light: '#a9b981', trunk: '#5b4536' }
  pen.path(
    'M196 1090q18 -200 0 -400q-40 -90 -120 -130l10 -12q86 34 124 106q12 -80 60 -130l14 8q-40 90 -42 190q-2 180 26 368z',
    near.trunk,
  )
  crown(
    pen,
    [
      [40, 460, 150, 110],
      [180, 390, 160, 120],
      [310, 470, 130, 96],
      [-20, 340, 150, 120],
      [110, 270, 160, 120],
      [260, 300, 140, 110],
      [30, 190, 140, 110],
      [180, 180, 120, 90],
    ],
    near,
    1,
    13,
    600,
  )
  pen.poly(
    [
      [150, 1082],
      [286, 1090],
      [300, 1112],
      [140, 1096],
    ],
    '#6d5b49',
  )
  pen.cover(
    pen.linear(
      [
        [0, '#ffedc8', 0.22],
        [0.6, '#ffedc8', 0],
        [1, ink, 0.14],
      ],
      0,
      0,
      1,
      0.4,
    ),
  )
  return pen.svg()
}
