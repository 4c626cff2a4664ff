import { describe, expect, test } from 'vitest'
import { resultOf } from './query.test-support.ts'

const ring = (x: number, y: number, size: number) =>
  `[[${x},${y}],[${x + size},${y}],[${x + size},${y + size}],[${x},${y + size}],[${x},${y}]]`
const polygon = (...rings: string[]) => `{"type": "Polygon", "coordinates": [${rings}]}`
const point = (x: number, y: number) => `{"type": "Point", "coordinates": [${x}, ${y}]}`
const line = (coordinates: string) => `{"type": "LineString", "coordinates": ${coordinates}}`
const points = (coordinates: string) => `{"type": "MultiPoint", "coordinates": ${coordinates}}`
const big = polygon(ring(0, 0, 10))
const holed = polygon(ring(0, 0, 10), ring(4, 4, 2))
const islands = `{"type": "MultiPolygon", "coordinates": [[${ring(0, 0, 10)}], [${ring(20, 0, 10)}]]}`
const oslo = '{"lat": 59.913889, "lng": 10.752222}'

test.each([oslo, point(1, 2), big, holed, islands, points('[[1, 2]]')])('geo(%s) is a geometry', (value) =>
  expect(resultOf(`geo(geo(${value})) != null`)).toBe(true),
)
test.each([
  '{"lat": 1}',
  '{"lat": 1, "lng": 1, "lon": 1}',
  '{"type": "Point", "coordinates": [1]}',
  line('[[1, 2]]'),
  polygon('[[0,0],[1,0],[1,1],[0,1]]'),
  polygon('[[0,0],[2,2],[2,0],[0,2],[0,0]]'),
  '{"type": "FeatureCollection", "features": []}',
  '1',
])('geo(%s) is null', (value) => expect(resultOf(`geo(${value})`)).toBe(null))

describe('geo::distance()', () => {
  test('is the distance on a sphere, in metres', () => {
    expect(resultOf(`geo::distance(${oslo}, {"lat": 59.329444, "lng": 18.068611})`)).toBeCloseTo(
      416_760.774,
      2,
    )
    expect(resultOf(`geo::distance(${oslo}, ${big})`)).toBe(null)
    expect(resultOf('[geo::latLng(59, 10).coordinates, geo::latLng(null, 1)]')).toEqual([[10, 59], null])
  })
  test('orders documents', () => {
    const documents = [
      { _id: 'far', at: { lat: 40.7, lng: -74 } },
      { _id: 'near', at: { lat: 59.3, lng: 18 } },
      { _id: 'nowhere' },
    ]
    const ordered = `* | order(geo::distance(at, ${oslo}))._id`
    expect(resultOf(ordered, { documents })).toEqual(['near', 'far', 'nowhere'])
  })
})

test.each([
  ['a point inside', big, point(5, 5), true, true],
  ['a point outside', big, point(11, 5), false, false],
  ['a point in a hole', holed, point(5, 5), false, false],
  ['a polygon beside the hole', holed, polygon(ring(1, 1, 2)), true, true],
  ['a polygon over the hole', holed, polygon(ring(3, 3, 4)), false, true],
  ['a line over the hole', holed, line('[[1,5],[9,5]]'), false, true],
  ['points on both islands', islands, points('[[5,5],[25,5]]'), true, true],
  ['a line between islands', islands, line('[[5,5],[25,5]]'), false, true],
  ['a line across', big, line('[[-1,5],[11,5]]'), false, true],
  ['the same polygon', big, big, true, true],
  ['a polygon that overlaps', big, polygon(ring(5, 5, 10)), false, true],
  ['a polygon outside', big, polygon(ring(20, 20, 3)), false, false],
  ['a point on a line', line('[[0,0],[4,4]]'), point(2, 2), true, true],
  ['crossing lines', line('[[0,0],[4,4]]'), line('[[0,4],[4,0]]'), false, true],
  ['no geometry', big, '{"type": "Nope"}', null, null],
])('%s: contained, intersecting', (_, outer, inner, contained, intersecting) => {
  const query = `[geo::contains(${outer}, ${inner}), geo::intersects(${outer}, ${inner}), geo::intersects(${inner}, ${outer})]`
  expect(resultOf(query)).toEqual([contained, intersecting, intersecting])
})
