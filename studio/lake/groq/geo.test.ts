import { describe, expect, test } from 'vitest'
import { answer } from '#studio/lake/groq/test-query.ts'

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]
const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings })
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] })
const line = (...coordinates: number[][]) => ({ type: 'LineString', coordinates })
const big = polygon(square(0, 0, 10))
const holed = polygon(square(0, 0, 10), square(4, 4, 2))
/** An L: the line between its ends leaves it. */
const bent = polygon([
  [0, 0],
  [10, 0],
  [10, 2],
  [2, 2],
  [2, 10],
  [0, 10],
  [0, 0],
])
const islands = { type: 'MultiPolygon', coordinates: [[square(0, 0, 10)], [square(20, 0, 10)]] }

describe('geo()', () => {
  const oslo = { type: 'Point', coordinates: [10.75, 59.91] }
  test.each([
    [{ lat: 59.91, lng: 10.75 }, oslo],
    [{ _type: 'geopoint', lat: 59.91, lon: 10.75, alt: 3 }, oslo],
    [{ ...oslo, more: 1 }, oslo],
    [line([0, 0], [1, 1]), line([0, 0], [1, 1])],
    [big, big],
    [holed, holed],
    [islands, islands],
    [
      { type: 'MultiPoint', coordinates: [[1, 2]] },
      { type: 'MultiPoint', coordinates: [[1, 2]] },
    ],
    [
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
    ],
    [
      { type: 'GeometryCollection', geometries: [oslo] },
      { type: 'GeometryCollection', geometries: [oslo] },
    ],
    [{}, null],
    [{ lat: 1 }, null],
    [{ lng: 1 }, null],
    [{ lat: 1, lng: '1' }, null],
    [{ lat: 1, lng: 1, lon: 1 }, null],
    [{ type: 'Point', coordinates: [1] }, null],
    [{ type: 'MultiPoint', coordinates: [1] }, null],
    [{ type: 'LineString', coordinates: [[1, 2]] }, null],
    [{ type: 'Polygon', coordinates: [1] }, null],
    [
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
      null,
    ],
    [
      polygon([
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ]),
      null,
    ],
    [
      polygon([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ]),
      null,
    ],
    [{ type: 'Feature', geometry: oslo }, null],
    [{ type: 'FeatureCollection', features: [] }, null],
    [1, null],
    [[oslo], null],
  ])('%j', (value, expected) => {
    expect(answer('geo($value)', { params: { value } })).toEqual(expected)
    expect(answer('geo(geo($value))', { params: { value } })).toEqual(expected)
  })
  test('geo::latLng()', () => {
    expect(answer('geo::latLng(59.91, 10.75)')).toEqual(oslo)
    expect(answer('[geo::latLng(null, 1), geo::latLng(1, "2")]')).toEqual([null, null])
  })
})

describe('geo::distance()', () => {
  const oslo = '{"lat": 59.913889, "lng": 10.752222}'
  const stockholm = '{"lat": 59.329444, "lng": 18.068611}'
  test('is the way over a sphere, in metres', () => {
    expect(answer(`geo::distance(${oslo}, ${stockholm})`)).toBeCloseTo(416_760.774, 2)
    expect(answer(`geo::distance(${oslo}, geo(${oslo}))`)).toBe(0)
    expect(answer('geo::distance(geo::latLng(0, 0), geo::latLng(0, 180))')).toBeCloseTo(
      Math.PI * 6_378_137,
      3,
    )
  })
  test('is null for what is no point', () => {
    expect(
      answer('[geo::distance($a, $p), geo::distance($p, "x"), geo::distance($p, null)]', {
        params: { a: big, p: point(1, 1) },
      }),
    ).toEqual([null, null, null])
  })
  test('orders documents', () => {
    const documents = [
      { _id: 'far', at: { lat: 40.7, lng: -74 } },
      { _id: 'near', at: { lat: 59.3, lng: 18 } },
      { _id: 'nowhere' },
    ]
    expect(answer(`* | order(geo::distance(at, ${oslo}))._id`, { documents })).toEqual([
      'near',
      'far',
      'nowhere',
    ])
    expect(answer(`*[geo::distance(at, ${oslo}) < 500000]._id`, { documents })).toEqual(['near'])
  })
})

test.each([
  ['a point inside', big, point(5, 5), true, true],
  ['a point outside', big, point(11, 5), false, false],
  ['a point given by degrees', big, { lat: 5, lng: 5 }, true, true],
  ['a point in a hole', holed, point(5, 5), false, false],
  ['a polygon beside the hole', holed, polygon(square(1, 1, 2)), true, true],
  ['a polygon over the hole', holed, polygon(square(3, 3, 4)), false, true],
  ['a ring around the hole', holed, polygon(square(3, 3, 4), square(3.5, 3.5, 3)), true, true],
  ['a line over the hole', holed, line([1, 5], [9, 5]), false, true],
  ['a point of the second island', islands, point(25, 5), true, true],
  [
    'points of both islands',
    islands,
    {
      type: 'MultiPoint',
      coordinates: [
        [5, 5],
        [25, 5],
      ],
    },
    true,
    true,
  ],
  [
    'points in and out',
    big,
    {
      type: 'MultiPoint',
      coordinates: [
        [5, 5],
        [25, 5],
      ],
    },
    false,
    true,
  ],
  ['a line inside', big, line([1, 1], [9, 9]), true, true],
  ['a line that leaves', big, line([1, 1], [11, 11]), false, true],
  ['a line across', big, line([-1, 5], [11, 5]), false, true],
  ['a line outside', big, line([11, 1], [12, 2]), false, false],
  ['a line around a corner', bent, line([1, 9], [9, 1]), false, true],
  ['a line between islands', islands, line([5, 5], [25, 5]), false, true],
  [
    'lines inside',
    big,
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 1],
          [2, 2],
        ],
        [
          [3, 3],
          [4, 3],
        ],
      ],
    },
    true,
    true,
  ],
  ['a polygon inside', big, polygon(square(2, 2, 3)), true, true],
  ['itself', big, big, true, true],
  ['a polygon that overlaps', big, polygon(square(5, 5, 10)), false, true],
  ['a polygon around it', polygon(square(2, 2, 3)), big, false, true],
  ['a polygon outside', big, polygon(square(20, 20, 3)), false, false],
  ['a polygon over the bend', bent, polygon(square(1, 1, 5)), false, true],
  [
    'polygons on both islands',
    islands,
    { type: 'MultiPolygon', coordinates: [[square(1, 1, 2)], [square(21, 1, 2)]] },
    true,
    true,
  ],
  ['a point on a line', line([0, 0], [4, 4]), point(2, 2), true, true],
  ['a polygon in a line', line([0, 0], [4, 4]), polygon(square(1, 1, 1)), false, true],
  ['a line in a point', point(1, 1), line([1, 1], [2, 2]), false, true],
  ['the same point', point(1, 1), point(1, 1), true, true],
  ['crossing lines', line([0, 0], [4, 4]), line([0, 4], [4, 0]), false, true],
  [
    'a collection',
    big,
    { type: 'GeometryCollection', geometries: [point(1, 1), line([1, 1], [2, 2])] },
    true,
    true,
  ],
  ['no geometry', big, { type: 'Nope' }, null, null],
  ['no object', 1, big, null, null],
])('%s: contained, intersecting', (_, outer, inner, contained, intersecting) => {
  const documents = [{ _id: 'a', outer, inner }]
  const asked = '[geo::contains(outer, inner), geo::intersects(outer, inner), geo::intersects(inner, outer)]'
  expect(answer(`*[0]{"v": ${asked}}.v`, { documents })).toEqual([contained, intersecting, intersecting])
  const both = '[geo::contains(geo(outer), geo(inner)), geo::intersects(geo(outer), geo(inner))]'
  expect(answer(`*[0]{"v": ${both}}.v`, { documents })).toEqual([contained, intersecting])
})

test('a coast of thousands of points is no trouble', () => {
  const coast = Array.from({ length: 4000 }, (_, i) => {
    const turn = (i / 4000) * 2 * Math.PI
    const reach = 10 + Math.sin(turn * 40)
    return [reach * Math.cos(turn), reach * Math.sin(turn)]
  })
  const documents = [{ _id: 'land', border: { type: 'Polygon', coordinates: [[...coast, coast[0]]] } }]
  const query =
    '*[geo::contains(border, $inner) && geo::intersects(border, $line) && !geo::contains(border, $line)]._id'
  const params = { inner: polygon(square(-2, -2, 4)), line: line([0, 0], [30, 30]) }
  expect(answer(query, { documents, params })).toEqual(['land'])
})
